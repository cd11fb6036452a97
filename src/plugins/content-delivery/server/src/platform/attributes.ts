import type { Core } from '@strapi/strapi';

/** An attribute as the schema of its content type or component has it. */
export interface Attribute {
  type: string;
  relation?: string;
  target?: string;
  mappedBy?: string;
  component?: string;
  multiple?: boolean;
  repeatable?: boolean;
  private?: boolean;
  customField?: string;
  pluginOptions?: Record<string, { input?: string } | undefined>;
}

/** By name. @param uid of a content type or a component that there is */
export const attributesOf = (strapi: Core.Strapi, uid: string): Record<string, Attribute> =>
  strapi.getModel(uid as never)['attributes'] as Record<string, Attribute>;
