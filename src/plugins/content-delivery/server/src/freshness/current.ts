import type { Core } from '@strapi/strapi';
import { createLookup } from '../platform/database/lookup';
import type { Reader } from '../platform/database/reader';
import { MAX_SHORT_READS, type ShortReads } from '../platform/database/short-reads';
import type { SqliteReader } from '../platform/database/sqlite-reader';
import { UIDS } from '../platform/uids';
import type { Scope } from './revisions';

/** Revisions at one moment. */
export interface Revisions {
  /** Undefined for a scope that was not asked for; 0 for one without a write so far. */
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
  return reader.sqlite
    ? sqliteSource(reader.sqlite.revisions, tableName)
    : querySource(strapi, reader.shortReads, tableName);
};

/**
 * SQLite shows by one number whether anything was committed since; only then is the table read again. The
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

  return batched(() => {
    refresh();
    return revisions;
  });
};

const areEqual = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([scope, revision]) => b.get(scope) === revision);

/** PostgreSQL and MariaDB: one indexed query for all scopes that requests wait for. */
const querySource = (strapi: Core.Strapi, shortReads: ShortReads, table: string): RevisionSource => {
  const lookUp = createLookup(strapi, table, 'scope', 'revision');
  return batched(async (scopes) => {
    const wanted = [...scopes];
    const found = await shortReads.read((connection) => lookUp(connection, wanted));
    for (const scope of wanted) if (!found.has(scope)) found.set(scope, 0);
    return found;
  });
};

type ReadNow = (scopes: ReadonlySet<Scope>) => Revisions | Promise<Revisions>;

/** Collects the requests of one tick of the event loop, and those that come while enough reads are under way. */
const batched = (readNow: ReadNow): RevisionSource => {
  let scopes = new Set<Scope>();
  let uses: Use[] = [];
  let running = 0;
  const flush = (): void => {
    if (uses.length === 0 || running === MAX_SHORT_READS) return;
    const batch = { scopes, uses };
    scopes = new Set();
    uses = [];
    const tell = (error: unknown, revisions: Revisions): void => {
      for (const answer of batch.uses) answer(error, revisions);
    };
    let reading: Revisions | Promise<Revisions>;
    try {
      reading = readNow(batch.scopes);
    } catch (error) {
      return tell(error, NONE);
    }
    if (!(reading instanceof Promise)) return tell(null, reading);
    running += 1;
    /** The database reads for those who wait while answers are written to the others. */
    const end = (error: unknown, revisions: Revisions): void => {
      running -= 1;
      flush();
      tell(error, revisions);
    };
    reading.then(
      (revisions) => end(null, revisions),
      (error: unknown) => end(error, NONE),
    );
  };
  return {
    read(wanted, use) {
      if (uses.length === 0) setImmediate(flush);
      for (const scope of wanted) scopes.add(scope);
      uses.push(use);
    },
  };
};
