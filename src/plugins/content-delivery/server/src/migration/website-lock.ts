import type { Core } from '@strapi/strapi';
import { lockRevisions, type Scope } from '../freshness/revisions';
import { withRetries } from '../platform/database/retries';

/**
 * Runs `work` in a transaction that holds the website lock; retries on deadlock. The lock comes first: on SQLite, a
 * transaction that begins by reading may not be able to write.
 */
export const withWebsiteLock = <Result>(
  strapi: Core.Strapi,
  scope: Scope,
  work: () => Promise<Result>,
): Promise<Result> =>
  withRetries(strapi, async () => {
    await lockRevisions(strapi, [scope]);
    return work();
  });
