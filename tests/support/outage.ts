import { createTestDatabase } from './databases';
import { createRelay } from './relay';
import { startServer, type TestServer } from './strapi';
import { serviceOf } from './services';
import { madeLater } from './with-server';

export interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/**
 * A server whose database can be put out of reach. PostgreSQL and MariaDB are reached through a relay that can
 * be cut; on SQLite every read of the delivery side's own connections fails instead, as there is no way between.
 */
export const startServerWithOutage = async (
  environment: Record<string, string> = {},
): Promise<{ server: TestServer; outage: Outage; stop(): Promise<void> }> => {
  const database = await createTestDatabase();
  if (database.environment['DATABASE_CLIENT'] === 'sqlite') {
    const server = await startServer(environment, database);
    return {
      server,
      outage: failingReads(server),
      async stop() {
        await server.stop();
      },
    };
  }
  const { DATABASE_HOST: host, DATABASE_PORT: port } = database.environment;
  const relay = await createRelay({ host, port: Number(port) });
  const server = await startServer({ ...environment, DATABASE_PORT: String(relay.port) }, database);
  return {
    server,
    outage: relay,
    async stop() {
      await server.stop();
      await relay.begin();
    },
  };
};

/** `startServerWithOutage` for all tests of a file or of a `describe`, as `withServer` does it. */
export const withOutage = (environment: Record<string, string> = {}) => {
  type Started = Awaited<ReturnType<typeof startServerWithOutage>>;
  let started: Started | undefined;
  beforeAll(async () => {
    started = await startServerWithOutage(environment);
  });
  afterAll(() => started?.stop());
  return {
    server: madeLater(() => (started as Started).server),
    outage: madeLater(() => (started as Started).outage),
  };
};

const failingReads = ({ strapi }: TestServer): Outage => {
  const { reader } = serviceOf(strapi, 'delivery') as {
    reader: {
      sqlite: {
        revisions: { dataVersion(): number };
        snapshots: Record<'single' | 'snapshot', (read: unknown) => Promise<unknown>>;
      };
    };
  };
  const fault = () => Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  let spies: jest.SpyInstance[] = [];
  return {
    async begin() {
      spies = [
        jest.spyOn(reader.sqlite.revisions, 'dataVersion').mockImplementation(() => {
          throw fault();
        }),
        ...(['single', 'snapshot'] as const).map((kind) =>
          jest.spyOn(reader.sqlite.snapshots, kind).mockImplementation(() => Promise.reject(fault())),
        ),
      ];
    },
    async end() {
      for (const spy of spies) spy.mockRestore();
    },
  };
};
