import type { Core } from '@strapi/strapi';

interface Attribute {
  type: string;
  relation?: string;
  target?: string;
  component?: string;
}

/** A way through relations of the content model: `['website', 'account']` of posts leads to accounts. */
export interface RelationPath {
  names: string[];
  /** Null for relations to entries of any type. */
  target: string | null;
}

/** The attributes of a content type or component, Strapi's own included. */
export const attributesOf = (strapi: Core.Strapi, uid: string): [name: string, attribute: Attribute][] =>
  Object.entries(
    (strapi.getModel(uid as never) as unknown as { attributes: Record<string, Attribute> }).attributes,
  );

const targetOf = ({ type, target, component }: Attribute): string | null =>
  type === 'media' ? 'plugin::upload.file' : (target ?? component ?? null);

/** Users and files lead to everything, and are where a way ends; who changed an entry is as who made it. */
const ENDS = ['admin::user', 'plugin::upload.file'];
const SAME_AS_OTHERS = ['updatedBy', 'localizations'];

/** Every way through relations, components and files that begins at a type, up to a number of steps. */
export const relationPaths = (strapi: Core.Strapi, uid: string, depth: number): RelationPath[] =>
  attributesOf(strapi, uid)
    .filter(
      ([name, { type }]) =>
        ['relation', 'media', 'component'].includes(type) && !SAME_AS_OTHERS.includes(name),
    )
    .flatMap(([name, attribute]) => {
      const target = targetOf(attribute);
      const isEnd = !target || depth === 1 || ENDS.includes(target);
      return [
        { names: [name], target },
        ...(isEnd ? [] : relationPaths(strapi, target, depth - 1)).map((path) => ({
          ...path,
          names: [name, ...path.names],
        })),
      ];
    });

/** Attributes of a type that hold text. */
export const textAttributes = (strapi: Core.Strapi, uid: string): string[] =>
  attributesOf(strapi, uid)
    .filter(([, { type }]) => ['string', 'text', 'richtext', 'customField', 'email', 'uid'].includes(type))
    .map(([name]) => name);
