import type { Core } from '@strapi/strapi';
import { FILE_UID, UIDS } from '../../uids';
import type { KnexClient } from '../../patches/knex-client';
import { aroundStatements } from '../../patches/knex-statements';
import { panelReadOf, type PanelRead } from '../panel-reads';
import { createCheckpoints } from './checkpoints';
import { DeferredConnection } from './deferred-connections';
import { leaveOrderUnindexed } from './order-columns';
import { createReadingProcesses } from './reading-processes';
import { createReadingThread } from './reading-thread';
import { createStatementYielder } from './statement-yielder';
import { takeWriteLockAtBegin } from './write-lock';

/** What there may be a hundred thousand of. */
const MANY = [
  UIDS.post,
  UIDS.pseoPage,
  UIDS.queuedPage,
  UIDS.importFinding,
  UIDS.importRow,
  UIDS.movedEntry,
  FILE_UID,
];

/** What a join costs cannot be judged by one of its tables. */
const JOINED = /^\s*select\b[^]*\bjoin\b/i;
const COMMIT = /^\s*commit\b/i;

/**
 * Keeps what Strapi does on SQLite, on the thread that serves, from keeping readers waiting. A list that has to be sorted
 * or counted takes as long as there are rows: reads of tables that may be large run in a separate thread, and those of
 * requests of the panel in one of two processes, which can be ended in the middle of a statement. All else gives others their turn between two statements.
 * Transactions hold the write lock from their beginning, and relations are put in order without going through those of all entries. Other databases need nothing.
 */
export const createSqliteOffloading = (
  strapi: Pick<Core.Strapi, 'db' | 'contentTypes' | 'requestContext'>,
) => {
  const { db, contentTypes } = strapi;
  if (db.dialect.client !== 'sqlite') return { close: async (): Promise<void> => undefined };
  const client = db.connection.client as KnexClient;
  takeWriteLockAtBegin(client);
  leaveOrderUnindexed(client);
  const thread = createReadingThread(client.connectionSettings.filename);
  const panelReads = createReadingProcesses(client.connectionSettings.filename);
  const checkpoints = createCheckpoints(thread);
  const whenYielded = createStatementYielder();
  let large: RegExp | null = null;
  const isLarge = (sql: string): boolean => {
    // As the schema says: a backup runs before the database layer knows its tables.
    large ??= readsOf(MANY.flatMap((uid) => contentTypes[uid as never]?.collectionName ?? []));
    return large.test(sql);
  };

  aroundStatements(client, async (statement, run, transaction, connection) => {
    const { sql = '' } = statement;
    // What a transaction has written, only its own connection sees.
    const panelRead = transaction?.hasWritten ? null : panelReadOf(strapi);
    if (panelRead && (JOINED.test(sql) || isLarge(sql))) {
      const read = () => readFor(panelRead, sql, client._formatBindings(statement.bindings));
      statement.response = await (connection instanceof DeferredConnection
        ? connection.whileReading(read)
        : read());
      return statement;
    }
    if (!transaction?.hasWritten && isLarge(sql)) {
      statement.response = await thread.read(sql, client._formatBindings(statement.bindings));
      return statement;
    }
    const done = await (connection instanceof DeferredConnection
      ? connection.run(statement, (taken) => whenYielded(() => run(taken)))
      : whenYielded(run));
    // Undefined where a deferred connection has begun no transaction.
    if (COMMIT.test(sql) && connection.inTransaction !== undefined) await checkpoints.committed();
    return done;
  });
  const readFor = async (read: PanelRead, sql: string, bindings: readonly unknown[]) => {
    const answer = await panelReads.read(sql, bindings, {
      request: read.request,
      left: () => (read.isAbandoned() ? 0 : read.left()),
    });
    read.spend(answer.milliseconds);
    if (answer.rows === null) throw read.giveUp();
    return answer.rows;
  };
  return {
    async close(): Promise<void> {
      checkpoints.stop();
      await Promise.all([thread.close(), panelReads.close()]);
    },
  };
};

const readsOf = (tables: readonly string[]): RegExp =>
  new RegExp(`^\\s*select\\b[^]*\`(${tables.join('|')})\``, 'i');
