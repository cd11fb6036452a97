import type { Knex } from 'knex';
import { ok, warning, wrong, type Finding } from '../finding';
import type { DatabaseSettings } from '../settings';
import { connectionsFinding } from './connections';
import { missingGrants } from './grants';
import { versionFinding } from './version';
import { wayFinding } from './way';

const RIGHTS = 'Database, rights';
const TEXTS = 'Database, texts';
/** Bytes of one statement, below which even usual entries are refused. MariaDB's own is 16 MB. */
const LEAST_PACKET = 16 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

interface Facts {
  version: string;
  charset: string;
  connections: number;
  packet: number;
  replica: number | string;
}

export const lookAtMariadb = async (
  sql: Knex,
  { connection, pool }: DatabaseSettings,
  workers: number,
): Promise<Finding[]> => {
  const rows = async <Row>(statement: string): Promise<Row[]> => ((await sql.raw(statement)) as [Row[]])[0];
  const [facts] = await rows<Facts>(
    `SELECT VERSION() AS version, @@character_set_database AS charset, @@max_connections AS connections,
       @@max_allowed_packet AS packet, @@read_only AS replica`,
  );
  if (!facts) return [];
  const [cipher] = await rows<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Ssl_cipher'`);
  const grants = (await rows<Record<string, string>>('SHOW GRANTS')).flatMap((row) => Object.values(row));
  const isMariadb = /mariadb/i.test(facts.version);
  // Some put a version of MySQL before their own.
  const version = facts.version.replace(/^5\.5\.5-/, '').replace(/-.*$/, '');
  const ssl = connection['ssl'] as { rejectUnauthorized?: boolean } | false;
  const user = String(connection['user']);
  const database = String(connection['database']);
  return [
    versionFinding(
      isMariadb
        ? { name: 'MariaDB', version, least: [10, 3], tested: '10.11' }
        : { name: 'MySQL', version, least: [8, 0], tested: null },
    ),
    await wayFinding(
      String(connection['host']),
      cipher?.Value || null,
      ssl !== false && ssl.rejectUnauthorized !== false,
    ),
    rightsFinding({
      user,
      database,
      isReadOnly: Number(facts.replica) > 0,
      missing: missingGrants(grants, database),
    }),
    textsFinding(facts, database),
    connectionsFinding(facts.connections, pool?.max, workers),
  ];
};

interface Rights {
  user: string;
  database: string;
  isReadOnly: boolean;
  /** Null where it is not known. */
  missing: string[] | null;
}

const rightsFinding = ({ user, database, isReadOnly, missing }: Rights): Finding => {
  if (isReadOnly)
    return wrong(
      RIGHTS,
      'The server is read-only, as replicas are. Name the primary in DATABASE_HOST or DATABASE_URL.',
    );
  if (missing === null) return ok(RIGHTS, `those of "${user}" come from roles, and were not looked at`);
  if (missing.length > 0)
    return wrong(
      RIGHTS,
      `"${user}" lacks ${missing.join(', ')}. As an administrator: GRANT ${missing.join(', ')} ON \`${database}\`.* TO '${user}'@'…'.`,
    );
  return ok(RIGHTS, `"${user}" may make and change tables in "${database}"`);
};

const textsFinding = ({ charset, packet }: Facts, database: string): Finding => {
  if (charset !== 'utf8mb4')
    return wrong(
      TEXTS,
      `New tables get the character set ${charset}, which cannot keep every character. Before the first start: ` +
        `ALTER DATABASE \`${database}\` CHARACTER SET utf8mb4. Later, restore a backup into a new database.`,
    );
  if (packet < LEAST_PACKET)
    return warning(
      TEXTS,
      `utf8mb4, but max_allowed_packet is ${(packet / MEGABYTE).toFixed(1)} MB: larger entries are not saved. Set 64M.`,
    );
  return ok(TEXTS, `utf8mb4, up to ${Math.floor(packet / MEGABYTE)} MB in one entry (max_allowed_packet)`);
};
