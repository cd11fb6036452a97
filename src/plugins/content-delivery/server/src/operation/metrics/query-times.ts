import type { Knex } from 'knex';
import { BOUNDS, createHistogram } from './histogram';

/** Statements that are under way. One whose end is never reported, such as a stream's, must not stay forever. */
const MAX_STARTED = 10_000;

interface Statement {
  __knexQueryUid?: string;
}

/** How long statements take, on the connection that is taken already. */
export const createQueryTimes = () => {
  const ofDelivery = createHistogram(BOUNDS);
  const ofStrapi = createHistogram(BOUNDS);
  let failed = 0;

  return {
    /** Of the delivery routes. On SQLite they have a separate connection. */
    ofDelivery,
    /** Of connections that are watched: Strapi's pool, which on PostgreSQL and MariaDB serves the delivery routes too. */
    ofStrapi,
    failed: () => failed,

    watch(connection: Knex): void {
      const started = new Map<string, number>();
      const end = ({ __knexQueryUid: uid }: Statement): void => {
        const start = uid === undefined ? undefined : started.get(uid);
        if (uid === undefined || start === undefined) return;
        started.delete(uid);
        ofStrapi.observe(performance.now() - start);
      };
      connection
        .on('query', ({ __knexQueryUid: uid }: Statement) => {
          if (uid === undefined) return;
          if (started.size >= MAX_STARTED) started.clear();
          started.set(uid, performance.now());
        })
        .on('query-response', (_response: unknown, statement: Statement) => end(statement))
        .on('query-error', (_error: unknown, statement: Statement) => {
          failed += 1;
          end(statement);
        });
    },
  };
};

export type QueryTimes = ReturnType<typeof createQueryTimes>;
