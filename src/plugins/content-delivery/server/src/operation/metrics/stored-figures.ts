import type { Core } from '@strapi/strapi';
import type { Reader } from '../../platform/database/reader';
import { compile } from '../../platform/database/statement';
import { WEBHOOK_EVENT_MODEL } from '../../events/webhooks';
import { toDateOrNull, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';

export interface StoredFigures {
  jobs: { kind: string; state: string; count: number }[];
  websites: { documentId: string; name: string }[];
  /** Events of webhooks that are to be sent, and when the oldest of these was made. */
  webhookEvents: { waiting: number; oldest: Date | null };
}

/** States of jobs that may need an operator. */
const STATES = ['waiting', 'running', 'failed'];
/** Milliseconds after which a scrape goes without them. */
const LIMIT = 2_000;
const NONE: StoredFigures = { jobs: [], websites: [], webhookEvents: { waiting: 0, oldest: null } };

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

  const read = (): Promise<StoredFigures> =>
    reader.snapshot(async (snapshot) => ({
      // PostgreSQL counts in strings.
      jobs: (await snapshot.rows(jobs, {})).map((row) => ({ ...row, count: Number(row.count) })),
      websites: (await snapshot.rows(websites, {})).map(({ document_id, name }) => ({
        documentId: document_id,
        name,
      })),
      webhookEvents: toWaiting((await snapshot.rows(events, {}))[0]),
    }));

  return (): Promise<StoredFigures> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, LIMIT, NONE);
      read()
        .catch(() => NONE)
        .then((figures) => {
          clearTimeout(timer);
          resolve(figures);
        });
    });
};

const toWaiting = (
  row: { count: number | string; oldest: DatabaseDate | null } | undefined,
): StoredFigures['webhookEvents'] => ({
  waiting: Number(row?.count ?? 0),
  oldest: toDateOrNull(row?.oldest ?? null),
});
