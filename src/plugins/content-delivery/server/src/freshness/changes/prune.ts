import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { inBatches } from '../../platform/database/delete-in-batches';
import { tablesOf } from '../../platform/database/tables';
import { CHANGE_MODEL, LOG_START_MODEL } from './model';
import { loggedUntil, MOMENTS, readClock } from './moments';
import { DAY } from '../../platform/durations';

/** Rows that one statement deletes. */
const BATCH_SIZE = 500;
const TABLE = CHANGE_MODEL.tableName;
const STARTS = LOG_START_MODEL.tableName;

export interface ChangeLogConfig {
  /** Days that rows are kept for. */
  days: number;
  /** Rows that are kept for one website. */
  rows: number;
}

/** Websites that the log has rows of, each by one look into an index: to group the rows would read all of them. */
async function* loggedWebsites(sql: Knex): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const row: { website: string } | undefined = await sql(TABLE)
      .where('website', '>', after)
      .orderBy('website')
      .first('website');
    if (!row) return;
    yield row.website;
    after = row.website;
  }
}

/**
 * Deletes rows of the change log that are too old or too many, and those of websites that are gone, a little at a time.
 * @param shouldContinue false when the work is to end here
 */
export const pruneChangeLog = async (
  strapi: Core.Strapi,
  { days, rows }: ChangeLogConfig,
  shouldContinue: () => boolean,
): Promise<void> => {
  const sql = strapi.db.connection;
  const before = new Date(Date.now() - days * DAY);
  const { websites } = tablesOf(strapi);
  await sql(STARTS).whereNotIn('website', sql(websites).select('document_id')).delete();
  // What is so long ago is known to be logged without it.
  const clock = await readClock(sql);
  if (clock)
    await sql(MOMENTS).where('moment', '<', before).where('moment', '<', loggedUntil(clock)).delete();
  for await (const website of loggedWebsites(sql)) {
    // Looked up after its rows: a website that was made meanwhile keeps its log.
    const isThere = (await sql(websites).where({ document_id: website }).first('id')) !== undefined;
    const oldest: { revision: number } | undefined = await sql(TABLE)
      .where({ website })
      .orderBy('revision', 'desc')
      .offset(rows)
      .first('revision');
    const deleteSome = async (size: number): Promise<number> => {
      const going = sql(TABLE).where({ website });
      if (isThere) {
        void going.where((which) => {
          void which.where('at', '<', before);
          if (oldest) void which.orWhere('revision', '<=', oldest.revision);
        });
      }
      const found: { id: number; revision: number }[] = await going
        .orderBy('revision')
        .limit(size)
        .select('id', 'revision');
      const last = found.at(-1);
      if (last) {
        const ids = found.map(({ id }) => id);
        await strapi.db.transaction(async ({ trx }) => {
          // Who has read less than this has missed something.
          await trx(STARTS).insert({ website, revision: last.revision }).onConflict('website').ignore();
          await trx(STARTS)
            .where({ website })
            .where('revision', '<', last.revision)
            .update({ revision: last.revision });
          await trx(TABLE).whereIn('id', ids).delete();
        });
      }
      return found.length;
    };
    await inBatches(BATCH_SIZE, deleteSome, shouldContinue);
  }
};
