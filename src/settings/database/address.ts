import { hostIn } from '../environment/hosts';
import { wholeNumber } from '../environment/numbers';
import { passwordIn, textIn } from '../environment/texts';
import type { Env } from '../environment/variables';

/** Strapi's names; MariaDB is `mysql`. */
export type DatabaseClient = 'sqlite' | DatabaseServer;
export type DatabaseServer = 'postgres' | 'mysql';

/** Where a database server is, and who connects. */
export interface DatabaseAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** Parameters of the address, by their names; each is known, and given once. */
  parameters: ReadonlyMap<string, string>;
}

const CLIENTS: Record<string, DatabaseClient> = { sqlite: 'sqlite', postgres: 'postgres', mysql: 'mysql' };

const PROTOCOLS: Record<string, DatabaseServer> = {
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

/** Parameters that PostgreSQL's driver takes under these names too. */
const FOR_THE_DRIVER = [
  'application_name',
  'options',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
] as const;

/** Parameters that an address may have: what a managed database prints, and what moves it to a socket. */
const KNOWN_PARAMETERS: Record<DatabaseServer, readonly string[]> = {
  postgres: [
    'host',
    'port',
    'user',
    'password',
    'ssl',
    'sslmode',
    'sslrootcert',
    'sslcert',
    'sslkey',
    'channel_binding',
    ...FOR_THE_DRIVER,
  ],
  mysql: ['ssl-mode', 'sslmode'],
};

/** What some addresses have for other programs, and what says the same here. */
const INSTEAD: Record<string, string> = {
  schema: 'Set DATABASE_SCHEMA to the schema in which the tables are.',
  search_path: 'Set DATABASE_SCHEMA to the schema in which the tables are.',
  connect_timeout: 'Set DATABASE_CONNECTION_TIMEOUT, in milliseconds.',
  connection_limit: 'Set DATABASE_POOL_MAX.',
  pool_timeout: 'Set DATABASE_CONNECTION_TIMEOUT, in milliseconds.',
};

interface ParsedUrl extends DatabaseAddress {
  client: DatabaseServer;
}

/**
 * DATABASE_URL in its parts; null where it is not set.
 * @throws Error that does not repeat it, as it has a password
 */
const urlOf = (env: Env): ParsedUrl | null => {
  const text = textIn(env, 'DATABASE_URL', '');
  if (text === '') return null;
  const url = parse(text);
  const client = url && Object.hasOwn(PROTOCOLS, url.protocol) ? PROTOCOLS[url.protocol] : undefined;
  if (!url || !client) throw new Error(BAD_URL);
  const parameters = parametersOf(url.searchParams, client);
  const parts = partsOf(url);
  if (!parts) throw new Error(BAD_URL);
  const { host, port, user, password, database } = parts;
  const address = {
    client,
    parameters,
    // A socket of PostgreSQL, which the driver finds in that folder.
    host: either(parameters, 'host', host),
    port: Number(either(parameters, 'port', port) || PORTS[client]),
    user: either(parameters, 'user', user),
    password: either(parameters, 'password', password),
    database,
  };
  if (!address.host || !address.database || !Number.isInteger(address.port)) throw new Error(BAD_URL);
  return address;
};

/** Stands for the host of an address that names it in a parameter only, which a URL does not allow beside a user. */
const NO_HOST = 'host.invalid';

const parse = (text: string): URL | null => {
  const complete = text.replace(/^([a-z]+:\/\/[^/?#]*@)(?=\/)/i, `$1${NO_HOST}`);
  return URL.canParse(complete) ? new URL(complete) : null;
};

const partsOf = ({ hostname, port, username, password, pathname }: URL) => {
  try {
    return {
      host: hostname === NO_HOST ? '' : decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
      port,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)),
    };
  } catch {
    return null;
  }
};

/** @throws Error for a parameter that nobody reads, by its name: it would be without effect */
const parametersOf = (given: URLSearchParams, client: DatabaseServer): Map<string, string> => {
  const known = KNOWN_PARAMETERS[client];
  const parameters = new Map<string, string>();
  for (const [name, value] of given) {
    if (!known.includes(name)) {
      const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : `These are: ${known.join(', ')}.`;
      throw new Error(`DATABASE_URL has the parameter "${name}", which is not read. ${instead}`);
    }
    if (parameters.has(name)) throw new Error(`DATABASE_URL has the parameter "${name}" twice.`);
    parameters.set(name, value);
  }
  return parameters;
};

/** What is said at its place in an address or as a parameter. @throws Error when both say something else */
const either = (parameters: ReadonlyMap<string, string>, name: string, inPlace: string): string => {
  const value = parameters.get(name);
  if (value === undefined || value === inPlace) return inPlace;
  if (inPlace === '') return value;
  // A folder of sockets beside a name that stands there for form's sake.
  if (name === 'host' && value.startsWith('/')) return value;
  throw new Error(`DATABASE_URL says "${name}" twice, and not the same. Take the parameter away.`);
};

/**
 * The kind of database: as DATABASE_CLIENT says, or as DATABASE_URL begins, or SQLite.
 * @throws Error when it is none that is known, or the two contradict each other
 */
export const clientOf = (env: Env): DatabaseClient => {
  const name = textIn(env, 'DATABASE_CLIENT', '');
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

/** Parameters of the address that are not ours to read, for PostgreSQL's driver. */
export const driverParametersOf = ({ parameters }: DatabaseAddress): Record<string, string | boolean> => {
  const taken = FOR_THE_DRIVER.flatMap((name) => {
    const value = parameters.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const binding = parameters.get('channel_binding');
  if (binding !== undefined && !['disable', 'prefer', 'require'].includes(binding)) {
    throw new Error(`DATABASE_URL has channel_binding=${binding}; it must be disable, prefer or require.`);
  }
  return {
    ...Object.fromEntries(taken),
    // It binds the password to the certificate wherever the server can.
    ...(binding !== undefined && { enableChannelBinding: binding !== 'disable' }),
  };
};

/** A folder is that of PostgreSQL's socket. */
const hostOf = (env: Env): string =>
  textIn(env, 'DATABASE_HOST', '').startsWith('/')
    ? textIn(env, 'DATABASE_HOST', '')
    : hostIn(env, 'DATABASE_HOST', 'localhost');

/** From DATABASE_URL, else from DATABASE_HOST and those beside it. @throws Error that has no password */
export const addressOf = (env: Env, client: DatabaseServer): DatabaseAddress => {
  const url = urlOf(env);
  if (url) return url;
  return {
    host: hostOf(env),
    port: wholeNumber(env, 'DATABASE_PORT', PORTS[client], { min: 1, max: 65_535 }),
    database: textIn(env, 'DATABASE_NAME', 'strapi'),
    user: textIn(env, 'DATABASE_USERNAME', 'strapi'),
    // An empty one is one, as on a machine that asks for none.
    password: passwordIn(env, 'DATABASE_PASSWORD', 'strapi'),
    parameters: new Map(),
  };
};
