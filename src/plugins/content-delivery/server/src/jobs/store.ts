import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { newDocumentId } from '../platform/document-ids';
import { hasCome, latest } from '../platform/database/moments';
import { toDate, toDateOrNull } from '../platform/database/values';
import { UIDS } from '../platform/uids';
import type { JobState } from '../../../contracts/jobs';
import type { Job, Progress } from './job';
import { DAY } from '../platform/durations';

/** Milliseconds for which a job that has ended is kept. */
export const JOB_RETENTION = 30 * DAY;
/** Processes that may be lost over a job at one place, and in all, before it counts as what ends them. */
const MAX_CRASHES = 3;
const MAX_CRASHES_IN_ALL = 20;
const LOST =
  'The server stopped several times while it worked on this, so it does not try again by itself. What was done until then stays. You can let it go on from where it stood; if the server stops once more, its log says why.';
const ENDED: JobState[] = ['done', 'failed', 'cancelled'];

export interface NewJob {
  kind: string;
  payload: unknown;
  website?: string;
  total?: number;
}

/** How often processes were lost that worked on a job. */
interface Crashes {
  /** Since it has come further. */
  inARow: number;
  inAll: number;
  /** Where it stood at the last one. */
  done: number;
  checkpoint: string;
}

interface StoredJob extends Omit<Job, 'createdAt' | 'updatedAt' | 'startedAt' | 'finishedAt' | 'leaseUntil'> {
  checkpoint: unknown;
  leaseUntil: Date | string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  startedAt: Date | string | null;
  finishedAt: Date | string | null;
}

/** What else is asked of a row that changes. */
type Where = Record<string, unknown> | ((query: Knex.QueryBuilder) => void);

/** What a process needs to work on a job. */
export interface ClaimedJob extends Job {
  checkpoint: unknown;
}

/**
 * Jobs as rows. Each change of hands is one conditional update, so that of several processes exactly one gets
 * a job.
 * @param lease milliseconds after which a job that was neither saved nor renewed counts as left behind
 * @param ended is called in the transaction in which a job is done, fails or is cancelled
 */
