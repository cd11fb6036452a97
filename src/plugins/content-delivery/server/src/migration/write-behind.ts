import type { Core } from '@strapi/strapi';
import { holdRevisions, type Scope } from '../freshness/revisions';
import { withRetries } from '../platform/database/retries';

/**
 * A transaction behind the lock that all else is written behind, and again when it met with another writer. The lock
 * comes first: on SQLite, a transaction that begins by reading may not be able to write.
 */
export const writeBehind = <Result>(
  strapi: Core.Strapi,
  scope: Scope,
  work: () => Promise<Result>,
): Promise<Result> =>
  withRetries(strapi, async () => {
    await holdRevisions(strapi, [scope]);
    return work();
  });
