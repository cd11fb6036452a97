import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { LinkTarget } from '../../../../contracts/links';
import { readableOf, type Narrow, type Readable } from '../../access/editors/rights';
import { createYielder } from '../../platform/yielder';
import { tablesOf } from '../../platform/database/tables';
import { UIDS } from '../../platform/uids';
import { rowsAfter } from './rows';

/** Entries of one answer, rows that one statement reads, and milliseconds after which a search ends. */
const MAX_TARGETS = 8;
const BATCH_SIZE = 2_000;
const MAX_TIME = 1_500;

interface Row {
  document_id: string;
  title: string | null;
  slug: string | null;
}

/** Finds posts and pSEO pages by the words of their titles and slugs, letter case and accents aside. */
export const createLinkTargets = (strapi: Core.Strapi) => {
  const { posts, postWebsite, pages, pageCampaign, campaignWebsite } = tablesOf(strapi);
  const sql = strapi.db.connection;
  const TYPES = {
    post: { table: posts, link: postWebsite, title: 'title' },
    'pseo-page': { table: pages, link: pageCampaign, title: 'meta_title' },
  } as const;

  /** documentIds of entries that have all words, the latest first. @param owners numbers of rows: the website, or its campaigns */
  const search = async (
    type: LinkTarget['type'],
    owners: readonly number[],
    readable: Narrow | null,
    words: readonly string[],
    except: string,
  ): Promise<string[]> => {
    const { table, link, title } = TYPES[type];
    const yieldTurn = createYielder();
    const begun = Date.now();
    const found = new Set<string>();
    for (const owner of owners) {
      for (let before = Infinity; found.size < MAX_TARGETS && Date.now() - begun < MAX_TIME;) {
        const ids = await rowsAfter(strapi, link, owner, before, BATCH_SIZE, 'desc');
        const last = ids.at(-1);
        if (last === undefined) break;
        const query = sql(table).whereIn('id', ids);
        readable?.(query, `${table}.id`);
        const rows: Row[] = await query
          .orderBy('id', 'desc')
          .select('document_id', `${title} as title`, 'slug');
        for (const row of rows) {
          if (found.size < MAX_TARGETS && row.document_id !== except && row.slug && hasAll(row, words)) {
            found.add(row.document_id);
          }
        }
        before = last;
        await yieldTurn();
      }
    }
    return [...found];
  };

  const describe = async (
    type: LinkTarget['type'],
    readable: Narrow | null,
    ids: readonly string[],
  ): Promise<LinkTarget[]> => {
    const { table, title } = TYPES[type];
    const query = sql(table).whereIn('document_id', [...ids]);
    readable?.(query, `${table}.id`);
    const rows: (Row & { published_at: unknown })[] = await query.select(
      'document_id',
      `${title} as title`,
      'slug',
      'published_at',
    );
    return ids.flatMap((documentId): LinkTarget[] => {
      const own = rows.filter((row) => row.document_id === documentId);
      const live = own.find((row) => row.published_at);
      const named = own.find((row) => !row.published_at) ?? live;
      const slug = (live ?? named)?.slug;
      if (!named || !slug) return [];
      return [{ type, documentId, title: named.title || slug, slug, isLive: live !== undefined }];
    });
  };

  const find = async (
    type: LinkTarget['type'],
    owners: readonly number[],
    readable: Readable | null,
    words: readonly string[],
    except: string,
  ): Promise<LinkTarget[]> => {
    if (!readable?.shows('slug') || (type === 'post' && !readable.shows('title'))) return [];
    return describe(type, readable.narrow, await search(type, owners, readable.narrow, words, except));
  };

  /**
   * As far as the user may read them: posts first.
   * @param website the number of the row
   * @param except documentId of the entry that the link is in
   */
  return async (ctx: Context, website: number, search: string, except: string): Promise<LinkTarget[]> => {
    const words = folded(search).split(/\s+/).filter(Boolean);
    const ofPosts = await find('post', [website], await readableOf(strapi, ctx, UIDS.post), words, except);
    const campaigns: number[] = await sql(campaignWebsite.table)
      .where(campaignWebsite.to, website)
      .orderBy(campaignWebsite.from, 'desc')
      .pluck(campaignWebsite.from);
    const ofPages = await find(
      'pseo-page',
      campaigns,
      await readableOf(strapi, ctx, UIDS.pseoPage),
      words,
      except,
    );
    // Half of the room is the other's where it needs it.
    const half = Math.max(MAX_TARGETS / 2, MAX_TARGETS - ofPages.length);
    const first = ofPosts.slice(0, half);
    return [...first, ...ofPages.slice(0, MAX_TARGETS - first.length)];
  };
};

/** Of a text more than any title has: normalizing takes a time that grows with the square of a row of marks. */
const FOLDED = 1_000;

const folded = (text: string): string =>
  text.slice(0, FOLDED).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const hasAll = ({ title, slug }: Row, words: readonly string[]): boolean => {
  const text = folded(`${title ?? ''} ${slug ?? ''}`);
  return words.every((word) => text.includes(word));
};
