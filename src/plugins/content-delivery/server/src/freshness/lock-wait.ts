import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

/** How long a writer waits for another one. MariaDB's is set for each session, in src/settings/database/sessions.ts. */
const MAX_WAIT = '20s';
/** After so long without a statement, a transaction is that of a server that has gone or hangs. */
const MAX_PAUSE = '60s';

const limited = new WeakSet<object>();

/**
 * PostgreSQL waits for a lock without end, and keeps the locks of a client that it has lost for hours. For as long as this
 * transaction lasts it does neither: only writers of content are limited, not changes of tables nor long reads.
 */
export const limitLockWaits = async ({ db }: Core.Strapi, trx: Knex.Transaction): Promise<void> => {
  if (db.dialect.client !== 'postgres' || limited.has(trx)) return;
  limited.add(trx);
  await trx.raw(
    "SELECT set_config('lock_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true)",
    [MAX_WAIT, MAX_PAUSE],
  );
};
