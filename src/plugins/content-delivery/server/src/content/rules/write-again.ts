import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isTransient, retried } from '../../platform/database/retries';
import { rememberVersion } from '../edit-conflicts';

type Write = (params: unknown) => Promise<unknown>;

/** What the document service does in one transaction, which is its own unless there is one already. */
const WRITES = ['create', 'clone', 'update', 'publish', 'unpublish', 'discardDraft', 'delete'] as const;

const isWrite = (action: string): action is (typeof WRITES)[number] =>
  (WRITES as readonly string[]).includes(action);

/** Whether a write is under way that is made again here. */
const running = new AsyncLocalStorage<true>();

/**
 * Two writers can take locks in opposite order; the database then rolls one of them back. That one is tried again
 * where nothing else was taken back with it. In the transaction of somebody else, the editor is asked to.
 */
export const writeAgain = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as { uid: never; action: string; params: unknown };
    try {
      if (!isWrite(action) || running.getStore() || strapi.db.inTransaction()) return await next();
      const putVersionBack = rememberVersion(strapi);
      const write = async (attempt: number): Promise<unknown> => {
        if (attempt === 1) return next();
        putVersionBack();
        // From the front: what is called around the document service is passed once for each call.
        return (strapi.documents(uid) as unknown as Record<string, Write>)[action]?.(params);
      };
      return (await running.run(true, () => retried(write))) as never;
    } catch (error) {
      if (!isTransient(error) || running.getStore()) throw error;
      const explained = new errors.ApplicationError(
        'Another editor was saving at the same moment, so nothing was changed. Please try again.',
      );
      throw Object.assign(explained, { cause: error });
    }
  });
};
