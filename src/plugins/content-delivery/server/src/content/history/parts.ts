import type { Core } from '@strapi/strapi';
import type { LoggedUid } from '../../freshness/changes/delivered';
import { chunks } from '../../platform/database/statements';
import { UIDS } from '../../platform/uids';

/** Entries, and bytes of their texts, that are read at a time: on the thread that serves. One entry always is. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 4_000_000;

/** Items in their order, in groups that weigh no more than that; what is heavier by itself makes one of its own. */
export function* groupsByWeight<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  maxWeight: number,
): Generator<Item[]> {
  let group: Item[] = [];
  let total = 0;
  for (const item of items) {
    const weight = weightOf(item);
    if (group.length > 0 && total + weight > maxWeight) {
      yield group;
      group = [];
      total = 0;
    }
    group.push(item);
    total += weight;
  }
  if (group.length > 0) yield group;
}

interface Metadata {
  tableName: string;
  attributes: Record<string, { type: string; columnName?: string }>;
}

/** Entries in parts whose live texts can be read at once. */
export async function* inParts(
  strapi: Core.Strapi,
  uid: LoggedUid,
  documentIds: readonly string[],
): AsyncGenerator<string[]> {
  const { tableName, attributes } = strapi.db.metadata.get(uid) as unknown as Metadata;
  const columns = Object.entries(attributes).flatMap(([name, { type, columnName }]) =>
    ['text', 'richtext'].includes(type) ? [columnName ?? name] : [],
  );
  const sum = columns.map(() => 'coalesce(octet_length(??), 0)').join(' + ');
  for (const some of chunks(documentIds, MAX_ENTRIES)) {
    const rows = (await strapi.db.transaction(({ trx }) => {
      const query = trx(tableName).whereIn('document_id', some);
      // A campaign has no drafts.
      if (uid !== UIDS.pseoCampaign) void query.whereNotNull('published_at');
      return query.select('document_id', trx.raw(`${sum} as bytes`, columns));
    })) as { document_id: string; bytes: number | string }[];
    const bytes = new Map(rows.map((row) => [row.document_id, Number(row.bytes)]));
    yield* groupsByWeight(some, (documentId) => bytes.get(documentId) ?? 0, MAX_BYTES);
  }
}
