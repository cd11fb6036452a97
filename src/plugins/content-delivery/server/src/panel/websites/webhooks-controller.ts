import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { NewSecret } from '../../../../contracts/webhooks';
import { OLD_KEY_PERIODS } from '../../../../contracts/websites';
import type { Webhooks } from '../../events/webhooks';
import { isId } from '../../platform/document-ids';
import { fieldError } from '../../platform/field-errors';
import { isBlank } from '../../platform/formats';
import { UIDS } from '../../platform/uids';
import { periodIn } from './old-key-period';
import { createReceivers } from './receivers';
import { websiteInPath } from './website-in-path';

/** Webhooks of one website. */
const MAX_WEBHOOKS = 20;
/** What a secret that people enter has at least. */
const MIN_SECRET = 16;

/** The webhooks of websites that the signed-in user may see. */
export const createWebhooksController = (
  strapi: Core.Strapi,
  { store, wake }: Pick<Webhooks, 'store' | 'wake'>,
) => {
  const { documents, seen, found, settingsIn, remove } = createReceivers(strapi, {
    uid: UIDS.webhook,
    noun: 'webhook',
    parameter: 'webhook',
    store,
  });

  const answerSecret = async (ctx: Context, website: string, documentId: string, secret: string) => {
    const data = { webhook: await found(website, documentId), secret };
    ctx.body = { data: data satisfies NewSecret };
  };

  return {
    async list(ctx: Context) {
      ctx.body = { data: await store.list(await websiteInPath(strapi, ctx)) };
    },

    async create(ctx: Context) {
      const given = settingsIn(ctx.request.body, ['url', 'events', 'active', 'signatureHeader', 'secret']);
      const website = await websiteInPath(strapi, ctx);
      if (!isBlank(given['secret']) && String(given['secret']).length < MIN_SECRET) {
        throw fieldError(
          'secret',
          `A secret has at least ${MIN_SECRET} characters, so that it is hard to guess.`,
        );
      }
      if ((await store.list(website)).length >= MAX_WEBHOOKS) {
        throw new errors.ValidationError(`A website has at most ${MAX_WEBHOOKS} webhooks.`);
      }
      const { documentId } = await documents().create({ data: { ...given, website } });
      await answerSecret(ctx, website, documentId, await store.revealNew(documentId));
      ctx.status = 201;
    },

    async update(ctx: Context) {
      const data = settingsIn(ctx.request.body, ['url', 'events', 'active', 'signatureHeader']);
      const { website, receiver: webhook } = await seen(ctx);
      await documents().update({ documentId: webhook.documentId, data });
      wake();
      ctx.body = { data: await found(website, webhook.documentId) };
    },

    remove,

    async rotate(ctx: Context) {
      const period = periodIn(ctx.request.body, 'oldSecretWorksFor');
      const { website, receiver: webhook } = await seen(ctx);
      const { documentId } = webhook;
      const secret = await store.rotate(website, documentId, OLD_KEY_PERIODS[period]);
      await answerSecret(ctx, website, documentId, secret);
    },

    async endOldSecret(ctx: Context) {
      const { website, receiver: webhook } = await seen(ctx);
      await store.endOldSecret(website, webhook.documentId);
      ctx.body = { data: await found(website, webhook.documentId) };
    },

    async test(ctx: Context) {
      const { website, receiver: webhook } = await seen(ctx);
      await store.test(website, webhook.documentId);
      wake();
      ctx.body = { data: await store.events(webhook.documentId) };
    },

    /** What was sent lately, with what came of it. */
    async events(ctx: Context) {
      const { receiver: webhook } = await seen(ctx);
      ctx.body = { data: await store.events(webhook.documentId) };
    },

    async sendAgain(ctx: Context) {
      const { receiver: webhook } = await seen(ctx);
      const { event } = ctx['params'] as { event: string };
      if (!isId(event) || !(await store.sendAgain(webhook.documentId, event))) {
        throw new errors.NotFoundError('The webhook has no such event any more.');
      }
      wake();
      ctx.body = { data: await store.events(webhook.documentId) };
    },
  };
};
