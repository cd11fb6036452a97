import type { Core } from '@strapi/strapi';
import { wholeNumber } from '../environment/numbers';
import { textIn } from '../environment/texts';

type Env = Core.Config.Shared.ConfigParams['env'];

/** Strapi's names; MariaDB is `mysql`. */
export type DatabaseClient = 'sqlite' | 'postgres' | 'mysql';

/** Where a database server is, and who connects. */
export interface DatabaseAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
}

const CLIENTS: Record<string, DatabaseClient> = { sqlite: 'sqlite', postgres: 'postgres', mysql: 'mysql' };

const PROTOCOLS: Record<string, 'postgres' | 'mysql'> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

const PORTS = { postgres: 5432, mysql: 3306 } as const;

const EXAMPLES = '"postgres://user:password@host:5432/name" or "mysql://user:password@host:3306/name"';

const BAD_URL =
  `DATABASE_URL must be an address such as ${EXAMPLES}. ` +
  'Characters such as @ : / # ? % in user and password are written as %40 %3A %2F %23 %3F %25.';

interface ParsedUrl extends DatabaseAddress {
  client: 'postgres' | 'mysql';
  /** What follows the name of the database. */
  parameters: URLSearchParams;
}

/**
 * DATABASE_URL in its parts; null where it is not set.
 * @throws Error that does not repeat it, as it has a password
 */
const urlOf = (env: Env): ParsedUrl | null => {
  const text = env('DATABASE_URL', '').trim();
  if (text === '') return null;
  const parsed = parse(text);
  if (!parsed?.host || !parsed.database) throw new Error(BAD_URL);
  return parsed;
};

const parse = (text: string): ParsedUrl | null => {
  try {
    const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(text);
    const client = Object.hasOwn(PROTOCOLS, protocol) ? PROTOCOLS[protocol] : undefined;
    if (!client) return null;
    return {
      client,
      // PostgreSQL's sockets are given as a parameter.
      host: searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? PORTS[client] : Number(port),
      database: decodeURIComponent(pathname.slice(1)),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      parameters: searchParams,
    };
  } catch {
    return null;
  }
};

/**
 * The kind of database: as DATABASE_CLIENT says, or as DATABASE_URL begins, or SQLite.
 * @throws Error when it is none that is known, or the two contradict each other
 */
export const clientOf = (env: Env): DatabaseClient => {
  const name = env('DATABASE_CLIENT', '').trim();
  const ofUrl = urlOf(env)?.client;
  if (name === '') return ofUrl ?? 'sqlite';
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (!client) {
    throw new Error(
      `DATABASE_CLIENT is "${name}"; use "sqlite", "postgres" (PostgreSQL) or "mysql" (MariaDB, MySQL).`,
    );
  }
  if (ofUrl && ofUrl !== client) {
    throw new Error(
      `DATABASE_CLIENT is "${name}", but DATABASE_URL is an address of "${ofUrl}". Take one of them away.`,
    );
  }
  return client;
};

/** From DATABASE_URL, else from DATABASE_HOST and those beside it. @throws Error that has no password */
export const addressOf = (env: Env, client: 'postgres' | 'mysql'): DatabaseAddress => {
  const url = urlOf(env);
  if (!url) {
    return {
      host: textIn(env, 'DATABASE_HOST', 'localhost'),
      port: wholeNumber(env, 'DATABASE_PORT', PORTS[client], { min: 1, max: 65_535 }),
      database: textIn(env, 'DATABASE_NAME', 'strapi'),
      user: textIn(env, 'DATABASE_USERNAME', 'strapi'),
      // An empty one is one, as on a machine that asks for none.
      password: env('DATABASE_PASSWORD', 'strapi'),
    };
  }
  const { host, port, database, user, password, parameters } = url;
  // The driver of PostgreSQL reads them. Here, one that asks for TLS would be lost without a word.
  if (client === 'mysql' && parameters.size > 0) {
    throw new Error(
      'DATABASE_URL of MariaDB must end with the name of the database; set DATABASE_SSL instead of parameters.',
    );
  }
  return { host, port, database, user, password };
};
