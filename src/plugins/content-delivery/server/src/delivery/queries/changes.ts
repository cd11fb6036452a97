import type { Knex } from 'knex';
import type { ChangeAction, ChangeType } from '../../../../contracts/delivery';
import { CHANGE_MODEL, LOG_START_MODEL } from '../../freshness/changes/model';
import { HISTORY, websiteScope } from '../../freshness/revisions';
import { compile, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import type { Website } from './websites';

/** How many changes are read at a time. */
export const CHANGE_BATCH = 500;

export interface ChangeRow {
  revision: number;
  at: DatabaseDate;
  type: ChangeType;
  action: ChangeAction;
  entry: string | null;
  slug: string | null;
  previous_slug: string | null;
}

/** How far a website's log goes. */
export interface LogState {
  /** Of the database: another one after a restore. */
  history: number;
  /** The last revision that was given. */
  revision: number;
  /** Rows up to this revision have been deleted. */
  start: number;
}

/** The change log of a website. */
export const changeQueries = (sql: Knex, { revisions }: Tables) => {
  const counted = compile<{ scope: string; revision: number }, 'scope'>((value) =>
    sql(revisions)
      .whereIn('scope', [value('scope'), HISTORY])
      .select('scope', 'revision'),
  );
  const start = compile<{ revision: number }, 'website'>((value) =>
    sql(LOG_START_MODEL.tableName).where('website', value('website')).first('revision'),
  );
  const since = compile<ChangeRow, 'website' | 'revision'>((value) =>
    sql(CHANGE_MODEL.tableName)
      .where('website', value('website'))
      .where('revision', '>', value('revision'))
      .orderBy('revision')
      .limit(CHANGE_BATCH + 1)
      .select('revision', 'at', 'type', 'action', 'entry', 'slug', 'previous_slug'),
  );

  const last = compile<Pick<ChangeRow, 'revision' | 'at'>, 'website' | 'revision'>((value) =>
    sql(CHANGE_MODEL.tableName)
      .where('website', value('website'))
      .where('revision', '<=', value('revision'))
      .orderBy('revision', 'desc')
      .first('revision', 'at'),
  );

  /** Up to which revision rows of a website's log have been deleted. */
  const logStart = async (snapshot: Snapshot, { documentId }: Website): Promise<number> => {
    const [begun] = await snapshot.rows(start, { website: documentId });
    return begun?.revision ?? 0;
  };

  return {
    logStart,

    async logState(snapshot: Snapshot, website: Website): Promise<LogState> {
      const scope = websiteScope(website.documentId);
      const rows = await snapshot.rows(counted, { scope });
      const revisionOf = (wanted: string): number => rows.find((row) => row.scope === wanted)?.revision ?? 0;
      return {
        history: revisionOf(HISTORY),
        revision: revisionOf(scope),
        start: await logStart(snapshot, website),
      };
    },

    /** Names the newest change up to a revision; empty where there is none. */
    async lastChange(snapshot: Snapshot, { documentId }: Website, revision: number): Promise<string> {
      const [row] = await snapshot.rows(last, { website: documentId, revision });
      return row ? `${row.revision} ${toDate(row.at).getTime()}` : '';
    },

    /** What has changed since a revision, oldest first: one more than a batch where there is more. */
    changesSince: (snapshot: Snapshot, { documentId }: Website, revision: number): Promise<ChangeRow[]> =>
      snapshot.rows(since, { website: documentId, revision }),
  };
};
