import type { Knex } from 'knex';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { CLOCK_MODEL } from './model';

/** Null where the log has just begun. */
export const readClock = async (sql: Knex): Promise<Date | null> => {
  const row: { until: DatabaseDate } | undefined = await sql(CLOCK_MODEL.tableName).first('until');
  return row ? toDate(row.until) : null;
};

/** Up to when the log has the moments that come by themselves; now where it has just begun. */
export const toldUntil = async (sql: Knex): Promise<Date> => (await readClock(sql)) ?? new Date();
