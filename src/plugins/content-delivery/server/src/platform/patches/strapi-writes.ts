import type { Core } from '@strapi/strapi';
import { replaceFunction } from './replace';

const WRITES = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'] as const;

interface Params {
  where?: object;
}

type Query = Record<(typeof WRITES)[number], (params?: Params) => Promise<unknown>>;

/**
 * Changes what `strapi.db.query` hands out, one object for each type, read at @strapi/database 5.54.0. It writes outside of transactions unless it is
 * called in one. Puts each write into a transaction: what its events count, record and refuse has to happen together with it. Its
 * condition is an object of its own, by which they know the write.
 */
export const writeInTransactions = (strapi: Core.Strapi, uid: string): void => {
  const query = strapi.db.query(uid as never) as unknown as Query;
  for (const name of WRITES) {
    replaceFunction(query, name, { readAt: '@strapi/database 5.54.0' }, (write) => (params) => {
      const where = params?.where;
      const own = where && { where: Array.isArray(where) ? [...(where as unknown[])] : { ...where } };
      return strapi.db.transaction(() => write(own ? { ...params, ...own } : params));
    });
  }
};

/**
 * Changes the same. Does work each time that a row is about to be deleted: after the checks of the service that deletes it, and before
 * the transaction. Must be called after `writeInTransactions`, so that this is the outer one.
 */
export const aheadOfDeleting = (
  strapi: Core.Strapi,
  uid: string,
  work: (where: object) => Promise<void>,
): void => {
  const query = strapi.db.query(uid as never) as unknown as Query;
  replaceFunction(query, 'delete', { readAt: '@strapi/database 5.54.0' }, (write) => async (params) => {
    if (params?.where) await work(params.where);
    return write(params);
  });
};
