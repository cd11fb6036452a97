import type { Core } from '@strapi/strapi';
import type { Reader } from '../queries/reader';
import type { SqliteReader } from '../queries/sqlite-reader';
import { UIDS } from '../uids';
import type { Scope } from './revisions';

/** Revisions at one moment. */
export interface Revisions {
  /** Undefined for a scope that was not asked for; 0 for one that nobody has written to yet. */
  get(scope: string): number | undefined;
}

type Use = (error: unknown, revisions: Revisions) => void;

/**
 * Tells the current revisions. What is read was read after `read` was called, and one read serves all who
 * were waiting when it began.
 */
export interface RevisionSource {
  read(scopes: readonly Scope[], use: Use): void;
}

const NONE: Revisions = new Map<string, number>();

/** @returns a source that suits the database */
export const createRevisionSource = (strapi: Core.Strapi, reader: Reader): RevisionSource => {
  const { tableName } = strapi.db.metadata.get(UIDS.revision);
  return reader.sqlite ? sqliteSource(reader.sqlite, tableName) : querySource(strapi, tableName);
};

/**
 * SQLite tells by one number whether anything was committed since; only then is the table read again. The
 * same object is handed out as long as no revision has changed, so its identity says that nothing has.
 */
const sqliteSource = (sqlite: SqliteReader, table: string): RevisionSource => {
  let version = -1;
  let known: ReadonlyMap<string, number> = new Map();
  let revisions: Revisions = { get: () => 0 };
  const statement = `SELECT scope, revision FROM ${table}`;

  const refresh = (): void => {
    const now = sqlite.dataVersion();
    if (now === version) return;
    const read = new Map(
      sqlite.all(statement).map((row) => [row['scope'] as string, row['revision'] as number]),
    );
    version = now;
    if (areEqual(read, known)) return;
    known = read;
    revisions = { get: (scope) => read.get(scope) ?? 0 };
  };

  return batched((_scopes, uses) => {
    let failure: unknown = null;
    try {
      refresh();
    } catch (error) {
      failure = error;
    }
    for (const use of uses) use(failure, revisions);
  });
};

const areEqual = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([scope, revision]) => b.get(scope) === revision);

/** Milliseconds after which a database that does not answer counts as out of reach. */
const DEADLINE = 5_000;

/** PostgreSQL and MariaDB: one indexed query for all scopes that somebody waits for. */
const querySource = (strapi: Core.Strapi, table: string): RevisionSource =>
  batched((scopes, uses) => {
    strapi.db
      .connection(table)
      .whereIn('scope', [...scopes])
      .select('scope', 'revision')
      .timeout(DEADLINE)
      .then(
        (rows: { scope: string; revision: number }[]) => {
          const revisions = new Map<string, number>([...scopes].map((scope) => [scope, 0]));
          for (const { scope, revision } of rows) revisions.set(scope, revision);
          for (const use of uses) use(null, revisions);
        },
        (error: unknown) => {
          for (const use of uses) use(error, NONE);
        },
      );
  });

/** Collects the requests of one turn of the event loop, and reads once when all of them have arrived. */
const batched = (readNow: (scopes: ReadonlySet<Scope>, uses: readonly Use[]) => void): RevisionSource => {
  let scopes = new Set<Scope>();
  let uses: Use[] = [];
  const flush = (): void => {
    const batch = { scopes, uses };
    scopes = new Set();
    uses = [];
    readNow(batch.scopes, batch.uses);
  };
  return {
    read(wanted, use) {
      if (uses.length === 0) setImmediate(flush);
      for (const scope of wanted) scopes.add(scope);
      uses.push(use);
    },
  };
};
