import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import type { PurgeTargetOffReason } from '../../../../contracts/purge-targets';
import type { OffReason } from '../../../../contracts/webhooks';
import type { Reader } from '../../platform/database/reader';
import { within } from '../../platform/patient-timer';
import { compile, type Snapshot } from '../../platform/database/statement';
import { PURGE_MODEL } from '../../events/purges';
import { WEBHOOK_EVENT_MODEL } from '../../events/webhooks';
import { toDateOrNull, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import type { Sample } from './histogram';

interface Waiting {
  waiting: number;
  oldest: Date | null;
}

/** How many there are with these labels. */
interface Counted {
  labels: Sample['labels'];
  count: number;
}

/** Labels, and the column `count`. */
type CountedRow = Record<string, string | number>;

export interface StoredFigures {
  jobs: Counted[];
  websites: { documentId: string; name: string }[];
  /** Events of webhooks that are to be sent, and when the oldest of these was made. */
  webhookEvents: Waiting;
  /** Tags that are to be purged from caches in front now, and when the oldest of these was due. */
  purges: Waiting;
  /** Webhooks and purge targets that were switched off, and not by a user. */
  switchedOff: Counted[];
}

/** States of jobs that may need an operator. */
const STATES = ['waiting', 'running', 'failed'];
const WEBHOOK_REASONS: readonly OffReason[] = ['gone', 'failing', 'restored'];
const PURGE_TARGET_REASONS: readonly PurgeTargetOffReason[] = ['failing', 'restored'];
/** Milliseconds after which a scrape goes without them. */
const LIMIT = 2_000;

/**
 * What a scrape reads of the database: jobs, what waits to be sent, and the names of websites. Null while that is not known, as
 * the database is out of reach.
 * @param jobKinds those that there may be: they are counted before there is one
 */
export const createStoredFigures = (strapi: Core.Strapi, reader: Reader, jobKinds: () => string[]) => {
  const sql = strapi.db.connection;
  const tableOf = (uid: string) => strapi.db.metadata.get(uid).tableName;
  const jobs = compile<CountedRow>(() =>
    sql(tableOf(UIDS.job))
      .whereIn('state', STATES)
      .groupBy('kind', 'state')
      .select('kind', 'state')
      .count('* as count'),
  );
  const websites = compile<{ document_id: string; name: string }>(() =>
    sql(tableOf(UIDS.website)).select('document_id', 'name'),
  );
  const events = compile<{ count: number | string; oldest: DatabaseDate | null }>(() =>
    sql(WEBHOOK_EVENT_MODEL.tableName).where('state', 'waiting').count('* as count').min('at as oldest'),
  );

  const purges = compile<{ count: number | string; oldest: DatabaseDate | null }, 'now'>((value) =>
    sql(`${PURGE_MODEL.tableName} as p`)
      .join(`${tableOf(UIDS.purgeTarget)} as t`, 't.document_id', 'p.target')
      .where('p.due_at', '<=', value('now'))
      .where((due) => due.whereRaw('t.active').orWhereRaw('p.always'))
      .count('* as count')
      .min('p.due_at as oldest'),
  );

  const receivers = [
    { type: 'webhook', reasons: WEBHOOK_REASONS, uid: UIDS.webhook },
    { type: 'purge-target', reasons: PURGE_TARGET_REASONS, uid: UIDS.purgeTarget },
  ].map(({ type, reasons, uid }) => ({
    all: reasons.map((reason) => ({ type, reason })),
    statement: compile<CountedRow>(() =>
      sql(tableOf(uid))
        .whereRaw('not active')
        .whereNotNull('off_reason')
        .groupBy('off_reason')
        .select('off_reason as reason', sql.raw(`'${type}' as type`))
        .count('* as count'),
    ),
  }));
  const readSwitchedOff = async (snapshot: Snapshot): Promise<Counted[]> => {
    const figures: Counted[] = [];
    for (const { all, statement } of receivers) {
      figures.push(...fromZero(all, (await snapshot.rows(statement, {})).map(toCounted)));
    }
    return figures;
  };

  const read = (): Promise<StoredFigures> =>
    reader.snapshot(async (snapshot) => ({
      jobs: fromZero(
        jobKinds().flatMap((kind) => STATES.map((state) => ({ kind, state }))),
        (await snapshot.rows(jobs, {})).map(toCounted),
      ),
      websites: (await snapshot.rows(websites, {})).map(({ document_id, name }) => ({
        documentId: document_id,
        name,
      })),
      webhookEvents: toWaiting((await snapshot.rows(events, {}))[0]),
      purges: toWaiting((await snapshot.rows(purges, { now: new Date() }))[0]),
      switchedOff: await readSwitchedOff(snapshot),
    }));

  return (): Promise<StoredFigures | null> =>
    within(
      LIMIT,
      read().catch(() => null),
      null,
    );
};

/** PostgreSQL counts in strings. */
const toCounted = ({ count, ...labels }: CountedRow): Counted => ({ labels, count: Number(count) });

/** Those that there are, and all others with 0: a figure that first appears at 1 has not risen. */
const fromZero = (all: readonly Counted['labels'][], present: readonly Counted[]): Counted[] => [
  ...present,
  ...all
    .filter((labels) => !present.some((one) => isDeepStrictEqual(one.labels, labels)))
    .map((labels) => ({ labels, count: 0 })),
];

const toWaiting = (row: { count: number | string; oldest: DatabaseDate | null } | undefined): Waiting => ({
  waiting: Number(row?.count ?? 0),
  oldest: toDateOrNull(row?.oldest ?? null),
});
