import { execFileSync } from 'node:child_process';
import type nodeProcess from 'node:process';
import { createTestDatabase, databaseKind } from './databases';
import { requireOutside } from './outside';
import { createRelay, type CommitFault, type Relay } from './relay';
import { startServer, type TestServer } from './strapi';

/** How a COMMIT fails; `its answer` is lost where the database has stored the transaction, `no answer` never comes. */
export type Failure = CommitFault;

const ignore = (): void => undefined;

/** Bounds each file that this process writes. With 0 all writes fail, as on a full disk. */
const setFileSize = (size: '0' | 'unlimited'): void => {
  const real = requireOutside<typeof nodeProcess>('node:process');
  // The system also sends a signal for each such write, which would end the process.
  if (size === '0' && real.listenerCount('SIGXFSZ') === 0) real.on('SIGXFSZ', ignore);
  execFileSync('prlimit', ['--pid', String(real.pid), `--fsize=${size}:`]);
};

/**
 * A server whose commits can be made to fail: on PostgreSQL and MariaDB the connection is cut at that moment, on SQLite the
 * disk is full.
 */
export const startServerWithFailingCommits = async (): Promise<{
  server: TestServer;
  /** The ways in which commits fail here. */
  failures: readonly Failure[];
  /** Runs something while every COMMIT fails. */
  whileFailing<Result>(failure: Failure, work: () => Promise<Result>): Promise<Result>;
  /** The way to the database; null on SQLite. */
  relay: Relay | null;
  stop(): Promise<void>;
}> => {
  const database = await createTestDatabase();
  if (databaseKind() === 'sqlite') {
    const server = await startServer({}, database);
    return {
      server,
      failures: ['COMMIT'],
      async whileFailing(_failure, work) {
        setFileSize('0');
        try {
          return await work();
        } finally {
          setFileSize('unlimited');
        }
      },
      relay: null,
      stop: () => server.stop(),
    };
  }
  const { DATABASE_HOST: host, DATABASE_PORT: port } = database.environment;
  const relay = await createRelay({ host, port: Number(port) });
  const server = await startServer({ DATABASE_PORT: String(relay.port) }, database);
  return {
    server,
    failures: ['COMMIT', 'its answer'],
    async whileFailing(failure, work) {
      relay.cutCommits(failure);
      try {
        return await work();
      } finally {
        relay.cutCommits(null);
      }
    },
    relay,
    async stop() {
      await server.stop();
      await relay.begin();
    },
  };
};
