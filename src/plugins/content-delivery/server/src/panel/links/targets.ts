import type { Core } from '@strapi/strapi';
import type { RedirectType } from '../../../../contracts/delivery';
import { EARLIER_SLUG_MODEL } from '../../content/earlier-slugs';
import { chunks } from '../../platform/database/statements';
import { tablesOf } from '../../platform/database/tables';
import { scopedHash } from '../../platform/scoped-hash';
import { slugsIn } from './addresses';

/** Keys that one statement looks up. */
const BATCH_SIZE = 200;

/** A page of a website, by the path of its address. */
export interface Path {
  /** documentId */
  website: string;
  path: string;
}

/** An entry that an address leads to, or would lead to once it is published. */
export interface FoundTarget {
  type: 'post' | 'pseo-page';
  documentId: string;
  isLive: boolean;
}

interface Row {
  unique_key: string;
  document_id: string;
  published_at: unknown;
}

/** A live entry, and the key of a slug that it had before. */
interface MovedRow {
  left: string;
  website: string;
  document_id: string;
  slug: string;
  unique_key: string;
}

/**
 * Which entry each path leads to: the live one with the longest slug that the path ends with, else the one that had such a slug
 * before, to which front ends lead on, else such a draft. Null where there is none of them.
 */
export const createTargets = (strapi: Core.Strapi) => {
  const { posts, pages } = tablesOf(strapi);

  const rowsOf = async (table: string, keys: readonly string[]): Promise<Map<string, Row>> => {
    const found = new Map<string, Row>();
    for (const some of chunks(keys, BATCH_SIZE)) {
      const rows: Row[] = await strapi.db
        .connection(table)
        .whereIn('unique_key', some)
        .select('unique_key', 'document_id', 'published_at');
      for (const row of rows)
        if (row.published_at || !found.has(row.unique_key)) found.set(row.unique_key, row);
    }
    return found;
  };

  const movedOf = async (
    type: RedirectType,
    table: string,
    keys: readonly string[],
  ): Promise<Map<string, FoundTarget>> => {
    const found = new Map<string, FoundTarget>();
    for (const some of chunks(keys, BATCH_SIZE)) {
      const rows: MovedRow[] = await strapi.db
        .connection(`${EARLIER_SLUG_MODEL.tableName} as r`)
        .join(`${table} as e`, 'e.document_id', 'r.entry')
        .where('r.type', type)
        .whereIn('r.key', some)
        .whereNotNull('e.published_at')
        .select('r.key as left', 'r.website', 'e.document_id', 'e.slug', 'e.unique_key');
      for (const { left, website, document_id: documentId, slug, unique_key } of rows) {
        // Nothing leads from one website to an entry that is on another one now.
        if (unique_key === scopedHash(website, slug)) found.set(left, { type, documentId, isLive: true });
      }
    }
    return found;
  };

  return async (paths: readonly Path[]): Promise<(FoundTarget | null)[]> => {
    const candidates = paths.map(({ website, path }) =>
      path === '' ? [] : slugsIn(path).map((slug) => scopedHash(website, slug)),
    );
    const all = [...new Set(candidates.flat())];
    const ofPages = await rowsOf(pages, all);
    // A post's slug has no slash.
    const ofPosts = await rowsOf(posts, [...new Set(candidates.flatMap((keys) => keys.slice(-1)))]);
    const present = candidates.map((keys) => {
      const found = keys.flatMap((key): FoundTarget[] => {
        const [post, page] = [ofPosts.get(key), ofPages.get(key)];
        return [...(post ? [toTarget('post', post)] : []), ...(page ? [toTarget('pseo-page', page)] : [])];
      });
      return found.find(({ isLive }) => isLive) ?? found[0] ?? null;
    });
    const left = candidates.filter((_keys, index) => !present[index]?.isLive);
    const movedPages = await movedOf('pseo-page', pages, [...new Set(left.flat())]);
    const movedPosts = await movedOf('post', posts, [...new Set(left.flatMap((keys) => keys.slice(-1)))]);
    return candidates.map((keys, index) => {
      const target = present[index] ?? null;
      if (target?.isLive) return target;
      const [moved] = keys.flatMap((key) => movedPosts.get(key) ?? movedPages.get(key) ?? []);
      return moved ?? target;
    });
  };
};

const toTarget = (type: FoundTarget['type'], row: Row): FoundTarget => ({
  type,
  documentId: row.document_id,
  isLive: Boolean(row.published_at),
});
