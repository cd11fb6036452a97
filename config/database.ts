import '../src/settings/supported-node';
import type { Core } from '@strapi/strapi';
import {
  addressOf,
  clientOf,
  driverParametersOf,
  type DatabaseAddress,
  type DatabaseClient,
} from '../src/settings/database/address';
import { databaseFileOf } from '../src/settings/database/file';
import { wholeNumber } from '../src/settings/environment/numbers';
import { textIn } from '../src/settings/environment/texts';
import type { Env } from '../src/settings/environment/variables';
import { tuneMysql, tunePostgres, tuneSqlite } from '../src/settings/database/sessions';
import { tlsOf } from '../src/settings/database/tls';

const MAX_CONNECTIONS = 1_000;

const poolOf = (env: Env): { min: number; max: number } => {
  const max = wholeNumber(env, 'DATABASE_POOL_MAX', 10, { min: 1, max: MAX_CONNECTIONS });
  return { min: wholeNumber(env, 'DATABASE_POOL_MIN', Math.min(2, max), { min: 0, max }), max };
};

/** Where the server is, and how the way there is encrypted: the address and the variables beside it as one. */
const serverOf = (env: Env, address: DatabaseAddress): object => {
  const { host, port, database, user, password } = address;
  return { host, port, database, user, password, ssl: tlsOf(env, address) };
};

const connections: Record<DatabaseClient, (env: Env) => object> = {
  sqlite: (env) => ({
    client: 'sqlite',
    connection: { filename: databaseFileOf(env) },
    useNullAsDefault: true,
    pool: { afterCreate: tuneSqlite },
  }),

  postgres: (env) => {
    const address = addressOf(env, 'postgres');
    return {
      client: 'postgres',
      connection: {
        ...driverParametersOf(address),
        ...serverOf(env, address),
        schema: textIn(env, 'DATABASE_SCHEMA', 'public'),
        // So that balancers and NAT do not forget a connection that waits; MariaDB's driver does so by itself.
        keepAlive: true,
      },
      pool: { ...poolOf(env), afterCreate: tunePostgres },
    };
  },

  mysql: (env) => ({
    client: 'mysql',
    connection: {
      ...serverOf(env, addressOf(env, 'mysql')),
      charset: 'utf8mb4',
      // Dates mean the same on every instance, whatever its own time zone.
      timezone: 'Z',
    },
    pool: { ...poolOf(env), afterCreate: tuneMysql },
  }),
};

/** Not in the log's form, and once for each connection that the pool replaces; the log says that the database is away. */
const warn = (message: string): void => {
  if (!message.startsWith('Connection Error:')) console.warn(message);
};

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database =>
  ({
    connection: {
      ...(connections[clientOf(env)](env) as { client: DatabaseClient; connection: object }),
      log: { warn },
      // What is stored and searched for stays out of error messages, and so out of the log.
      compileSqlOnError: false,
      acquireConnectionTimeout: wholeNumber(env, 'DATABASE_CONNECTION_TIMEOUT', 60_000, {
        min: 1,
        max: 3_600_000,
      }),
    },
  }) as Core.Config.Database;

export default config;
