import knex, { type Knex } from 'knex';
import pg from 'pg';
import type { DatabaseKind } from '../options';

type ServerKind = Exclude<DatabaseKind, 'sqlite'>;

/** Where the servers are, as for the tests. */
const SERVERS: Record<ServerKind, { variable: string; address: string; name: string }> = {
  postgres: {
    variable: 'TEST_POSTGRES_URL',
    address: 'postgres://postgres@127.0.0.1:5432/postgres',
    name: 'postgres',
  },
  mysql: { variable: 'TEST_MYSQL_URL', address: 'mysql://root@127.0.0.1:3306', name: 'mysql' },
};

/** Dates in UTC, as the server of this project has them. */
export const openServer = (address: string): Knex => {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  const isPostgres = protocol.startsWith('postgres');
  if (isPostgres) pg.defaults.parseInputDatesAsUTC = true;
  return knex({
    client: isPostgres ? 'pg' : 'mysql2',
    connection: {
      host: hostname,
      port: Number(port || (isPostgres ? 5432 : 3306)),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1),
      ...(isPostgres ? {} : { timezone: 'Z', charset: 'utf8mb4' }),
    },
    pool: { min: 0, max: 1 },
  });
};

/** A database on a server, empty at first. */
export interface ServerDatabase {
  address: string;
  drop(): Promise<void>;
}

export const createServerDatabase = async (kind: ServerKind): Promise<ServerDatabase> => {
  const { variable, address, name } = SERVERS[kind];
  const url = new URL(process.env[variable] || address);
  const at = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const run = async (sql: string): Promise<void> => {
    const server = openServer(at(name));
    try {
      await server.raw(sql);
    } finally {
      await server.destroy();
    }
  };
  const own = `content_delivery_bench_${process.pid}`;
  await run(`CREATE DATABASE ${own}${kind === 'mysql' ? ' CHARACTER SET utf8mb4' : ''}`);
  return {
    address: at(own),
    drop: () => run(`DROP DATABASE ${own}${kind === 'postgres' ? ' WITH (FORCE)' : ''}`),
  };
};
