import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { describeFailure, endsConnection } from '../../platform/database/loss';
import { refusal } from '../../platform/refusal';
import { explainRights } from './rights';
import type { WaitingRoom } from './waiting-room';

/** What a start needs to know of the configured database. */
export interface AskedDatabase {
  client: string;
  connection: unknown;
  /** Milliseconds. */
  acquireConnectionTimeout: number;
}

interface DatabaseServer {
  host: string;
  port: number;
  database: string;
  user: string;
}

const SERVERS = { postgres: 'PostgreSQL', mysql: 'MariaDB' } as const;

/** Names that are not known yet, as of a container that is being started, and networks that are not up. */
const NOT_YET = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Milliseconds between two attempts: each time longer, up to the last. */
const PAUSES = [250, 500, 1_000, 2_000, 5_000] as const;

/**
 * Waits for a database that is away or being started, and answers probes meanwhile. One that refuses this user, or does not
 * have this database, will do so tomorrow.
 * @param seconds for which it waits
 * @throws Error that says which database was asked for and what it said; never its password
 */
export const awaitDatabase = async (
  strapi: Core.Strapi,
  room: WaitingRoom,
  seconds: number,
): Promise<void> => {
  const begun = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      await strapi.db.connection.raw('select 1');
      if (attempt > 0) {
        strapi.log.warn(`The database can be reached, after ${Math.ceil((Date.now() - begun) / 1000)} s.`);
      }
      return room.say('The server is starting.');
    } catch (error) {
      const failure = describeUnreachable(strapi.config.get<AskedDatabase>('database.connection'), error);
      const left = begun + seconds * 1000 - Date.now();
      if (!mayPass(strapi, error)) throw refusal((await explainRights(strapi, error)) ?? failure);
      if (left <= 0) throw refusal(failure);
      if (attempt === 0) {
        strapi.log.warn(`${failure} Waiting for it, up to ${seconds} s (DATABASE_WAIT_SECONDS).`);
        await room.open();
      }
      await pause(Math.min(left, PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0));
    }
  }
};

const mayPass = (strapi: Core.Strapi, error: unknown): boolean => {
  if (strapi.db.dialect.client === 'sqlite' || isTlsFailure(error)) return false;
  const { name, code } = error as { name: string; code?: string };
  // MariaDB's driver calls it fatal, too, that it was refused.
  if (
    code?.startsWith('ER_ACCESS_DENIED') ||
    code === 'ER_DBACCESS_DENIED_ERROR' ||
    code === 'ER_BAD_DB_ERROR'
  )
    return false;
  // PostgreSQL: class 28 is the user or its password, 3D000 the database, 42501 a right to it.
  if (code !== undefined && /^(28...|3D000|42501)$/.test(code)) return false;
  return name.includes('Timeout') || NOT_YET.has(code ?? '') || endsConnection(error);
};

/** Of certificates that are not taken, by OpenSSL and Node, and of MariaDB's driver and server. */
const TLS_CODES =
  /^(CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_|ERR_SSL_|EPROTO$|HANDSHAKE_NO_SSL_SUPPORT|HANDSHAKE_SSL_ERROR|ER_SECURE_TRANSPORT_REQUIRED)/;
/** PostgreSQL's driver and server have words only. */
const TLS_WORDS =
  /does not support SSL|establishing an SSL connection|no pg_hba\.conf entry.*(SSL off|no encryption)/;

const isTlsFailure = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && TLS_CODES.test(code)) || TLS_WORDS.test(String(message));
};

const TLS_ADVICE =
  'This is about the encryption of the connection: DATABASE_SSL (or sslmode in DATABASE_URL) turns it on, DATABASE_SSL_CA names the ' +
  'certificate of the authority that the server was certified by.';

/** Which database was asked for and what it said; never its password. */
export const describeUnreachable = (asked: AskedDatabase, error: unknown): string =>
  `The database cannot be reached: ${whichDatabase(asked)}: ${reasonOf(asked, error)}`;

/** Which database was asked for, with the variables that say so; never its password. */
export const whichDatabase = ({ client, connection }: AskedDatabase): string => {
  if (client === 'sqlite')
    return `the file ${(connection as { filename: string }).filename} (DATABASE_FILENAME)`;
  const { host, port, database, user } = connection as DatabaseServer;
  return (
    `${SERVERS[client as keyof typeof SERVERS]} at ${host}:${port}, database "${database}", user "${user}" ` +
    '(DATABASE_URL, or DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, DATABASE_USERNAME, DATABASE_PASSWORD)'
  );
};

/** What to do about what a database says. */
const REMEDIES: readonly [RegExp, string][] = [
  [/^(SQLITE_FULL|53100|ER_DISK_FULL|ER_RECORD_FILE_FULL)$/, 'make room on its disk.'],
  [/^SQLITE_READONLY/, 'this user has to be allowed to write to the file and to its folder.'],
  [/^SQLITE_(CANTOPEN|IOERR|PERM)/, 'look at the folder, its disk and the rights of this user.'],
  [/^SQLITE_NOTADB$/, 'DATABASE_FILENAME names another file, or this one is encrypted.'],
  [/^SQLITE_CORRUPT/, 'the file is damaged: restore a backup.'],
];

export const remedyOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  return REMEDIES.find(([codes]) => codes.test(code))?.[1];
};

const reasonOf = ({ acquireConnectionTimeout }: AskedDatabase, error: unknown): string => {
  if (isTlsFailure(error)) return `${describeFailure(error)}. ${TLS_ADVICE}`;
  // The pool's own words speak of a mistake in a program.
  if (!(error as Error).name.includes('Timeout')) {
    const remedy = remedyOf(error);
    return describeFailure(error) + (remedy === undefined ? '.' : `: ${remedy}`);
  }
  return `no answer within ${acquireConnectionTimeout / 1000} seconds (DATABASE_CONNECTION_TIMEOUT).`;
};
