import type { Core } from '@strapi/strapi';
import { hasNoDrafts, type LoggedUid } from '../../freshness/changes/delivered';
import { chunks, groupsByWeight } from '../../platform/database/statements';
import { textBytes } from '../../platform/database/text-bytes';

/** Entries, and bytes of their texts, that are read at a time: on the thread that serves. One entry always is. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 4_000_000;

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
  for (const some of chunks(documentIds, MAX_ENTRIES)) {
    if (some.length === 1) {
      yield some;
      continue;
    }
    const sizes = await strapi.db.transaction(({ trx }) => {
      const rows = trx(tableName).whereIn('document_id', some);
      if (!hasNoDrafts(uid)) void rows.whereNotNull('published_at');
      return textBytes(trx, rows, columns);
    });
    const bytes = new Map(sizes.map((row) => [row.documentId, row.bytes]));
    yield* groupsByWeight(some, (documentId) => bytes.get(documentId) ?? 0, MAX_BYTES);
  }
}
