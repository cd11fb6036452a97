import { KNEX, type Connection, type KnexClient } from './knex-client';
import { replaceFunction } from './replace';

/**
 * Changes `acquireConnection` of knex's pool, read at knex 3.0.1: it has no event for a connection that was waited for or
 * could not be had. Puts something around each wait from here on.
 */
export const aroundConnections = (
  client: KnexClient,
  around: (acquire: () => Promise<Connection>) => Promise<Connection>,
): void =>
  replaceFunction(
    client,
    'acquireConnection',
    { readAt: KNEX, parameters: 0 },
    (acquire) => () => around(acquire),
  );

/** Changes `releaseConnection` of knex's pool, read at knex 3.0.1. */
export const aroundReleases = (
  client: KnexClient,
  around: (connection: Connection, release: (connection: Connection) => Promise<void>) => Promise<void>,
): void =>
  replaceFunction(
    client,
    'releaseConnection',
    { readAt: KNEX, parameters: 1 },
    (release) => (connection) => around(connection, release),
  );
