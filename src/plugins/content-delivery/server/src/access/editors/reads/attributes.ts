import type { Core } from '@strapi/strapi';
import { FILE_UID } from '../../../platform/uids';
import type { Attribute } from '../../../platform/attributes';

export interface Model {
  uid: string;
  modelType: string;
  attributes: Record<string, Attribute>;
  config?: { attributes?: Record<string, { hidden?: boolean }> };
}

/** What there may be a hundred thousand of that belong to one entry. */
export const LARGE_UIDS: readonly string[] = [FILE_UID];

/** Attributes that each entry has and that schemas do not list. */
const IDS: Record<string, Attribute> = { id: { type: 'integer' }, documentId: { type: 'string' } };

export const modelOf = (strapi: Core.Strapi, uid: string): Model | undefined =>
  strapi.getModel(uid as never) as unknown as Model | undefined;

/** An attribute by a name that a request gave; undefined for whatever is inherited by objects. */
export const attributeOf = (model: Model, name: string): Attribute | undefined => {
  if (Object.hasOwn(IDS, name)) return IDS[name];
  return Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
};

/** What an attribute leads to: a content type or a component; null for any type; undefined for a value. */
export const targetOf = ({ type, relation, target, component }: Attribute): string | null | undefined => {
  if (type === 'media') return FILE_UID;
  if (type === 'component') return component;
  if (type === 'dynamiczone') return null;
  if (type !== 'relation') return undefined;
  return relation?.startsWith('morphTo') ? null : (target ?? null);
};

/** True when an entry has one of them at most. */
export const isToOne = ({ relation }: Attribute): boolean =>
  relation === 'oneToOne' || relation === 'manyToOne';
