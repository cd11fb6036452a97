import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import {
  PAGE_ACTIONS,
  type NewPageJob,
  type PageFilter,
  type PageRefusals,
  type PageRefusal,
} from '../../../../contracts/pseo-pages';
import { rightsOf, websiteOf } from '../../access/editors/rights';
import type { Job, Jobs } from '../../jobs';
import type { Pages } from './index';
import { parseCursor } from './list';
import { toPageJob, type PageJobPayload } from './page-jobs';
import { websiteIn } from './selection-resolver';
import { conflict, documentIdOf, userIdOf } from '../../platform/panel-requests';
import { fieldError } from '../../platform/field-errors';
import { UIDS } from '../../platform/uids';
import { asObject, idIn, limitIn, optionalChoiceIn, optionalTextIn, type Input } from '../../platform/input';
import { filterIn, selectedPagesIn, slugRightsOf } from './selected-pages';

/** The list of pSEO pages in the admin panel, and changes of many pages at once. */
export const createPseoPagesController = (strapi: Core.Strapi, pages: Pages, jobs: Jobs) => {
  const selectionFor = async (ctx: Context, filter: PageFilter) => ({
    ...filter,
    website: await websiteOf(strapi, ctx, filter.website),
    narrowing: await rightsOf(strapi, ctx, UIDS.pseoPage, 'read'),
  });

  const jobFor = async (ctx: Context): Promise<Job> => {
    const job = await pages.jobs.find(documentIdOf(ctx));
    if (!job?.website) throw new errors.NotFoundError('There is no such job.');
    await websiteOf(strapi, ctx, job.website);
    return job;
  };

  /** A user who may not do something to pages may not resume another user's job that does it either. */
  const changingJobFor = async (ctx: Context): Promise<Job> => {
    const job = await jobFor(ctx);
    const { action, publish } = job.payload as PageJobPayload;
    if (action === 'slugs') await slugRightsOf(strapi, ctx, publish === true);
    else await rightsOf(strapi, ctx, UIDS.pseoPage, action);
    return job;
  };

  const answerWithJob = async (ctx: Context, { documentId }: Job): Promise<void> => {
    const job = await pages.jobs.find(documentId);
    ctx.body = { data: job && toPageJob(job) };
  };

  return {
    async list(ctx: Context) {
      const query = ctx.query as Input;
      const selection = await selectionFor(ctx, filterIn(query));
      const text = optionalTextIn(query, 'cursor');
      const cursor = text === undefined ? null : parseCursor(text);
      if (text !== undefined && !cursor) {
        throw fieldError('cursor', 'This part of the list cannot be found. Begin with the first.');
      }
      ctx.body = {
        data: await pages.list(selection, { cursor, limit: limitIn(query) }),
      };
    },

    async counts(ctx: Context) {
      const selection = await selectionFor(ctx, filterIn(ctx.query as Input));
      const counts = await pages.selections.countStates(selection);
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      ctx.body = { data: { all, ...counts } };
    },

    async start(ctx: Context) {
      const request = newJobIn(ctx.request.body);
      await websiteOf(strapi, ctx, websiteIn(request));
      const narrowing = await rightsOf(strapi, ctx, UIDS.pseoPage, request.action);
      if ('filter' in request && request.expected !== undefined) {
        const count = await pages.count(await selectionFor(ctx, request.filter));
        if (count !== request.expected) {
          return conflict(
            ctx,
            `The number of selected pages is now ${count}; it was ${request.expected}. Nothing was done: look at them again.`,
          );
        }
      }
      const job = await pages.bulk.start(request, narrowing, userIdOf(ctx));
      ctx.status = 202;
      ctx.body = { data: toPageJob(job) };
    },

    async jobs(ctx: Context) {
      const { documentId } = await websiteOf(strapi, ctx, idIn(ctx.query as Input, 'website'));
      ctx.body = { data: (await pages.jobs.latest(documentId)).map(toPageJob) };
    },

    async job(ctx: Context) {
      ctx.body = { data: toPageJob(await jobFor(ctx)) };
    },

    async cancel(ctx: Context) {
      const job = await changingJobFor(ctx);
      if (!(await jobs.cancel(job.documentId))) return conflict(ctx, 'The job has ended already.');
      await answerWithJob(ctx, job);
    },

    async resume(ctx: Context) {
      const job = await changingJobFor(ctx);
      if (!(await jobs.resume(job.documentId))) {
        return conflict(ctx, 'Only a job that has failed or was cancelled can go on.');
      }
      await answerWithJob(ctx, job);
    },

    async refusals(ctx: Context) {
      const { documentId } = await jobFor(ctx);
      ctx.body = { data: await refusalsFor(ctx, pages.queue.refusals, documentId) };
    },
  };
};

/** A part of what was passed over, with where the next part begins. */
export const refusalsFor = async (
  ctx: Context,
  read: (queue: string, after: string, limit: number) => Promise<PageRefusal[]>,
  queue: string,
): Promise<PageRefusals> => {
  const query = ctx.query as Input;
  const limit = limitIn(query);
  const found = await read(queue, optionalTextIn(query, 'cursor') ?? '', limit + 1);
  const refusals = found.slice(0, limit);
  const last = refusals[refusals.length - 1];
  return { refusals, nextCursor: found.length > limit && last ? last.page : null };
};

const newJobIn = (body: unknown): NewPageJob => {
  const input = asObject(body, 'body');
  const action = optionalChoiceIn(input, 'action', PAGE_ACTIONS);
  if (!action) throw fieldError('action', 'Say what to do: publish, unpublish or delete.');
  const { expected } = input;
  if (expected !== undefined && !Number.isInteger(expected)) {
    throw fieldError('expected', '"expected" must be a whole number.');
  }
  return {
    action,
    ...selectedPagesIn(input),
    ...(expected !== undefined && { expected: expected as number }),
  };
};
