import type { Core } from '@strapi/strapi';
import { replaceFunction } from './replace';

const WRITES = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'] as const;

type Query = Record<(typeof WRITES)[number], (params?: unknown) => Promise<unknown>>;

/**
 * Changes what `strapi.db.query` hands out, one object for each type, read at @strapi/database 5.54.0. It writes outside of transactions unless it is
 * called in one. Puts each write into a transaction: what its events count, record and refuse has to happen together with it.
 */
export const writeInTransactions = (strapi: Core.Strapi, uid: string): void => {
  const query = strapi.db.query(uid as never) as unknown as Query;
  for (const name of WRITES) {
    replaceFunction(
      query,
      name,
      { readAt: '@strapi/database 5.54.0' },
      (write) => (params) => strapi.db.transaction(() => write(params)),
    );
  }
};
