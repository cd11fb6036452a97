import type { Core } from '@strapi/strapi';
import { UIDS } from '../../platform/uids';
import { deleteOrphans } from '../orphans';
import { tableOfReceivers } from '../receivers';
import { PURGES } from './pending';
import { ATTEMPTS } from './record';
import { DAY } from '../../platform/durations';

/** How long attempts are kept, and how many of one target. */
const KEPT_DAYS = 14;
const KEPT_ATTEMPTS = 1_000;

/**
 * Deletes attempts that are old or too many, what was written for a target while it was deleted, and purges that a target
 * still had before it when it was switched off, once its cache has let the answers expire.
 */
export const prunePurges = async (strapi: Core.Strapi, shouldContinue: () => boolean): Promise<void> => {
  const sql = strapi.db.connection;
  const now = Date.now();
  await deleteOrphans(strapi, UIDS.purgeTarget, 'target', [PURGES, ATTEMPTS]);
  const rows: { document_id: string; active: boolean | number; shared_seconds: number }[] = await sql(
    tableOfReceivers(strapi, 'purge-target'),
  ).select('document_id', 'active', 'shared_seconds');
  for (const { document_id: target, active, shared_seconds } of rows) {
    if (!shouldContinue()) return;
    if (!active) {
      const before = new Date(now - shared_seconds * 1_000);
      await sql(PURGES).where({ target }).where('due_at', '<', before).delete();
    }
    const of = () => sql(ATTEMPTS).where({ target });
    await of()
      .where('at', '<', new Date(now - KEPT_DAYS * DAY))
      .delete();
    const last: { id: number } | undefined = await of()
      .orderBy('id', 'desc')
      .offset(KEPT_ATTEMPTS)
      .first('id');
    if (last) await of().where('id', '<=', last.id).delete();
  }
};
