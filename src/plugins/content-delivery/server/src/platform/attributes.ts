import type { Core } from '@strapi/strapi';
import { isRecord } from './formats';

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
  searchable?: boolean;
  customField?: string;
  pluginOptions?: Record<string, { input?: string } | undefined>;
}

/** By name. @param uid of a content type or a component that there is */
export const attributesOf = (strapi: Core.Strapi, uid: string): Record<string, Attribute> =>
  strapi.getModel(uid as never)['attributes'] as Record<string, Attribute>;

/** What an entry has in a component or a dynamic zone, each with the component that it is one of. */
export const partsIn = (
  strapi: Core.Strapi,
  { type, component = '' }: Attribute,
  value: unknown,
): [component: string, part: Record<string, unknown>][] => {
  if (type !== 'component' && type !== 'dynamiczone') return [];
  const parts = (Array.isArray(value) ? value : [value]).filter(isRecord);
  if (type === 'component') return parts.map((part) => [component, part]);
  return parts.flatMap((part) => {
    const uid = String(part['__component']);
    return Object.hasOwn(strapi.components, uid) ? [[uid, part]] : [];
  });
};
