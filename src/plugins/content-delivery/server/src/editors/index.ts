import type { Core } from '@strapi/strapi';

export const registerEditorRules = async (_strapi: Core.Strapi): Promise<void> => {};
