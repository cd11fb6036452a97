import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type {
  PurgeAttempt,
  PurgeTarget,
  PurgeTargetKind,
  PurgeTargetOffReason,
} from '../../../../contracts/purge-targets';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { addTest, PURGES, purgeWebsite } from './pending';
import { ATTEMPTS } from './record';

/** Attempts of a target that are shown. */
const SHOWN_ATTEMPTS = 100;

interface TargetRow {
  document_id: string;
  kind: PurgeTargetKind;
  website: string;
  url: string | null;
  zone: string | null;
  credentials: string | null;
  shared_seconds: number;
  active: boolean | number;
  off_reason: PurgeTargetOffReason | null;
  off_since: DatabaseDate | null;
  failing_since: DatabaseDate | null;
  suspended_since: DatabaseDate | null;
}

type AttemptRow = Omit<PurgeAttempt, 'at' | 'tags' | 'isAccepted'> & {
  at: DatabaseDate;
  tags: string;
  told: boolean | number;
};

const iso = (date: DatabaseDate): string => toDate(date).toISOString();

/** What the panel shows and does of the purge targets of a website, beside writing them as documents. */
export const createPurgeStore = (strapi: Core.Strapi) => {
  const table = () => strapi.db.metadata.get(UIDS.purgeTarget).tableName;
  const sql = (): Knex => strapi.db.connection;
  const rows = (website: string): Knex.QueryBuilder => sql()(table()).where({ website });

  const waitingOf = async (targets: readonly string[]): Promise<Map<string, number>> => {
    const found = (await sql()(PURGES)
      .whereIn('target', targets)
      .where('due_at', '<=', new Date())
      .groupBy('target')
      .select('target')
      .count('* as count')) as { target: string; count: number | string }[];
    return new Map(found.map(({ target, count }) => [target, Number(count)]));
  };

  const toTarget = (row: TargetRow, waiting: number): PurgeTarget => ({
    documentId: row.document_id,
    kind: row.kind,
    url: row.url,
    zone: row.zone,
    mask: row.credentials,
    sharedSeconds: row.shared_seconds,
    active: Boolean(row.active),
    off:
      row.off_reason !== null && row.off_since !== null && !row.active
        ? { reason: row.off_reason, since: iso(row.off_since) }
        : null,
    failingSince: row.failing_since === null ? null : iso(row.failing_since),
    suspended: row.suspended_since !== null,
    waiting,
  });

  return {
    async list(website: string): Promise<PurgeTarget[]> {
      const found: TargetRow[] = await rows(website).orderBy('id');
      const waiting = await waitingOf(found.map(({ document_id }) => document_id));
      return found.map((row) => toTarget(row, waiting.get(row.document_id) ?? 0));
    },

    /** Null when the website has no such target. */
    async find(website: string, target: string): Promise<PurgeTarget | null> {
      const row: TargetRow | undefined = await rows(website).where({ document_id: target }).first();
      // Compared once more, as MariaDB ignores case.
      if (row?.document_id !== target || row.website !== website) return null;
      return toTarget(row, (await waitingOf([target])).get(target) ?? 0);
    },

    /** Tells the target of a tag that no answer has, once. */
    async test(target: string): Promise<void> {
      await strapi.db.transaction(({ trx }) => addTest(trx, target));
    },

    /** Has the target forget all of the website, also while it is switched off. */
    async purgeAll(website: string, target: string): Promise<void> {
      await strapi.db.transaction(async ({ trx }) => {
        await purgeWebsite(strapi, trx, { target, website, always: true });
        // A user who asks for it does not mean to wait for as long as the receiver wished.
        await trx(table()).where({ document_id: target }).update({ not_before: null });
      });
    },

    /** The latest purge requests, latest first. */
    async attempts(target: string): Promise<PurgeAttempt[]> {
      const found: AttemptRow[] = await sql()(ATTEMPTS)
        .where({ target })
        .orderBy('id', 'desc')
        .limit(SHOWN_ATTEMPTS)
        .select('at', 'tags', 'told', 'status', 'milliseconds', 'answer', 'problem');
      return found.map(({ at, tags, told, ...attempt }) => ({
        ...attempt,
        at: iso(at),
        tags: tags.split(' '),
        isAccepted: Boolean(told),
      }));
    },
  };
};
