import type { Core } from '@strapi/strapi';
import { registerCondition } from './condition';
import { guardDocuments } from './guard';

/** Restricts editors to the websites that list them. */
export const registerEditorRules = async (strapi: Core.Strapi): Promise<void> => {
  await registerCondition(strapi);
  guardDocuments(strapi);
};
