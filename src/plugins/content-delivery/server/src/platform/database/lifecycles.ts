import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';

/**
 * Subscribes to what is written through `strapi.db.query`. Strapi's type of an event has neither the data of the content type nor
 * a state of the subscriber's own.
 */
export const subscribe = (strapi: Core.Strapi, subscriber: object): void => {
  strapi.db.lifecycles.subscribe(subscriber as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
};

/** What Strapi gives of a write, and what one subscriber keeps from before it until after it. */
export interface WriteEvent<Before = unknown> {
  model: { uid: string };
  params: { data?: Record<string, unknown>; where?: Record<string, unknown> };
  /** The row, of a single write that is done. */
  result?: Record<string, unknown> & { id: number; documentId?: string };
  state: { before?: Before };
}

/** What Strapi gives of a read that is about to begin. */
export interface ReadEvent {
  params?: { where?: unknown };
}

/** Narrows a read to the rows that meet a condition as well. */
export const addCondition = (params: NonNullable<ReadEvent['params']>, condition: object): void => {
  params.where = params.where ? { $and: [params.where, condition] } : condition;
};

/** Gives a write data of its own, which a rule may change: the caller's object stays as it is. */
export const copyData = ({ params }: Pick<WriteEvent, 'params'>): Record<string, unknown> =>
  (params.data = { ...params.data });

/** Calls with the documentIds of the websites that are about to be deleted, in the transaction that deletes them. */
export const beforeDeletingWebsites = (
  strapi: Core.Strapi,
  call: (websites: string[]) => Promise<void>,
): void => {
  const beforeDelete = async ({ params }: WriteEvent): Promise<void> => {
    const websites: { documentId: string }[] = await strapi.db
      .query(UIDS.website)
      .findMany({ where: params.where ?? {}, select: ['id', 'documentId'] });
    await call(websites.map(({ documentId }) => documentId));
  };
  subscribe(strapi, { models: [UIDS.website], beforeDelete, beforeDeleteMany: beforeDelete });
};
