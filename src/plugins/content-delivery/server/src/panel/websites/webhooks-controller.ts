import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type {
  SecretAnswer,
  SentEventsAnswer,
  Webhook,
  WebhookAnswer,
  WebhooksAnswer,
} from '../../../../contracts/webhooks';
import { OLD_KEY_PERIODS, type OldKeyPeriod } from '../../../../contracts/websites';
import { websiteOf } from '../../access/editors/rights';
import type { Webhooks } from '../../events/webhooks';
import { fieldError } from '../../platform/field-errors';
import { isBlank } from '../../platform/formats';
import { UIDS } from '../../platform/uids';

/** Webhooks of one website. */
const MAX_WEBHOOKS = 20;
/** What a secret that people enter has at least. */
const MIN_SECRET = 16;
const PERIODS = Object.keys(OLD_KEY_PERIODS);
/** False for what no id can be; PostgreSQL does not take every character in a question either. */
const isId = (value: string): boolean => /^[\w-]+$/.test(value);

type Data = Record<string, unknown>;

/** The webhooks of websites that the signed-in user may see. */
export const createWebhooksController = (
  strapi: Core.Strapi,
  { store, wake }: Pick<Webhooks, 'store' | 'wake'>,
) => {
  const documents = () => strapi.documents(UIDS.webhook as never) as unknown as Documents;

  /** @throws ForbiddenError, NotFoundError unless the user may see the website */
  const seenWebsite = async (ctx: Context): Promise<string> => {
    const { documentId } = ctx['params'] as { documentId: string };
    return (await websiteOf(strapi, ctx, documentId)).documentId;
  };

  /** @throws ForbiddenError, NotFoundError unless it is a webhook of a website that the user may see */
  const seenWebhook = async (ctx: Context): Promise<{ website: string; webhook: Webhook }> => {
    const website = await seenWebsite(ctx);
    const { webhook: documentId } = ctx['params'] as { webhook: string };
    const webhook = isId(documentId) ? await store.find(website, documentId) : null;
    if (!webhook) throw new errors.NotFoundError('The website has no such webhook.');
    return { website, webhook };
  };

  const found = async (website: string, documentId: string): Promise<Webhook> => {
    const webhook = await store.find(website, documentId);
    if (!webhook) throw new errors.NotFoundError('The webhook was deleted in the meantime.');
    return webhook;
  };

  const answerSecret = async (ctx: Context, website: string, documentId: string, secret: string) => {
    const data = { webhook: await found(website, documentId), secret };
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data } satisfies SecretAnswer;
  };

  return {
    async list(ctx: Context) {
      ctx.body = { data: await store.list(await seenWebsite(ctx)) } satisfies WebhooksAnswer;
    },

    async create(ctx: Context) {
      const given = readWebhook(ctx.request.body, ['url', 'events', 'active', 'signatureHeader', 'secret']);
      const website = await seenWebsite(ctx);
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
      const data = readWebhook(ctx.request.body, ['url', 'events', 'active', 'signatureHeader']);
      const { website, webhook } = await seenWebhook(ctx);
      await documents().update({ documentId: webhook.documentId, data });
      wake();
      ctx.body = { data: await found(website, webhook.documentId) } satisfies WebhookAnswer;
    },

    async remove(ctx: Context) {
      const { webhook } = await seenWebhook(ctx);
      await documents().delete({ documentId: webhook.documentId });
      ctx.status = 204;
    },

    async rotate(ctx: Context) {
      const { oldSecretWorksFor: period } = (ctx.request.body ?? {}) as Data;
      if (typeof period !== 'string' || !PERIODS.includes(period)) {
        throw new errors.ValidationError(`oldSecretWorksFor must be one of: ${PERIODS.join(', ')}.`);
      }
      const { website, webhook } = await seenWebhook(ctx);
      const { documentId } = webhook;
      const secret = await store.rotate(website, documentId, OLD_KEY_PERIODS[period as OldKeyPeriod]);
      await answerSecret(ctx, website, documentId, secret);
    },

    async endOldSecret(ctx: Context) {
      const { website, webhook } = await seenWebhook(ctx);
      await store.endOldSecret(website, webhook.documentId);
      ctx.body = { data: await found(website, webhook.documentId) } satisfies WebhookAnswer;
    },

    async test(ctx: Context) {
      const { website, webhook } = await seenWebhook(ctx);
      await store.test(website, webhook.documentId);
      wake();
      ctx.body = { data: await store.events(webhook.documentId) } satisfies SentEventsAnswer;
    },

    /** What was sent lately, with what came of it. */
    async events(ctx: Context) {
      const { webhook } = await seenWebhook(ctx);
      ctx.body = { data: await store.events(webhook.documentId) } satisfies SentEventsAnswer;
    },

    async sendAgain(ctx: Context) {
      const { webhook } = await seenWebhook(ctx);
      const { event } = ctx['params'] as { event: string };
      if (!isId(event) || !(await store.sendAgain(webhook.documentId, event))) {
        throw new errors.NotFoundError('The webhook has no such event any more.');
      }
      wake();
      ctx.body = { data: await store.events(webhook.documentId) } satisfies SentEventsAnswer;
    },
  };
};

interface Documents {
  create(given: { data: Data }): Promise<{ documentId: string }>;
  update(given: { documentId: string; data: Data }): Promise<unknown>;
  delete(given: { documentId: string }): Promise<unknown>;
}

/** Of a body, what may be written from here; the rule of webhooks says whether it is right. */
const readWebhook = (body: unknown, names: readonly string[]): Data => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new errors.ValidationError('The body must have the settings of a webhook.');
  }
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
};
