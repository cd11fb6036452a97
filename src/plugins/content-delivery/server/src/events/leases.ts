import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { createDatabaseClock } from '../platform/database/clock';
import { hasCome } from '../platform/database/moments';

/**
 * Milliseconds after which a receiver whose instance has gone is taken up by another one. It is renewed ahead of each attempt, which
 * takes 17 seconds at most with its answer; the rest is for storing what came of it.
 */
const LEASE = 45_000;

/**
 * Claims on the rows of a content type, so that of several instances one at a time works on each. Their columns are `owner` and
 * `lease_until`; rows are named by their documentId. Leases are in the database's time: the clocks of instances may differ.
 */
export const createLeases = (strapi: Core.Strapi, uid: string) => {
  const owner = randomUUID();
  const now = createDatabaseClock(strapi);
  const rows = (documentId: string): Knex.QueryBuilder =>
    strapi.db.connection(strapi.db.metadata.get(uid).tableName).where({ document_id: documentId });

  return {
    /** For a query: rows without a lease. */
    free: async (column: string) => isFree(column, await now()),

    async claim(documentId: string): Promise<boolean> {
      const at = await now();
      const taken = await rows(documentId)
        .where(isFree('lease_until', at))
        .update({ owner, lease_until: new Date(at.getTime() + LEASE) });
      return taken > 0;
    },

    /** @returns false when it was lost to another instance */
    async renew(documentId: string): Promise<boolean> {
      const until = new Date((await now()).getTime() + LEASE);
      return (await rows(documentId).where({ owner }).update({ lease_until: until })) > 0;
    },

    async release(documentId: string): Promise<void> {
      await rows(documentId).where({ owner }).update({ owner: null, lease_until: null });
    },
  };
};

const isFree = (column: string, now: Date) => (free: Knex.QueryBuilder) =>
  void free.whereNull(column).orWhere(hasCome(column, now, LEASE, LEASE));
