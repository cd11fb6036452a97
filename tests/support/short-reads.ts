import type { Core } from '@strapi/strapi';

/** A connection of a driver. PostgreSQL's has its socket one level further down than MariaDB's. */
type DriverConnection = { query(sql: string): unknown } & (
  (Wire & { threadId: number }) | { connection: Wire; processID: number }
);
interface Wire {
  stream: { localPort: number };
}

/** The server's two connections for short reads; on PostgreSQL and MariaDB only. */
export const shortReadsOf = (strapi: Core.Strapi) => {
  const { reader } = strapi.plugin('content-delivery').service('delivery') as {
    reader: {
      shortReads: {
        connection: {
          client: {
            acquireConnection(): Promise<DriverConnection>;
            releaseConnection(connection: DriverConnection): Promise<void>;
          };
        };
      };
    };
  };
  return reader.shortReads.connection.client;
};

/** Both; the one that is given out next comes first. */
const withBoth = async <Result>(
  strapi: Core.Strapi,
  use: (connection: DriverConnection) => Result,
): Promise<Awaited<Result>[]> => {
  const pool = shortReadsOf(strapi);
  const both = [await pool.acquireConnection(), await pool.acquireConnection()];
  const used = await Promise.all(both.map(use));
  // The last that was given back is the next that is given out.
  for (const connection of [...both].reverse()) await pool.releaseConnection(connection);
  return used;
};

/** Where the server's sockets begin, by which a relay knows them. */
export const portsOfShortReads = (strapi: Core.Strapi): Promise<number[]> =>
  withBoth(strapi, (driver) => ('stream' in driver ? driver : driver.connection).stream.localPort);

/** Runs a statement on both, as somebody between the server and its database may. */
export const onShortReads = async (strapi: Core.Strapi, sql: string): Promise<void> => {
  await withBoth(strapi, (driver) => driver.query(sql));
};

/** Has the database end both. */
export const endShortReads = async (strapi: Core.Strapi): Promise<void> => {
  const ends = await withBoth(strapi, (driver) =>
    'processID' in driver ? `SELECT pg_terminate_backend(${driver.processID})` : `KILL ${driver.threadId}`,
  );
  for (const end of ends) await strapi.db.connection.raw(end);
};
