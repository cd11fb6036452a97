import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { isId } from '../../platform/document-ids';
import { isRecord } from '../../platform/formats';
import { websiteInPath } from './website-in-path';

/** What the panel asks alike of webhooks and purge targets: the receivers of a website's changes. */

type Data = Record<string, unknown>;

interface Documents {
  create(given: { data: Data }): Promise<{ documentId: string }>;
  update(given: { documentId: string; data: Data }): Promise<unknown>;
  delete(given: { documentId: string }): Promise<unknown>;
}

interface Kind<Receiver> {
  uid: string;
  /** What one is called in messages. */
  noun: string;
  /** The parameter of the path that names one. */
  parameter: string;
  store: { find(website: string, documentId: string): Promise<Receiver | null> };
}

export const createReceivers = <Receiver extends { documentId: string }>(
  strapi: Core.Strapi,
  { uid, noun, parameter, store }: Kind<Receiver>,
) => {
  const documents = () => strapi.documents(uid as never) as unknown as Documents;

  /** @throws ForbiddenError, NotFoundError unless it is one of a website that the user may see */
  const seen = async (ctx: Context): Promise<{ website: string; receiver: Receiver }> => {
    const website = await websiteInPath(strapi, ctx);
    const documentId = (ctx['params'] as Record<string, string>)[parameter] ?? '';
    const receiver = isId(documentId) ? await store.find(website, documentId) : null;
    if (!receiver) throw new errors.NotFoundError(`The website has no such ${noun}.`);
    return { website, receiver };
  };

  return {
    documents,
    seen,

    /** One that was just there. */
    async found(website: string, documentId: string): Promise<Receiver> {
      const receiver = await store.find(website, documentId);
      if (!receiver) throw new errors.NotFoundError(`The ${noun} was deleted in the meantime.`);
      return receiver;
    },

    /** Of a body, what may be written from here; the rule of the type says whether it is right. */
    settingsIn(body: unknown, names: readonly string[]): Data {
      if (!isRecord(body)) {
        throw new errors.ValidationError(`The body must have the settings of a ${noun}.`);
      }
      return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
    },

    /** Answers a request to delete one. */
    async remove(ctx: Context): Promise<void> {
      const { receiver } = await seen(ctx);
      await documents().delete({ documentId: receiver.documentId });
      ctx.status = 204;
    },
  };
};
