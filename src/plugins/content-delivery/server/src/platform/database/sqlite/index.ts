import type { Core } from '@strapi/strapi';
import { UIDS } from '../../uids';
import { createCheckpoints } from './checkpoints';
import { createReadingThread } from './reading-thread';
import { aroundStatements, type Client } from './statements';
import { createTurns } from './turns';

/** What there may be a hundred thousand of. */
const MANY = [
  UIDS.post,
  UIDS.pseoPage,
  UIDS.queuedPage,
  UIDS.importFinding,
  UIDS.importRow,
  UIDS.movedEntry,
  'plugin::upload.file',
];

const COMMIT = /^\s*commit\b/i;

/**
 * Keeps what Strapi does on SQLite, on the thread that serves, from keeping readers waiting. A list that has to be sorted
 * or counted takes as long as there are rows: reads of tables that may be large run in a separate thread. All
 * else gives others their turn between two statements. Other databases need nothing.
 */
export const createSqliteTurns = ({ db, contentTypes }: Pick<Core.Strapi, 'db' | 'contentTypes'>) => {
  if (db.dialect.client !== 'sqlite') return { close: async (): Promise<void> => undefined };
  const client = db.connection.client as Client;
  const thread = createReadingThread(client.connectionSettings.filename);
  const checkpoints = createCheckpoints(thread);
  const inTurn = createTurns();
  let large: RegExp | null = null;
  const isLarge = (sql: string): boolean => {
    // As the schema says: a backup runs before the database layer knows its tables.
    large ??= readsOf(MANY.flatMap((uid) => contentTypes[uid as never]?.collectionName ?? []));
    return large.test(sql);
  };

  aroundStatements(client, async (statement, run, transaction) => {
    const { sql = '' } = statement;
    // What a transaction has written, only its own connection sees.
    if (!transaction?.hasWritten && isLarge(sql)) {
      statement.response = await thread.read(sql, client._formatBindings(statement.bindings));
      return statement;
    }
    const done = await inTurn(run);
    if (COMMIT.test(sql)) await checkpoints.committed();
    return done;
  });
  return {
    close(): Promise<void> {
      checkpoints.stop();
      return thread.close();
    },
  };
};

export type SqliteTurns = ReturnType<typeof createSqliteTurns>;

const readsOf = (tables: readonly string[]): RegExp =>
  new RegExp(`^\\s*select\\b[^]*\`(${tables.join('|')})\``, 'i');
