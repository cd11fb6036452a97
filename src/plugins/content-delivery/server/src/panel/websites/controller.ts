import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { WebsiteKeys, WebsiteOverview, WebsitesAnswer } from '../../../../contracts/websites';
import { readableOf, type Readable } from '../../access/editors/rights';
import { tablesOf } from '../../platform/database/tables';
import { byCodeUnit } from '../../platform/database/values';
import { linkCounts, livePageCounts, postCounts, websiteRows } from './overview-query';
import type { KeyStore } from '../../content/api-keys/store';
import { UIDS, type ContentUid } from '../../platform/uids';
import { toWebsiteKeys } from './api-keys-controller';

const NO_KEYS: WebsiteKeys = { current: null, old: null };

interface Counts<Count> {
  readable: Map<number, Count>;
  all: Map<number, Count>;
}

/** Of what the user may read, and of all that is there. */
const counts = async <Count>(
  { narrow }: Readable,
  count: (narrow: Readable['narrow']) => Promise<Map<number, Count>>,
): Promise<Counts<Count>> => {
  const readable = await count(narrow);
  return { readable, all: narrow ? await count(null) : readable };
};

/** A number of a website; null where the user may not read some of what it counts: fewer are not all that there are. */
const known = <Count>(
  counted: Counts<Count> | null,
  website: number,
  numberOf: (count: Count | undefined) => number,
): number | null => {
  if (!counted) return null;
  const number = numberOf(counted.readable.get(website));
  return number === numberOf(counted.all.get(website)) ? number : null;
};

/** What the plugin's part of the admin panel asks about websites. */
export const createWebsitesController = (
  strapi: Core.Strapi,
  { keys, publicUrl }: { keys: KeyStore; publicUrl: string },
) => ({
  /** All websites that the signed-in user may see, by a number of statements that does not grow with them. */
  async overview(ctx: Context) {
    const readable = (uid: ContentUid) => readableOf(strapi, ctx, uid);
    const [websites, posts, pages, links] = [
      await readable(UIDS.website),
      await readable(UIDS.post),
      await readable(UIDS.pseoPage),
      await readable(UIDS.internalLink),
    ];
    const sql = strapi.db.connection;
    const tables = tablesOf(strapi);
    const now = new Date();
    const rows = websites ? await websiteRows(sql, tables, websites.narrow) : [];
    const own = websites?.narrow ? rows.map(({ id }) => id) : null;
    const counted = {
      posts: posts && (await counts(posts, (some) => postCounts(sql, tables, own, some, now))),
      pages: pages && (await counts(pages, (some) => livePageCounts(sql, tables, own, some))),
      links: links && (await counts(links, (some) => linkCounts(sql, tables, own, some))),
    };
    const keysShown = websites?.shows('apiKey')
      ? toWebsiteKeys(await keys.valid(own && rows.map(({ documentId }) => documentId)))
      : null;

    const shown = <Value>(attribute: string, value: Value): Value | null =>
      websites?.shows(attribute) ? value : null;
    const toOverview = (row: (typeof rows)[number]): WebsiteOverview => ({
      documentId: row.documentId,
      name: shown('name', row.name) ?? row.documentId,
      kind: shown('kind', row.kind),
      url: shown('url', row.url || null),
      previewUrl: shown('previewUrl', row.previewUrl || null),
      scheduledPosts: shown('scheduledPosts', row.scheduledPosts),
      numbers: {
        livePosts: known(counted.posts, row.id, (count) => count?.live ?? 0),
        scheduledPosts: known(counted.posts, row.id, (count) => count?.scheduled ?? 0),
        draftPosts: known(counted.posts, row.id, (count) => count?.drafts ?? 0),
        livePages: known(counted.pages, row.id, (count) => count ?? 0),
        links: known(counted.links, row.id, (count) => count ?? 0),
      },
      keys: keysShown && (keysShown.get(row.documentId) ?? NO_KEYS),
    });
    ctx.body = {
      data: rows
        .map(toOverview)
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || byCodeUnit(a.documentId, b.documentId)),
      meta: { publicUrl, now: now.toISOString() },
    } satisfies WebsitesAnswer;
  },
});
