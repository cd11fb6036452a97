import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { noteWebsite } from '../../freshness/changes/collector';
import { withRetries } from '../../platform/database/retries';
import { pastOf } from '../../platform/database/moments';
import type { DatabaseDate } from '../../platform/database/values';
import type { Outcome } from '../attempt';
import { switchReceiverOff, tableOfReceivers } from '../receivers';
import { MAX_FAILING } from '../retries';
import { PURGE_ATTEMPT_MODEL } from './model';
import { AGAIN_AFTER, PURGES, type Phase } from './pending';
import { isAccepted } from './providers';

export const ATTEMPTS = PURGE_ATTEMPT_MODEL.tableName;

/** Milliseconds from one attempt to the next, the last one for all that follow. */
const DELAYS = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000] as const;
/** Milliseconds of failing after which caches in front are to keep no more answers of the website. */
const SUSPEND_AFTER = 60_000;

/** A sent purge, as far as its outcome concerns it. */
export interface SentPurge {
  id: number;
  tag: string;
  phase: Phase;
  revision: number;
}

interface TargetRow {
  website: string;
  active: boolean | number;
  failing_since: DatabaseDate | null;
  suspended_since: DatabaseDate | null;
  failures: number | null;
}

/** What goes to metrics and to the log. */
export interface Recorded {
  isAccepted: boolean;
  tags: number;
  /** The target was switched off by this. */
  isOff: boolean;
}

/** Notes what came of a request, and what follows from it for its tags and its target, in one transaction. */
export const createPurgeRecorder = (strapi: Core.Strapi) => {
  const table = () => tableOfReceivers(strapi, 'purge-target');

  /** Unless the tag has become old once more meanwhile. */
  const forget = async (trx: Knex, sent: readonly SentPurge[]): Promise<void> => {
    for (const { id, revision } of sent) await trx(PURGES).where({ id, revision }).delete();
  };

  return (target: string, sent: readonly SentPurge[], outcome: Outcome): Promise<Recorded> =>
    withRetries(strapi, async ({ trx }) => {
      const now = new Date();
      const { notBefore, ...attempt } = outcome;
      const tags = [...new Set(sent.map(({ tag }) => tag))];
      const recorded = { isAccepted: isAccepted(outcome), tags: tags.length, isOff: false };
      await trx(ATTEMPTS).insert({ ...attempt, target, tags: tags.join(' '), told: recorded.isAccepted });
      const of = () => trx(table()).where({ document_id: target });
      const row: TargetRow | undefined = await of().first(
        'website',
        'active',
        'failing_since',
        'suspended_since',
        'failures',
      );
      if (!row) return recorded;

      if (recorded.isAccepted) {
        await forget(trx, sent);
        const later = new Date(now.getTime() + AGAIN_AFTER);
        await trx(PURGES)
          .where({ target, phase: 'again' })
          .whereIn(
            'tag',
            sent.flatMap(({ phase, tag }) => (phase === 'first' ? [tag] : [])),
          )
          .where('due_at', '<', later)
          .update({ due_at: later });
        await of().update({ failing_since: null, failures: 0, not_before: null, suspended_since: null });
        if (row.suspended_since !== null) await noteWebsite(strapi, row.website);
        return recorded;
      }

      const isTest = sent.every(({ phase }) => phase === 'test');
      if (isTest) {
        await forget(trx, sent);
        return recorded;
      }
      const failures = (row.failures ?? 0) + 1;
      const since = pastOf(row.failing_since, now);
      const failingFor = now.getTime() - since.getTime();
      const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 0;
      const next = new Date(Math.max(now.getTime() + delay, notBefore?.getTime() ?? 0));
      await of().update({ failing_since: since, failures, not_before: next });
      if (!row.active) return recorded;
      if (failingFor >= MAX_FAILING) {
        await trx(PURGES).where({ target }).delete();
        await noteWebsite(strapi, row.website);
        const { website } = row;
        await switchReceiverOff(strapi, trx, 'purge-target', { documentId: target, website }, 'failing');
        return { ...recorded, isOff: true };
      }
      if (failingFor >= SUSPEND_AFTER && row.suspended_since === null) {
        await of().update({ suspended_since: now });
        await noteWebsite(strapi, row.website);
      }
      return recorded;
    });
};
