import type { Core } from '@strapi/strapi';
import type { VersionValue } from '../../../contracts/history';
import { UIDS } from '../platform/uids';
import { attributesOf, type Attribute } from '../platform/attributes';

export type Values = Record<string, VersionValue>;

/** What Strapi keeps of each entry, beside its content. */
const STRAPIS_OWN = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
]);

/** Where an entry belongs. That is not what it says, and no earlier version changes it. */
const PLACES: Partial<Record<string, string>> = {
  [UIDS.post]: 'website',
  [UIDS.pseoCampaign]: 'website',
  [UIDS.pseoPage]: 'campaign',
};

/** The attributes that make up what an entry says, as the schema has them now. */
export const contentAttributes = (strapi: Core.Strapi, uid: string): [name: string, Attribute][] =>
  Object.entries(attributesOf(strapi, uid)).filter(
    ([name, attribute]) => !attribute.private && !STRAPIS_OWN.has(name) && PLACES[uid] !== name,
  );

const populateOf = (attributes: readonly [string, Attribute][]) =>
  Object.fromEntries(
    attributes.flatMap(([name, { type }]) =>
      ['relation', 'media', 'component'].includes(type) ? [[name, true] as const] : [],
    ),
  );

/**
 * Rows of entries, and what they say.
 * @param populate what else is read of the rows
 */
export const readSnapshots = async <Row extends Record<string, unknown>>(
  strapi: Core.Strapi,
  uid: string,
  where: Record<string, unknown>,
  populate: Record<string, unknown> = {},
): Promise<{ row: Row; values: Values }[]> => {
  const attributes = contentAttributes(strapi, uid);
  const rows: Row[] = await strapi.db
    .query(uid as never)
    .findMany({ where, populate: { ...populateOf(attributes), ...populate } });
  return rows.map((row) => ({ row, values: snapshotOf(attributes, row) }));
};

/** A row's content in plain values: of related entries and files the ids, and the names that they had. */
const snapshotOf = (attributes: readonly [string, Attribute][], row: Record<string, unknown>): Values =>
  Object.fromEntries(attributes.map(([name, attribute]) => [name, valueOf(attribute, row[name] ?? null)]));

const valueOf = (attribute: Attribute, value: unknown): VersionValue => {
  if (value === null) return null;
  if (Array.isArray(value) && attribute.type !== 'json') return value.map((one) => valueOf(attribute, one));
  const part = value as Record<string, unknown>;
  switch (attribute.type) {
    case 'relation':
      return { documentId: String(part['documentId']), name: nameOf(part) };
    case 'media':
      return { id: part['id'] as number, name: nameOf(part) };
    case 'component': {
      return Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'id')) as Values;
    }
    case 'datetime':
      return new Date(value as string).toISOString();
    default:
      return value as VersionValue;
  }
};

const nameOf = ({ name, title, documentId }: Record<string, unknown>): string =>
  String(name ?? title ?? documentId ?? '');