export const createJobStore = (strapi: Core.Strapi, lease: number, ended: (job: Job) => Promise<void>) => {
  const table = () => strapi.db.metadata.get(UIDS.job).tableName;
  /** Counted from the moment of the write: on SQLite that waits for whoever has the connection, maybe longer than a lease. */
  const fromNow = (): Date => new Date(Date.now() + lease);
  /** Changes a job that is in one of these states. @returns false where it was not, or `where` did not hold */
  const update = async (
    documentId: string,
    states: JobState[],
    data: () => Record<string, unknown>,
    where: Where = {},
  ): Promise<boolean> =>
    strapi.db.transaction(async ({ trx }) => {
      const changed = await trx(table())
        .where({ document_id: documentId })
        .where(where)
        .whereIn('state', states)
        .update({ ...data(), updated_at: new Date() });
      return changed > 0;
    });

  const find = async (documentId: string): Promise<ClaimedJob | null> => {
    const row: StoredJob | null = await strapi.db.query(UIDS.job).findOne({ where: { documentId } });
    return row && toJob(row);
  };

  /** Takes a job from its owner, and announces its end where this is one. @returns as `update` */
  const release = async (
    documentId: string,
    states: JobState[],
    data: { state: JobState; message?: string | null; losses?: null },
    where?: Where,
  ): Promise<boolean> =>
    strapi.db.transaction(async () => {
      const isEnd = ENDED.includes(data.state);
      const released = { owner: null, lease_until: null, ...(isEnd && { finished_at: new Date() }) };
      if (!(await update(documentId, states, () => ({ ...data, ...released }), where))) return false;
      const job = isEnd ? await find(documentId) : null;
      if (job) await ended(job);
      return true;
    });

  return {
    find,

    /** The latest first. */
    async list(where: Record<string, unknown>, limit = 50): Promise<Job[]> {
      const rows: StoredJob[] = await strapi.db
        .query(UIDS.job)
        .findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], limit });
      return rows.map(toJob);
    },

    async add({ kind, payload, website, total }: NewJob): Promise<Job> {
      const data = { kind, payload, website, total, state: 'waiting', documentId: newDocumentId() };
      const row: StoredJob = await strapi.db.query(UIDS.job).create({ data });
      return toJob(row);
    },

    /** Takes the oldest unclaimed job of these kinds; null when there is none. */
    async claim(kinds: readonly string[], owner: string): Promise<ClaimedJob | null> {
      for (;;) {
        const now = new Date();
        const free = {
          kind: { $in: [...kinds] },
          $or: [
            { state: 'waiting' },
            { state: 'running', leaseUntil: { $lte: now } },
            { state: 'running', leaseUntil: { $gt: latest(now, lease) } },
          ],
        };
        const row: FoundJob | null = await strapi.db.query(UIDS.job).findOne({
          where: free,
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          select: ['documentId', 'kind', 'state', 'owner', 'startedAt', 'done', 'checkpoint', 'losses'],
        });
        if (!row) return null;
        const asFound = (query: Knex.QueryBuilder): void => {
          void query.where({ owner: row.owner });
          // Its owner may have shown life since.
          if (row.state === 'running') void query.where(hasCome('lease_until', now, lease));
        };
        const crashes = row.state === 'running' ? withCrash(row) : null;
        if (crashes && (crashes.inARow >= MAX_CRASHES || crashes.inAll >= MAX_CRASHES_IN_ALL)) {
          const data = { state: 'failed', losses: null, message: LOST } as const;
          if (await release(row.documentId, ['running'], data, asFound)) {
            strapi.log.error(
              `The job ${row.documentId} (${row.kind}) is not tried again: ${crashes.inAll} processes were lost that worked on it.`,
            );
          }
          continue;
        }
        const taking = () => ({
          ...(crashes ? { losses: JSON.stringify(crashes) } : {}),
          state: 'running',
          owner,
          lease_until: fromNow(),
          message: null,
          ...(row.startedAt ? {} : { started_at: now }),
        });
        if (await update(row.documentId, [row.state], taking, asFound)) return find(row.documentId);
      }
    },

    /** @returns false when the job is no longer this owner's */
    save(documentId: string, owner: string, progress: Progress<unknown>): Promise<boolean> {
      const { checkpoint, report, done, total } = progress;
      const saving = () => ({
        lease_until: fromNow(),
        ...(checkpoint === undefined ? {} : { checkpoint: JSON.stringify(checkpoint) }),
        ...(report === undefined ? {} : { report: JSON.stringify(report) }),
        ...(done === undefined ? {} : { done }),
        ...(total === undefined ? {} : { total }),
      });
      return update(documentId, ['running'], saving, { owner });
    },

    /**
     * Renews the lease outside of any transaction that is open: others would see it only after the commit.
     * @returns false when the job is no longer this owner's
     */
    async renew(documentId: string, owner: string): Promise<boolean> {
      const renewed = await strapi.db.connection.transaction((trx) =>
        trx(table())
          .where({ document_id: documentId, owner, state: 'running' })
          .update({ lease_until: fromNow() }),
      );
      return renewed > 0;
    },

    /** Ends the owner's work on a job, or gives it back as `waiting`. */
    async finish(documentId: string, owner: string, state: JobState, message?: string): Promise<void> {
      await release(documentId, ['running'], { state, message: message ?? null }, { owner });
    },

    /** @returns false when it had ended already */
    cancel: (documentId: string): Promise<boolean> =>
      release(documentId, ['waiting', 'running'], { state: 'cancelled' }),

    /**
     * Forgets jobs that ended long ago.
     * @param forget deletes what belongs to one that cannot be resumed any more
     */
    async sweep(
      kinds: readonly string[],
      forget: (documentId: string) => Promise<void> = async () => undefined,
    ): Promise<void> {
      const before = new Date(Date.now() - JOB_RETENTION);
      const old: { documentId: string }[] = await strapi.db.query(UIDS.job).findMany({
        where: { kind: { $in: [...kinds] }, state: { $in: ENDED }, finishedAt: { $lt: before } },
        orderBy: { id: 'asc' },
        select: ['documentId'],
      });
      for (const { documentId } of old) {
        const isOld = (query: Knex.QueryBuilder): void => void query.where('finished_at', '<', before);
        // Only those that failed or were cancelled go on. What a crash leaves is done, and found by the next sweep.
        if (!(await update(documentId, ENDED, () => ({ state: 'done' }), isOld))) continue;
        await forget(documentId);
        await strapi.db.query(UIDS.job).deleteMany({ where: { documentId, state: 'done' } });
      }
    },

    /** Lets a job that failed or was cancelled go on from where it was. @returns false when it cannot */
    resume: (documentId: string): Promise<boolean> =>
      update(documentId, ['failed', 'cancelled'], () => ({
        state: 'waiting',
        message: null,
        losses: null,
        finished_at: null,
      })),
  };
};

export type JobStore = ReturnType<typeof createJobStore>;

interface FoundJob extends Pick<
  StoredJob,
  'documentId' | 'kind' | 'state' | 'startedAt' | 'done' | 'checkpoint'
> {
  owner: string | null;
  losses: Crashes | null;
}

/** A job that comes further between two crashes is not what ends processes. */
const withCrash = ({ done, checkpoint, losses }: FoundJob): Crashes => {
  const place = JSON.stringify(checkpoint ?? null);
  const hasMoved = losses !== null && ((done ?? 0) > losses.done || place !== losses.checkpoint);
  return {
    inARow: hasMoved ? 1 : (losses?.inARow ?? 0) + 1,
    inAll: (losses?.inAll ?? 0) + 1,
    done: Math.max(done ?? 0, losses?.done ?? 0),
    checkpoint: place,
  };
};

const toJob = (row: StoredJob): ClaimedJob => ({
  documentId: row.documentId,
  kind: row.kind,
  state: row.state,
  website: row.website,
  payload: row.payload,
  checkpoint: row.checkpoint,
  report: row.report,
  done: row.done,
  total: row.total,
  message: row.message,
  createdAt: toDate(row.createdAt),
  startedAt: toDateOrNull(row.startedAt),
  finishedAt: toDateOrNull(row.finishedAt),
  leaseUntil: toDateOrNull(row.leaseUntil),
  updatedAt: toDate(row.updatedAt),
});
