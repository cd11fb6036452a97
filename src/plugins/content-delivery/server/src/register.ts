import type { Core } from '@strapi/strapi';
import { refuseMissingSecrets } from './startup/secrets';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => refuseMissingSecrets(strapi);
