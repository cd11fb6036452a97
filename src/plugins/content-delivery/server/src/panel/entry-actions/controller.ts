import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { BINNED_TYPES } from '../../../../contracts/bin';
import {
  MAX_AFFECTED,
  type EntryRights,
  type LiveEntry,
  type Impact,
} from '../../../../contracts/entry-actions';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import { checkerFor, readableOf, rightsOf } from '../../access/editors/rights';
import { isId } from '../../platform/document-ids';
import { fieldError } from '../../platform/field-errors';
import { optionalTextIn, type Input } from '../../platform/input';
import { CONTENT_UIDS, UIDS, type ContentUid } from '../../platform/uids';
import { hostOf } from '../links/addresses';
import { visibilityOf, waitsUntil } from '../visibility';
import { postsLinkingTo, rulesLeadingTo, type Target } from './links-to';
import { documentIdOf } from '../../platform/panel-requests';

/** Live entries and linking posts that are named. */
const NAMED = 5;
/** With more entries than this, links to them are not looked for. */
const MAX_LOOKED_FOR = 20;

interface Website {
  id: number;
  url: string | null;
  scheduledPosts: 'include' | 'withhold';
  account: { id: number } | null;
}

interface LiveRow {
  documentId: string;
  title?: string | null;
  slug: string | null;
  publishedAt: Date | string;
  publishDate?: Date | string | null;
  scheduleDate?: Date | string | null;
  website?: Website | null;
  campaign?: { website: Website | null } | null;
}

const website = {
  website: { select: ['id', 'url', 'scheduledPosts'], populate: { account: { select: ['id'] } } },
};

/** What the panel asks before it offers to change, unpublish or delete entries. */
export const createEntryActionsController = (strapi: Core.Strapi, binDays: number) => {
  const uidOf = (ctx: Context): ContentUid => {
    const { model } = ctx['params'] as { model: string };
    const uid = CONTENT_UIDS.find((one) => one === model);
    if (!uid) throw new errors.NotFoundError('There is no such content type.');
    return uid;
  };

  /** The live versions of these entries, as far as the user may read them. */
  const liveOf = async (ctx: Context, uid: ContentUid, ids: readonly string[]): Promise<LiveRow[]> => {
    if (uid !== UIDS.post && uid !== UIDS.pseoPage) return [];
    const rights = await rightsOf(strapi, ctx, uid, 'read');
    return strapi.db.query(uid).findMany({
      where: { $and: [rights ?? {}, { documentId: { $in: [...ids] }, publishedAt: { $notNull: true } }] },
      select: [
        'documentId',
        'slug',
        'publishedAt',
        ...(uid === UIDS.post ? ['title', 'publishDate', 'scheduleDate'] : []),
      ] as never,
      populate: uid === UIDS.post ? website : { campaign: { select: ['id'], populate: website } },
      orderBy: { id: 'asc' },
    });
  };

  /** What some of these entries are called, as far as the user may read it. */
  const namesOf = async (
    ctx: Context,
    uid: ContentUid,
    attribute: string,
    order: string,
    ids: readonly number[],
  ): Promise<string[]> => {
    const readable = await readableOf(strapi, ctx, uid);
    if (!readable?.shows(attribute) || ids.length === 0) return [];
    const { tableName } = strapi.db.metadata.get(uid);
    const query = strapi.db.connection(tableName).whereIn('id', [...ids]);
    readable.narrow?.(query, `${tableName}.id`);
    return query.orderBy(order).limit(NAMED).pluck(attribute);
  };

  /** By website, where posts and link rules may lead to. */
  const targetsOf = (rows: readonly LiveRow[]): Map<number, { website: Website; targets: Target[] }> => {
    const found = new Map<number, { website: Website; targets: Target[] }>();
    for (const { slug, website: own, campaign } of rows) {
      const home = own ?? campaign?.website;
      if (!home || !slug) continue;
      const known = found.get(home.id) ?? { website: home, targets: [] };
      known.targets.push({ slug, host: hostOf(home.url) });
      found.set(home.id, known);
    }
    return found;
  };

  return {
    /** What the user may do to one entry. */
    async rights(ctx: Context) {
      const uid = uidOf(ctx);
      const documentId = documentIdOf(ctx);
      const rows: unknown[] = isId(documentId)
        ? await strapi.db
            .query(uid)
            .findMany({ where: { documentId }, populate: PERMISSION_POPULATE[uid] ?? {} })
        : [];
      const { can } = checkerFor(strapi, ctx, uid);
      if (rows.length === 0 || !rows.every((row) => can.read(row))) {
        throw new errors.NotFoundError('There is no such entry, or it is not on one of your websites.');
      }
      ctx.body = {
        data: {
          update: rows.every((row) => can.update(row)),
          publish: rows.every((row) => can.publish(row)),
          delete: rows.every((row) => can.delete(row)),
        } satisfies EntryRights,
      };
    },

    /** What is lost when these entries are unpublished or deleted. */
    async impact(ctx: Context) {
      const uid = uidOf(ctx);
      const ids = idsIn(ctx.query as Input);
      const rows = await liveOf(ctx, uid, ids);
      const showsTitle = !checkerFor(strapi, ctx, uid).cannot.read(undefined, 'title');
      let links: Pick<Impact, 'posts' | 'rules'> = { posts: null, rules: null };
      if (rows.length <= MAX_LOOKED_FOR) {
        const going = new Set(ids);
        const posts = new Map<string, number>();
        const rules = new Set<number>();
        for (const { website: home, targets } of targetsOf(rows).values()) {
          for (const post of await postsLinkingTo(strapi, home.id, targets, going)) {
            posts.set(post.documentId, post.id);
          }
          const { account } = home;
          if (account) for (const id of await rulesLeadingTo(strapi, account.id, targets)) rules.add(id);
        }
        links = {
          posts: {
            count: posts.size,
            titles: await namesOf(ctx, UIDS.post, 'title', 'id', [...posts.values()]),
          },
          rules: {
            count: rules.size,
            keywords: await namesOf(ctx, UIDS.internalLink, 'keyword', 'keyword', [...rules]),
          },
        };
      }
      const now = new Date();
      ctx.body = {
        data: {
          live: rows.length,
          waiting: rows.filter((row) => isWithheld(row, now)).length,
          entries: rows.slice(0, NAMED).map((row) => toLiveEntry(row, showsTitle, now)),
          ...links,
          binDays: (BINNED_TYPES as readonly string[]).includes(uid) ? binDays : null,
        } satisfies Impact,
      };
    },
  };
};

const homeOf = (row: LiveRow) => row.website ?? row.campaign?.website;

const isWithheld = (row: LiveRow, now: Date): boolean =>
  visibilityOf(
    true,
    waitsUntil(row.scheduleDate, now) !== null,
    homeOf(row)?.scheduledPosts === 'withhold',
  ) === 'withheld';

const toLiveEntry = (row: LiveRow, showsTitle: boolean, now: Date): LiveEntry => {
  return {
    name: showsTitle ? (row.title ?? '') : '',
    slug: row.slug ?? '',
    websiteUrl: homeOf(row)?.url ?? null,
    since: new Date(
      (isWithheld(row, now) ? row.scheduleDate : row.publishDate) ?? row.publishedAt,
    ).toISOString(),
  };
};

const idsIn = (input: Input): string[] => {
  const ids = (optionalTextIn(input, 'ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length >= 1 && ids.length <= MAX_AFFECTED && ids.every(isId)) return ids;
  throw fieldError('ids', `"ids" must name 1 to ${MAX_AFFECTED} entries.`);
};
