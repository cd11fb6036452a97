import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  MAX_CALENDAR_DAYS,
  MAX_POST_STATES,
  type Calendar,
  type MoveRequest,
  type PostState,
} from '../../../../contracts/calendar';
import { checkerFor, readableEntry, rightsOf, websiteOf } from '../../access/editors/rights';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import type { Drips } from '../../pseo/drips';
import { documentIdOf, userIdOf } from '../../platform/panel-requests';
import { fieldError } from '../../platform/field-errors';
import { asObject } from '../../platform/input';
import { readParameters, withValidationError } from '../../platform/parameters';
import { UIDS } from '../../platform/uids';
import { dripsIn, postsIn, type DatedPost, type Period } from './calendar';
import { mayMove, movePost } from './move';
import { readVersions, stateOf } from './post-states';
import { DAY } from '../../platform/durations';

const IDS = /^[\w-]+(,[\w-]+)*$/;

/** What goes live when, for those who may read posts, on the websites that they may see. */
export const createCalendarController = (strapi: Core.Strapi, drips: Drips) => {
  /** The numbers of those of these posts that the user may move. */
  const movable = async (ctx: Context, posts: readonly DatedPost[]): Promise<Set<string>> => {
    const checker = checkerFor(strapi, ctx, UIDS.post);
    const candidates = posts.filter(({ state }) => state !== 'live');
    if (candidates.length === 0 || checker.cannot.update()) return new Set();
    const isPublished = new Map(
      candidates.map(({ documentId, state }) => [documentId, state === 'scheduled']),
    );
    const rows: { documentId: string }[] = await strapi.db.query(UIDS.post).findMany({
      where: { documentId: { $in: [...isPublished.keys()] } },
      select: ['id', 'documentId'],
      populate: PERMISSION_POPULATE[UIDS.post] ?? {},
    });
    const kept = rows.filter((row) => !mayMove(checker, row, isPublished.get(row.documentId) ?? false));
    for (const { documentId } of kept) isPublished.delete(documentId);
    return new Set(isPublished.keys());
  };

  return {
    /** How readers see each of some posts. */
    async states(ctx: Context) {
      const { posts = '' } = withValidationError(() => readParameters(ctx.querystring, ['posts']));
      const ids = posts.split(',');
      if (!IDS.test(posts) || ids.length > MAX_POST_STATES)
        throw new errors.ValidationError(`Name 1 to ${MAX_POST_STATES} posts.`);
      const rights = await rightsOf(strapi, ctx, UIDS.post, 'read');
      const now = new Date();
      const found = await readVersions(strapi, { $and: [rights ?? {}, { documentId: { $in: ids } }] });
      const showsDates = checkerFor(strapi, ctx, UIDS.post).can.read(undefined, 'scheduleDate');
      ctx.body = {
        data: [...found].map(([documentId, versions]): PostState => {
          const state = stateOf(documentId, versions, now);
          return showsDates ? state : { ...state, waitsUntil: null, plannedFor: null };
        }),
      };
    },

    async list(ctx: Context) {
      const parameters = withValidationError(() =>
        readParameters(ctx.querystring, ['from', 'until', 'website']),
      );
      const period = periodIn(parameters);
      const site = parameters.website ? await websiteOf(strapi, ctx, parameters.website) : null;
      const onSite = site ? { website: { id: site.id } } : {};
      const readable = await rightsOf(strapi, ctx, UIDS.post, 'read', [
        'title',
        'scheduleDate',
        'publishDate',
      ]);
      const { posts, isCut } = await postsIn(strapi, period, { $and: [readable ?? {}, onSite] }, new Date());
      const mayMoveThem = await movable(ctx, posts);
      ctx.body = {
        data: {
          posts: posts.flatMap(({ documentId, version: { title, website }, at, state }) =>
            website
              ? [
                  {
                    documentId,
                    title: title ?? '',
                    website: { documentId: website.documentId, name: website.name },
                    at: at.toISOString(),
                    state,
                    mayMove: mayMoveThem.has(documentId),
                  },
                ]
              : [],
          ),
          drips: await readableDrips(ctx, period, onSite),
          isCut,
        } satisfies Calendar,
      };
    },

    async move(ctx: Context) {
      const documentId = documentIdOf(ctx);
      const { to, from } = moveIn(ctx.request.body);
      const entry = await readableEntry(strapi, ctx, UIDS.post, documentId, { publishedAt: null });
      const site = entry && (await readVersions(strapi, { documentId })).get(documentId)?.draft?.website;
      if (!entry || !site) {
        throw new errors.NotFoundError('There is no such post, or it is not on one of your websites.');
      }
      const userId = userIdOf(ctx);
      const checker = checkerFor(strapi, ctx, UIDS.post);
      await movePost(strapi, { documentId, website: site.documentId, from, to, userId, checker });
      ctx.body = { data: { documentId, at: to.toISOString() } };
    },
  };

  async function readableDrips(ctx: Context, period: Period, onSite: object) {
    if (checkerFor(strapi, ctx, UIDS.pseoCampaign).cannot.read(undefined, 'name')) return [];
    const readable = await rightsOf(strapi, ctx, UIDS.pseoCampaign, 'read', ['name']);
    return dripsIn(strapi, drips, period, { $and: [readable ?? {}, onSite] });
  }
};

/** Years of four digits: Strapi and the databases store no others. */
const dateIn = (value: unknown, field: string): Date => {
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : null;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw fieldError(field, `"${field}" must be a moment such as 2026-12-02T09:00:00.000Z.`);
};

const periodIn = (parameters: { from?: string; until?: string }): Period => {
  const from = dateIn(parameters.from, 'from');
  const until = dateIn(parameters.until, 'until');
  const days = (until.getTime() - from.getTime()) / DAY;
  if (days <= 0 || days > MAX_CALENDAR_DAYS)
    throw fieldError('until', `Ask for at most ${MAX_CALENDAR_DAYS} days, the earlier moment first.`);
  return { from, until };
};

const moveIn = (body: unknown): { to: Date; from: Date } => {
  const { to, from } = asObject(body, 'body') as Partial<Record<keyof MoveRequest, unknown>>;
  return { to: dateIn(to, 'to'), from: dateIn(from, 'from') };
};
