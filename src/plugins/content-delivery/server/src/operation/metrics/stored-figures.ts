import type { Core } from '@strapi/strapi';
import type { Reader } from '../../platform/database/reader';
import { startPatientTimer } from '../../platform/patient-timer';
import { compile } from '../../platform/database/statement';
import { PURGE_MODEL } from '../../events/purges';
import { WEBHOOK_EVENT_MODEL } from '../../events/webhooks';
import { toDateOrNull, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';

interface Waiting {
  waiting: number;
  oldest: Date | null;
}

export interface StoredFigures {
  jobs: { kind: string; state: string; count: number }[];
  websites: { documentId: string; name: string }[];
  /** Events of webhooks that are to be sent, and when the oldest of these was made. */
  webhookEvents: Waiting;
  /** Tags that are to be purged from caches in front now, and when the oldest of these was due. */
  purges: Waiting;
}

/** States of jobs that may need an operator. */
const STATES = ['waiting', 'running', 'failed'];
/** Milliseconds after which a scrape goes without them. */
const LIMIT = 2_000;
const NOTHING: Waiting = { waiting: 0, oldest: null };
const NONE: StoredFigures = { jobs: [], websites: [], webhookEvents: NOTHING, purges: NOTHING };

/** What a scrape reads of the database: jobs, and the names of websites. Nothing while it is out of reach. */
export const createStoredFigures = (strapi: Core.Strapi, reader: Reader) => {
  const sql = strapi.db.connection;
  const tableOf = (uid: string) => strapi.db.metadata.get(uid).tableName;
  const jobs = compile<{ kind: string; state: string; count: number | string }>(() =>
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

  const read = (): Promise<StoredFigures> =>
    reader.snapshot(async (snapshot) => ({
      // PostgreSQL counts in strings.
      jobs: (await snapshot.rows(jobs, {})).map((row) => ({ ...row, count: Number(row.count) })),
      websites: (await snapshot.rows(websites, {})).map(({ document_id, name }) => ({
        documentId: document_id,
        name,
      })),
      webhookEvents: toWaiting((await snapshot.rows(events, {}))[0]),
      purges: toWaiting((await snapshot.rows(purges, { now: new Date() }))[0]),
    }));

  return (): Promise<StoredFigures> =>
    new Promise((resolve) => {
      const endWait = startPatientTimer(LIMIT, () => resolve(NONE));
      read()
        .catch(() => NONE)
        .then((figures) => {
          endWait();
          resolve(figures);
        });
    });
};

const toWaiting = (row: { count: number | string; oldest: DatabaseDate | null } | undefined): Waiting => ({
  waiting: Number(row?.count ?? 0),
  oldest: toDateOrNull(row?.oldest ?? null),
});
