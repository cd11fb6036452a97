import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { checkerFor } from '../../access/editors/rights';
import { slugFromName } from '../../../../contracts/delivery';
import type { PostAddress, TermPage } from '../../../../contracts/editing';
import { readParameters, withValidationError } from '../../platform/parameters';
import { isBlank } from '../../platform/formats';
import { firstFreeSlug, slugFromTitle } from '../../content/rules/free-slug';
import { fitSlug } from '../../content/rules/slug';
import { slugsTakenFrom } from '../../content/rules/taken-slugs';
import { scopedHash } from '../../platform/scoped-hash';
import type { DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { waitsUntil } from '../visibility';
import { documentIdOf } from '../../platform/panel-requests';

/** Terms of one answer; the picker requests the next page on scrolling. */
const PAGE_SIZE = 50;
const LAST_PAGE = 10_000;

interface WebsiteRow {
  id: number;
  documentId: string;
  name: string;
  url: string | null;
  scheduledPosts: 'include' | 'withhold';
}

interface PostRow {
  slug: string | null;
  publishedAt: unknown;
  scheduleDate: DatabaseDate | null;
  website: { url: string | null } | null;
}

/** What the forms of the admin panel request while an editor writes a post. */
export const createWritingController = (strapi: Core.Strapi) => {
  return {
    /**
     * The address that a post will get: its slug (the given one, else made from the title), whether that is free, the
     * nearest free one, and the address of its live version. A hint: saving looks again, under the website's lock.
     */
    async postAddress(ctx: Context) {
      const { slug = '', title = '', post } = parameters(ctx, ['slug', 'title', 'post']);
      const website = await websiteToWriteOn(ctx);
      const rows = post ? await readablePost(ctx, post) : [];

      const live = rows.find((row) => row.publishedAt);
      const wanted = !isBlank(slug) ? slug : isBlank(title) ? '' : slugFromTitle(title);
      const takenAmong = slugsTakenFrom(strapi, UIDS.post, website, { id: 0, documentId: post ?? '' });
      const isFree = wanted === '' || (await takenAmong([wanted])).size === 0;
      const fitting = wanted === '' ? '' : fitSlug('post', wanted) || slugFromTitle(title);
      const mayStay = isFree && fitting === wanted;
      ctx.body = {
        data: {
          slug: wanted,
          isFree,
          freeSlug: mayStay ? wanted : await firstFreeSlug(fitting, takenAmong),
          live: live?.slug
            ? {
                slug: live.slug,
                websiteUrl: live.website?.url ?? null,
                waitsUntil: waitsUntil(live.scheduleDate, new Date())?.toISOString() ?? null,
              }
            : null,
          website: { name: website.name, url: website.url, scheduledPosts: website.scheduledPosts },
        } satisfies PostAddress,
      };
    },

    /** The website's categories by name, those that contain the searched text. */
    categories: (ctx: Context) => terms(ctx, UIDS.category),

    /** The website's tags by name, those that contain the searched text. */
    tags: (ctx: Context) => terms(ctx, UIDS.tag),

    /** The website's authors by name, those whose name contains the searched text. */
    authors: (ctx: Context) => terms(ctx, UIDS.author),
  };

  async function terms(
    ctx: Context,
    uid: typeof UIDS.category | typeof UIDS.tag | typeof UIDS.author,
  ): Promise<void> {
    const { search = '', page = '1' } = parameters(ctx, ['search', 'page']);
    const number = Math.min(LAST_PAGE, Math.max(1, Math.trunc(Number(page)) || 1));
    const website = await websiteToWriteOn(ctx);
    const { filters = {} } = await checkerFor(strapi, ctx, uid).sanitizedQuery.read({});
    const find = async (conditions: readonly object[], start: number, limit: number) =>
      (await strapi.documents(uid).findMany({
        filters: { $and: [filters, { website: { documentId: website.documentId } }, ...conditions] },
        fields: ['name'],
        sort: ['name', 'documentId'],
        start,
        limit,
      } as never)) as unknown as TermPage['terms'];
    const name = search.trim();
    // First of all what has the typed name: among many that contain it, it would be on a later page, and could not be made.
    const uniqueKey = scopedHash(website.documentId, slugFromName(name));
    const meant = isBlank(search) || uid === UIDS.author ? [] : await find([{ uniqueKey }], 0, 1);
    const rows = await find(
      [
        isBlank(search) ? {} : { name: { $containsi: name } },
        ...meant.map(({ documentId }) => ({ documentId: { $ne: documentId } })),
      ],
      (number - 1) * PAGE_SIZE,
      PAGE_SIZE + 1,
    );
    const shown = [...(number === 1 ? meant : []), ...rows.slice(0, PAGE_SIZE)];
    ctx.body = {
      data: {
        terms: shown.map(({ id, documentId, name: own }) => ({ id, documentId, name: own })),
        hasMore: rows.length > PAGE_SIZE,
      } satisfies TermPage,
    };
  }

  /** The website of the path, if the signed-in user may write posts on it. */
  async function websiteToWriteOn(ctx: Context): Promise<WebsiteRow> {
    const documentId = documentIdOf(ctx);
    const website: WebsiteRow | null = await strapi.db.query(UIDS.website).findOne({ where: { documentId } });
    const posts = checkerFor(strapi, ctx, UIDS.post);
    const onWebsite = { website: { id: website?.id }, createdBy: ctx.state['user'] };
    if (!website || !(posts.can.create(onWebsite) || posts.can.update(onWebsite))) {
      throw new errors.NotFoundError('There is no such website, or it is not one of yours.');
    }
    return website;
  }

  /** Draft and live version of a post that the signed-in user may read. */
  async function readablePost(ctx: Context, documentId: string): Promise<PostRow[]> {
    const rows: PostRow[] = await strapi.db.query(UIDS.post).findMany({
      where: { documentId },
      select: ['id', 'slug', 'publishedAt', 'scheduleDate'],
      populate: { website: { select: ['id', 'url'] }, createdBy: { populate: { roles: true } } },
    });
    const { can } = checkerFor(strapi, ctx, UIDS.post);
    if (rows.length === 0 || !rows.every((row) => can.read(row))) {
      throw new errors.NotFoundError('There is no such post, or it is not on one of your websites.');
    }
    return rows;
  }
};

const parameters = <Name extends string>(
  ctx: Context,
  names: readonly Name[],
): Partial<Record<Name, string>> => withValidationError(() => readParameters(ctx.querystring, names));
