import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEmptyDatabase, type DatabaseKind, type TestDatabase } from '../../support/databases';
import { run } from '../../support/databases/servers';
import { freePort } from '../../support/instances/free-port';
import { createRelay } from '../../support/relay';
import { stop } from '../../support/stop';
import { startServer } from '../../support/strapi';
import { mistellingsIn } from '../checker/outages';
import type { History } from '../history';
import { say } from '../../support/say';
import { prepareContent, type Prepared } from '../workload/content';
import type { Receiver } from '../workload/receiver';
import { createDisk, type Disk } from './disk';
import { createInstance, type Instance } from './instance';

/** SQLite is for one host; a second process is there while the first is restarted. */
const MAX_INSTANCES: Record<DatabaseKind, number> = { sqlite: 2, postgres: 3, mysql: 3 };

/** The receiver of webhooks is on this machine. */
const SETTINGS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

export interface Cluster {
  kind: DatabaseKind;
  mostInstances: number;
  prepared: Prepared;
  /** All of them, also those that do not run. */
  instances: readonly Instance[];
  /** Those that requests can be sent to. */
  up(): Instance[];
  /** Lets so many run. */
  resize(count: number): Promise<void>;
  /** Ends every connection of the instances, at the database server. */
  terminateConnections(): Promise<void>;
  /** SQLite's file, on a disk that can be filled; null elsewhere. */
  disk: Disk | null;
  databaseFile: string | null;
  /** What is being played, for the record of deaths. */
  during: string;
  /** Ends every instance. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

const fileDatabase = (disk: Disk): TestDatabase => ({
  environment: {
    DATABASE_URL: '',
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: path.join(disk.folder, 'data.db'),
  },
  drop: () => stop('the disk', disk.remove),
});

const terminate = {
  sqlite: async (): Promise<void> => undefined,
  async postgres(name: string): Promise<void> {
    await run.postgres(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  },
  async mysql(name: string): Promise<void> {
    const rows = await run.mysql(`SELECT id FROM information_schema.processlist WHERE db = '${name}'`);
    // One that has gone meanwhile is no fault.
    for (const { id } of rows) await run.mysql(`KILL ${String(id)}`).catch(() => undefined);
  },
};

/** A database with content, and instances that are not started yet. */
export const createCluster = async (
  kind: DatabaseKind,
  history: History,
  receiver: Pick<Receiver, 'urlOf'>,
): Promise<Cluster> => {
  const disk = kind === 'sqlite' ? await createDisk() : null;
  const database = disk ? fileDatabase(disk) : await createEmptyDatabase(kind);
  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-clocks-'));
  const cleanUp = async (): Promise<void> => {
    await database.drop();
    await stop('the removal of the clocks', () => rm(folder, { recursive: true, force: true }));
  };
  try {
    const server = await startServer(SETTINGS, database);
    const prepared = await prepareContent(server.strapi, receiver.urlOf);
    await server.stopAndKeepDatabase();

    const { DATABASE_HOST: host, DATABASE_PORT: port, DATABASE_NAME: name = '' } = database.environment;
    const cluster: Cluster = {
      kind,
      mostInstances: MAX_INSTANCES[kind],
      prepared,
      instances: await Promise.all(
        Array.from({ length: MAX_INSTANCES[kind] }, async (_, index) =>
          createInstance({
            name: `instance ${index + 1}`,
            port: await freePort(),
            environment: { ...SETTINGS, ...database.environment },
            relay: disk ? null : await createRelay({ host, port: Number(port) }),
            clockFile: path.join(folder, String(index)),
            onDeath: (instance, exit, lastWords) => {
              say(`${instance} has ended (${exit.signal ?? exit.code}): ${lastWords}`);
              history.deaths.push({
                instance,
                at: performance.now(),
                ...exit,
                lastWords,
                during: cluster.during,
              });
            },
            onLog: (instance, log) => {
              for (const what of mistellingsIn(log))
                history.mistellings.push({ instance, at: performance.now(), what });
            },
          }),
        ),
      ),
      up: () => cluster.instances.filter((instance) => instance.isUp()),
      async resize(count) {
        // Nothing keeps two processes that start on one file of SQLite from meeting.
        if (disk) for (const instance of cluster.instances.slice(0, count)) await instance.start();
        await Promise.all(
          cluster.instances.map((instance, index) =>
            index < count ? instance.start() : instance.end('SIGTERM'),
          ),
        );
      },
      terminateConnections: () => terminate[kind](name),
      disk,
      databaseFile: database.environment['DATABASE_FILENAME'] ?? null,
      during: 'the start',
      end: async () => void (await Promise.all(cluster.instances.map((instance) => instance.end('SIGTERM')))),
      async stop() {
        for (const { name, end, relay } of cluster.instances) {
          await stop(name, () => end('SIGKILL'));
          await stop(`the relay of ${name}`, () => relay?.begin());
        }
        await cleanUp();
      },
    };
    return cluster;
  } catch (error) {
    await cleanUp();
    throw error;
  }
};
