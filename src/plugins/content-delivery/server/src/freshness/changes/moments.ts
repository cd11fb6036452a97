import type { Knex } from 'knex';
import { chunks, inStatements } from '../../platform/database/statements';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { CLOCK_MODEL, MOMENT_MODEL } from './model';

/**
 * Milliseconds that are looked at once more: for a writer who judged an entry before its moment, and was committed after
 * it. Far longer than a transaction may take.
 */
const MARGIN = 60_000;
/** Entries that one statement names. */
const BATCH_SIZE = 200;

const CLOCK = CLOCK_MODEL.tableName;
export const MOMENTS = MOMENT_MODEL.tableName;

/** The date of a scheduled post, or the end of a key, of which the log has what follows from it. */
export interface Moment {
  /** documentId */
  website: string;
  /** documentId of the post; of the website where one of its keys has ended. */
  entry: string;
  moment: Date;
}

/** Up to when the moments have been looked at that come by themselves. Null where the log has just begun. */
export const readClock = async (sql: Knex): Promise<Date | null> => {
  const row: { until: DatabaseDate } | undefined = await sql(CLOCK).first('until');
  return row ? toDate(row.until) : null;
};

/** A moment that may come, for a reader, before the transaction that is judged now has ended; another server's clock may be ahead. */
export const isAboutToCome = (moment: Date, now: Date): boolean =>
  moment > now && moment.getTime() <= now.getTime() + MARGIN;

/** Moments up to this one are logged, whether or not it is known of each. */
export const loggedUntil = (clock: Date): Date => new Date(clock.getTime() - MARGIN);

/** Begins to look at moments. */
export const startClock = async (sql: Knex, now: Date): Promise<void> => {
  await sql(CLOCK).insert({ name: 'moments', until: now }).onConflict('name').ignore();
};

/** Goes on to a later moment, unless the system's clock was set meanwhile. */
export const advanceClock = async (sql: Knex, from: Date, to: Date): Promise<void> => {
  if (to > from) await sql(CLOCK).where({ until: from }).update({ until: to });
};

/** Has a moment looked at that is still to come: the clock of the server may have been ahead of it before. */
export const awaitMoment = async (trx: Knex, moment: Date): Promise<void> => {
  const clock = await readClock(trx);
  if (clock && clock > moment) await trx(CLOCK).where('until', '>', moment).update({ until: moment });
};

/** Notes that the log has what follows from these, which it had not. */
export const noteMoments = async (trx: Knex, moments: readonly Moment[]): Promise<void> => {
  for (const some of inStatements(
    moments.map((one) => ({ ...one })),
    100,
  ))
    await trx(MOMENTS).insert(some);
};

const keyOf = ({ entry, moment }: Pick<Moment, 'entry' | 'moment'>): string => `${entry} ${moment.getTime()}`;

/** Those that are noted. */
const notedOf = async (trx: Knex, moments: readonly Moment[]): Promise<Moment[]> => {
  const known = new Set<string>();
  for (const some of chunks(moments, BATCH_SIZE)) {
    const rows: { entry: string; moment: DatabaseDate }[] = await trx(MOMENTS)
      .whereIn(
        'entry',
        some.map(({ entry }) => entry),
      )
      .select('entry', 'moment');
    for (const { entry, moment } of rows) known.add(keyOf({ entry, moment: toDate(moment) }));
  }
  return moments.filter((one) => known.has(keyOf(one)));
};

/** Those of which the log has nothing yet. */
export const unloggedOf = async (trx: Knex, moments: readonly Moment[], now: Date): Promise<Moment[]> => {
  if (moments.length === 0) return [];
  const until = loggedUntil((await readClock(trx)) ?? now);
  const recent = moments.filter(({ moment }) => moment > until);
  const noted = new Set(await notedOf(trx, recent));
  return recent.filter((one) => !noted.has(one));
};

/** The websites of moments that are still to come here, and have come by another server's clock, or by this one's before it was set back. */
export const comeElsewhere = async (trx: Knex, moments: readonly Moment[], now: Date): Promise<string[]> => {
  const noted = await notedOf(
    trx,
    moments.filter(({ moment }) => moment > now),
  );
  return noted.map(({ website }) => website);
};

/**
 * Has moments that are still to come logged when they do, also where that was done before and the server's clock was set back
 * since: readers will get something else then.
 */
const awaitAgain = async (trx: Knex, ahead: Knex.QueryBuilder, moments: readonly Date[]): Promise<void> => {
  if (moments.length === 0) return;
  await ahead.delete();
  await awaitMoment(trx, new Date(Math.min(...moments.map((moment) => moment.getTime()))));
};

/** After writes of scheduled posts: what is past is in the log by them, and what is to come will be. */
export const settleMoments = async (trx: Knex, moments: readonly Moment[], now: Date): Promise<void> => {
  const [past, ahead] = [
    moments.filter(({ moment }) => moment <= now),
    moments.filter(({ moment }) => moment > now),
  ];
  await noteMoments(trx, await unloggedOf(trx, past, now));
  for (const some of chunks(ahead, BATCH_SIZE)) {
    const logged = trx(MOMENTS)
      .whereIn(
        'entry',
        some.map(({ entry }) => entry),
      )
      .where('moment', '>', now);
    await awaitAgain(
      trx,
      logged,
      some.map(({ moment }) => moment),
    );
  }
};

/** After a change of all of these websites, which may be of what they do with scheduled posts. */
export const settleWebsites = async (trx: Knex, websites: readonly string[], now: Date): Promise<void> => {
  for (const some of chunks(websites, BATCH_SIZE)) {
    const logged = () => trx(MOMENTS).whereIn('website', some).where('moment', '>', now);
    const rows: DatabaseDate[] = await logged().pluck('moment');
    await awaitAgain(trx, logged(), rows.map(toDate));
  }
};
