import type { Core } from '@strapi/strapi';
import type { Templates } from './templates';

/** What the rules of campaigns and pages use. */
export interface PseoRuleServices {
  strapi: Core.Strapi;
  templates: Templates;
}
