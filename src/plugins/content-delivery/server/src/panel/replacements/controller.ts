import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { NewReplacement, ReplaceScope, SkippedPost } from '../../../../contracts/replacements';
import { rightsOf, websiteOf } from '../../access/editors/rights';
import type { Job, Jobs } from '../../jobs';
import { conflict, documentIdOf, userIdOf } from '../../platform/panel-requests';
import { chunks } from '../../platform/database/statements';
import { UIDS } from '../../platform/uids';
import { attributesOf } from './find';
import type { Replacements } from './index';
import { payloadOf } from './jobs';
import { afterIn, postsIn, scopeIn } from './request';
import type { ReplaceConditions } from './search';
import type { NewReplacedPost } from './store';

/** Posts that one statement looks up. */
const BATCH_SIZE = 200;
/** Posts that are named as left as they are. */
const MAX_LEFT = 200;

type NamedRow = { documentId: string; title: string | null; website: { documentId: string } | null };

/** Search and replace over posts, as far as the user may read and change them. */
export const createReplacementsController = (
  strapi: Core.Strapi,
  { search, store, jobs: runs }: Replacements,
  jobs: Jobs,
) => {
  /** Which posts the user may search and change. @throws ForbiddenError; NotFoundError for a foreign website */
  const conditionsOf = async (
    ctx: Context,
    { fields, websites, live }: ReplaceScope,
  ): Promise<ReplaceConditions> => {
    const attributes = attributesOf(fields);
    const ids = [];
    for (const website of websites) ids.push((await websiteOf(strapi, ctx, website)).id);
    const rights = [
      // The list shows titles, and the words around each place.
      await rightsOf(strapi, ctx, UIDS.post, 'read', [...attributes, 'title', 'website']),
      await rightsOf(strapi, ctx, UIDS.post, 'update', attributes),
    ];
    const own = { website: { id: { $in: ids } } };
    const publish = live ? await rightsOf(strapi, ctx, UIDS.post, 'publish') : null;
    const all = [...rights, own].filter((one) => one !== null);
    return {
      drafts: { $and: [...all, { publishedAt: null }] },
      live: live ? { $and: [...all, publish ?? {}, { publishedAt: { $notNull: true } }] } : null,
    };
  };

  const rowsOf = async (where: object, documentIds: readonly string[]): Promise<Map<string, NamedRow>> => {
    const rows: NamedRow[] = [];
    for (const some of chunks(documentIds, BATCH_SIZE)) {
      rows.push(
        ...((await strapi.db.query(UIDS.post).findMany({
          where: { $and: [where, { documentId: { $in: some } }] },
          select: ['id', 'documentId', 'title'],
          populate: { website: { select: ['id', 'documentId'] } },
        })) as NamedRow[]),
      );
    }
    return new Map(rows.map((row) => [row.documentId, row]));
  };

  const maySee = async (ctx: Context, job: Job): Promise<boolean> => {
    try {
      for (const website of payloadOf(job).websites) await websiteOf(strapi, ctx, website);
      return true;
    } catch (error) {
      if (error instanceof errors.NotFoundError) return false;
      throw error;
    }
  };

  const jobFor = async (ctx: Context): Promise<Job> => {
    const job = await runs.find(documentIdOf(ctx));
    if (!job || !(await maySee(ctx, job))) throw new errors.NotFoundError('There is no such run.');
    return job;
  };

  /** A user who may not change posts like that may not let another user's run go on either. */
  const changingJobFor = async (ctx: Context): Promise<Job> => {
    const job = await jobFor(ctx);
    await conditionsOf(ctx, payloadOf(job));
    return job;
  };

  const answerWith = async (ctx: Context, job: Job): Promise<void> => {
    ctx.body = { data: await runs.describe((await runs.find(job.documentId)) ?? job) };
  };

  return {
    /** What would change. Nothing does. */
    async search(ctx: Context) {
      const scope = scopeIn(ctx.request.body);
      ctx.body = { data: await search(scope, await conditionsOf(ctx, scope), afterIn(ctx.request.body)) };
    },

    async start(ctx: Context) {
      const scope = scopeIn(ctx.request.body);
      const wanted: NewReplacement['posts'] = postsIn(ctx.request.body);
      const conditions = await conditionsOf(ctx, scope);
      const ids = wanted.map(({ documentId }) => documentId);
      const drafts = await rowsOf(conditions.drafts, ids);
      const live = conditions.live ? await rowsOf(conditions.live, ids) : new Map<string, NamedRow>();
      const posts = wanted.map(({ documentId, version, skip }): NewReplacedPost => {
        const draft = drafts.get(documentId);
        return {
          post: documentId,
          website: draft?.website?.documentId ?? '',
          live: live.has(documentId),
          version,
          skip,
          state: draft ? 'waiting' : 'skipped',
          reason: draft ? null : 'not-allowed',
        };
      });
      const job = await runs.start({ ...scope, userId: userIdOf(ctx), of: null }, posts);
      ctx.status = 202;
      await answerWith(ctx, job);
    },

    async list(ctx: Context) {
      const seen: Job[] = [];
      for (const job of await runs.latest()) if (await maySee(ctx, job)) seen.push(job);
      ctx.body = { data: await Promise.all(seen.slice(0, 20).map((job) => runs.describe(job))) };
    },

    async one(ctx: Context) {
      await answerWith(ctx, await jobFor(ctx));
    },

    /** Posts that were left as they are; titles as far as the user may read them. */
    async skipped(ctx: Context) {
      const job = await jobFor(ctx);
      const { of } = payloadOf(job);
      const left = await store.left(of ?? job.documentId, [of === null ? 'skipped' : 'kept'], MAX_LEFT);
      const readable = (await rightsOf(strapi, ctx, UIDS.post, 'read', ['title'])) ?? {};
      const rows = await rowsOf(
        { $and: [readable, { publishedAt: null }] },
        left.map(({ post }) => post),
      );
      const data = left.map(({ post, reason, message }): SkippedPost => ({
        documentId: post,
        title: rows.get(post)?.title ?? '',
        reason,
        message: rows.has(post) ? message : null,
      }));
      ctx.body = { data };
    },

    async cancel(ctx: Context) {
      const job = await changingJobFor(ctx);
      if (!(await jobs.cancel(job.documentId))) return conflict(ctx, 'It has ended already.');
      await answerWith(ctx, job);
    },

    async resume(ctx: Context) {
      const job = await changingJobFor(ctx);
      if (!(await jobs.resume(job.documentId))) {
        return conflict(ctx, 'Only what has failed or was cancelled can go on.');
      }
      await answerWith(ctx, job);
    },

    /** Puts back what a run has changed, where it was not changed since. */
    async takeBack(ctx: Context) {
      const job = await jobFor(ctx);
      const payload = payloadOf(job);
      const conditions = await conditionsOf(ctx, payload);
      const { mayTakeBack } = await runs.describe(job);
      if (!mayTakeBack) return conflict(ctx, 'There is nothing to take back.');
      const posts = await store.posts(job.documentId, 'changed');
      const drafts = await rowsOf(conditions.drafts, posts);
      const live = await rowsOf({ publishedAt: { $notNull: true } }, payload.live ? posts : []);
      const ownLive = await rowsOf(conditions.live ?? {}, [...live.keys()]);
      const foreign = posts.filter((post) => !drafts.has(post) || (live.has(post) && !ownLive.has(post)));
      const back = await runs.takeBack(job, foreign, userIdOf(ctx), posts.length);
      ctx.status = 202;
      await answerWith(ctx, back);
    },
  };
};
