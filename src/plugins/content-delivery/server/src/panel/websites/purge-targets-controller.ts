import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { PurgeTarget } from '../../../../contracts/purge-targets';
import type { Purges } from '../../events/purges';
import { fieldError } from '../../platform/field-errors';
import { UIDS } from '../../platform/uids';
import { createReceivers } from './receivers';
import { websiteInPath } from './website-in-path';

/** Purge targets of one website. */
const MAX_TARGETS = 10;
const WRITTEN: readonly string[] = ['kind', 'url', 'zone', 'credentials', 'sharedSeconds', 'active'];

/** The purge targets of websites that the signed-in user may see. */
export const createPurgeTargetsController = (
  strapi: Core.Strapi,
  { store, wake }: Pick<Purges, 'store' | 'wake'>,
) => {
  const { documents, seen, found, settingsIn, remove } = createReceivers(strapi, {
    uid: UIDS.purgeTarget,
    noun: 'purge target',
    parameter: 'target',
    store,
  });

  const answer = async (ctx: Context, website: string, documentId: string): Promise<void> => {
    wake();
    ctx.body = { data: await found(website, documentId) };
  };

  const answerAttempts = async (ctx: Context, { documentId }: PurgeTarget): Promise<void> => {
    ctx.body = { data: await store.attempts(documentId) };
  };

  return {
    async list(ctx: Context) {
      ctx.body = { data: await store.list(await websiteInPath(strapi, ctx)) };
    },

    async create(ctx: Context) {
      const data = settingsIn(ctx.request.body, WRITTEN);
      const website = await websiteInPath(strapi, ctx);
      if ((await store.list(website)).length >= MAX_TARGETS) {
        throw fieldError('kind', `A website has at most ${MAX_TARGETS} purge targets. Delete one first.`);
      }
      const { documentId } = await documents().create({ data: { ...data, website } });
      ctx.status = 201;
      await answer(ctx, website, documentId);
    },

    async update(ctx: Context) {
      const data = settingsIn(ctx.request.body, WRITTEN);
      const { website, receiver: target } = await seen(ctx);
      await documents().update({ documentId: target.documentId, data });
      await answer(ctx, website, target.documentId);
    },

    remove,

    async test(ctx: Context) {
      const { receiver: target } = await seen(ctx);
      await store.test(target.documentId);
      wake();
      await answerAttempts(ctx, target);
    },

    /** Has the cache forget all of the website. */
    async purgeAll(ctx: Context) {
      const { website, receiver: target } = await seen(ctx);
      await store.purgeAll(website, target.documentId);
      wake();
      await answerAttempts(ctx, target);
    },

    /** The latest purge requests, with what came of them. */
    async attempts(ctx: Context) {
      await answerAttempts(ctx, (await seen(ctx)).receiver);
    },
  };
};
