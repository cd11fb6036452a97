import type { Core } from '@strapi/strapi';

/** Milliseconds for which the database's time is computed from the time that has passed here, which no clock that is set can change. */
const VALID_FOR = 10_000;

const QUERIES: Record<string, string> = {
  postgres: 'SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS now',
  mysql: 'SELECT UNIX_TIMESTAMP(NOW(6)) * 1000 AS now',
};

/**
 * The time of the database, which is the same for all instances, within the time that a question takes. On SQLite, where all of them
 * are on one machine, it is the machine's.
 */
export const createDatabaseClock = (strapi: Core.Strapi) => {
  const query = QUERIES[strapi.db.dialect.client];
  let known: { at: number; now: number } | null = null;

  return async (): Promise<Date> => {
    if (query === undefined) return new Date();
    const asked = performance.now();
    if (known === null || asked - known.at > VALID_FOR) {
      const result = (await strapi.db.connection.raw(query)) as
        { rows: { now: string }[] } | [{ now: string }[]];
      const rows = Array.isArray(result) ? result[0] : result.rows;
      known = { at: asked, now: Number(rows[0]?.now) };
    }
    return new Date(Math.round(known.now + performance.now() - known.at));
  };
};
