import type { Knex } from 'knex';
import { ok, wrong, type Finding } from '../finding';
import { connectionsFinding } from './connections';
import { versionFinding } from './version';
import { wayFinding } from './way';
import type { DatabaseSettings } from '../settings';

interface Facts {
  version: string;
  encoding: string;
  connections: string;
  reserved: string;
  replica: boolean;
  encryption: string | null;
}

const RIGHTS = 'Database, rights';

export const lookAtPostgres = async (
  sql: Knex,
  { connection, pool }: DatabaseSettings,
  workers: number,
): Promise<Finding[]> => {
  const schema = String(connection['schema']);
  const rows = async <Row>(statement: string, ...values: string[]): Promise<Row[]> =>
    ((await sql.raw(statement, values)) as { rows: Row[] }).rows;
  const [facts] = await rows<Facts>(
    `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
       current_setting('max_connections') AS connections, current_setting('superuser_reserved_connections') AS reserved,
       pg_is_in_recovery() AS replica,
       (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl) AS encryption`,
  );
  if (!facts) return [];
  const [rights] = await rows<{ usable: boolean; creatable: boolean }>(
    `SELECT has_schema_privilege(oid, 'USAGE') AS usable, has_schema_privilege(oid, 'CREATE') AS creatable
       FROM pg_namespace WHERE nspname = ?`,
    schema,
  );
  const [others] = await rows<{ count: string; owners: string | null }>(
    `SELECT count(*) AS count, string_agg(DISTINCT tableowner, ', ') AS owners FROM pg_tables
       WHERE schemaname = ? AND tablename SIMILAR TO '(strapi|content_delivery)\\_%' AND NOT pg_has_role(tableowner, 'USAGE')`,
    schema,
  );
  return [
    versionFinding({ name: 'PostgreSQL', version: facts.version, least: [14, 0], tested: '15' }),
    await wayFinding(
      String(connection['host']),
      facts.encryption,
      (connection['ssl'] as { rejectUnauthorized?: boolean } | false) !== false &&
        (connection['ssl'] as { rejectUnauthorized?: boolean }).rejectUnauthorized !== false,
    ),
    rightsFinding({ schema, user: String(connection['user']), facts, rights, others }),
    facts.encoding === 'UTF8'
      ? ok('Database, texts', 'UTF8')
      : wrong(
          'Database, texts',
          `The encoding is ${facts.encoding}, which cannot keep every character. Make a database with ENCODING 'UTF8', and restore a backup into it.`,
        ),
    connectionsFinding(Number(facts.connections) - Number(facts.reserved), pool?.max, workers),
  ];
};

interface Rights {
  schema: string;
  user: string;
  facts: Facts;
  rights: { usable: boolean; creatable: boolean } | undefined;
  others: { count: string; owners: string | null } | undefined;
}

const rightsFinding = ({ schema, user, facts, rights, others }: Rights): Finding => {
  if (facts.replica)
    return wrong(
      RIGHTS,
      'This is a standby, which takes no writes. Name the primary in DATABASE_HOST or DATABASE_URL.',
    );
  if (!rights)
    return wrong(
      RIGHTS,
      `There is no schema "${schema}" (DATABASE_SCHEMA). Make it: CREATE SCHEMA "${schema}".`,
    );
  if (!rights.usable || !rights.creatable)
    return wrong(
      RIGHTS,
      `"${user}" may make no tables in the schema "${schema}". As its owner: GRANT USAGE, CREATE ON SCHEMA "${schema}" TO "${user}".`,
    );
  if (Number(others?.count) > 0)
    return wrong(
      RIGHTS,
      `${others?.count} tables belong to ${others?.owners} and not to "${user}", who cannot change them when a new release has to.`,
    );
  return ok(RIGHTS, `"${user}" may make and change tables in the schema "${schema}"`);
};
