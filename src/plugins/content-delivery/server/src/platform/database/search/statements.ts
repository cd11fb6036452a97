import type { Core } from '@strapi/strapi';
import type Database from 'better-sqlite3';
import type { Knex } from 'knex';
import type { KnexClient, Statement } from '../../patches/knex-client';
import { aroundConnections } from '../../patches/knex-connections';
import { aroundStatements } from '../../patches/knex-statements';
import { searchPatternOf } from './pattern';
import { addRegexp } from './sqlite-function';

/** In characters. What is longer is a text that was pasted, and its expression would be too much work. */
const MAX_PATTERN = 200;

/** What columns of Strapi's type `string` hold, in characters. */
const MAX_SHORT = 255;

const SELECT = /^\s*(select|with)\b/i;

/**
 * How `_q`, `$containsi`, `$startsWithi` and `$endsWithi` come out of @strapi/database 5.54.0 (`query/helpers/search.js` and
 * `where.js`). On SQLite and MariaDB `$contains` cannot be told from `_q`, and has always overlooked case.
 */
const POSTGRES =
  /(?:(?<text>"[^"]+"(?:\."[^"]+")?::text) ILIKE|LOWER\((?<cast>CAST\("[^"]+"(?:\."[^"]+")? AS VARCHAR\))\) (?<not>NOT )?LIKE) (?:LOWER\((?<lower>\$\d+)\)|(?<plain>\$\d+))/g;
const OTHERS =
  /(?:LOWER\((?<folded>`[^`]+`(?:\.`[^`]+`)?)\)|(?<column>`[^`]+`(?:\.`[^`]+`)?)) (?<not>NOT )?LIKE (?:LOWER\(\?\)|\?)(?: ESCAPE '\\')?/g;

/** How each `_q` begins: with the row's number and the id of its document. */
const IDS =
  /[`"]id[`"](?:::text)? I?LIKE (?:\?|\$(?<number>\d+))(?: ESCAPE '\\')? or [`"]\w+[`"]\.[`"]document_id[`"](?:::text)? I?LIKE /g;

/** Strapi joins each row to one before it, and gives each a name of its own. */
const JOIN = /left join `\w+` as (`t\d+`) on ((?!\1)(`t\d+`)\.`\w+` = \1\.`\w+`)/g;
const NARROWED = /(`t\d+`)\.`\w+` (?:in \([?, ]+\)|= \?)/g;

interface Search {
  sql: string;
  bindings: readonly unknown[];
}

const bindingsBefore = (sql: string, at: number): number => sql.slice(0, at).split('?').length - 1;

/** Who pastes an id looks for what has it. A piece of one is nothing that anybody sees, and in many of them by chance. */
const byWholeIds = ({ sql, bindings }: Search): Search => {
  const changed = [...bindings];
  for (const { index, groups } of sql.matchAll(IDS)) {
    const first = groups?.['number'] ? Number(groups['number']) - 1 : bindingsBefore(sql, index);
    for (const at of [first, first + 1]) changed[at] = String(changed[at]).replace(/^%|%$/g, '');
  }
  return { sql, bindings: changed };
};

/**
 * Says beside each condition on a joined row, such as the website of a post, how it is joined. The condition cannot hold otherwise, so
 * the same rows are found. But SQLite sees by it that it can begin with the website, and matches expressions with the texts of that
 * one only; it would go through all posts first.
 */
const beginningWithJoins = (sql: string): string => {
  const joins = new Map(
    [...sql.matchAll(JOIN)].map(([, alias = '', on = '', parent = '']) => [alias, { on, parent }]),
  );
  // A subquery may have used the same names.
  if (joins.size < (sql.match(JOIN)?.length ?? 0)) return sql;
  return sql.replaceAll(NARROWED, (condition: string, alias: string) => {
    const terms = [condition];
    for (let join = joins.get(alias); join; join = joins.get(join.parent)) terms.push(join.on);
    return `(${terms.join(' and ')})`;
  });
};

/** With a `%` within it, which only filters of the API can have, the time to match would grow by a power with each. */
const SIMPLE = /^%?(?:[^%\\]|\\[^])*%?$/;

const isPattern = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_PATTERN && SIMPLE.test(value);

const onPostgres = ({ sql, bindings }: Search): Search => {
  const changed = [...bindings];
  const text = sql.replaceAll(POSTGRES, (found: string, ...rest: unknown[]) => {
    const { text: column, cast, not, lower, plain } = rest.at(-1) as Record<string, string | undefined>;
    const place = (lower ?? plain) as string;
    const value = bindings[Number(place.slice(1)) - 1];
    if (!isPattern(value)) return found;
    changed[Number(place.slice(1)) - 1] = searchPatternOf(value);
    return `${column ?? cast} ${not ? '!' : ''}~ ${place}`;
  });
  return { sql: text, bindings: changed };
};

/** @param flags how `.` is to mean line breaks too */
const onOthers = ({ sql, bindings }: Search, flags: string): Search => {
  const changed = [...bindings];
  const text = sql.replaceAll(OTHERS, (found: string, ...rest: unknown[]) => {
    const { folded, column, not } = rest.at(-1) as Record<string, string | undefined>;
    const at = bindingsBefore(sql, rest.at(-3) as number);
    const value = bindings[at];
    // `$startsWith` and `$endsWith` are no searches: paths of folders are found by them.
    const isSearch = folded !== undefined || (isPattern(value) && /^%[^]*%$/.test(value));
    if (!isPattern(value) || !isSearch) return found;
    changed[at] = flags + searchPatternOf(value);
    return `${folded ?? column} ${not ?? ''}REGEXP ?`;
  });
  return { sql: text, bindings: changed };
};

/** The same statement with searches that overlook case and accents, and find by texts and whole ids. */
export const searchingAlike = (statement: Search, dialect: string): Search => {
  const search = byWholeIds(statement);
  if (dialect === 'postgres') return onPostgres(search);
  if (dialect === 'mysql') return onOthers(search, '(?s)');
  const { sql, bindings } = onOthers(search, '');
  return { sql: sql.includes('REGEXP') ? beginningWithJoins(sql) : sql, bindings };
};

/** Narrows a query to rows that have a text in a column of short texts, as a search means it: each sign is itself. */
export const whereContains = (
  query: Knex.QueryBuilder,
  column: string,
  search: string,
): Knex.QueryBuilder => {
  if (search.length > MAX_SHORT) return query.whereRaw('1 = 0');
  const pattern = searchPatternOf(`%${search.replace(/[%_\\]/g, '\\$&')}%`);
  const { dialect } = query.client as { dialect: string };
  return dialect === 'postgresql'
    ? query.whereRaw('?? ~ ?', [column, pattern])
    : query.whereRaw('?? REGEXP ?', [column, pattern]);
};

/**
 * Makes searches of lists, pickers and filters mean the same on every database: case does not matter, in any script, nor do
 * accents. SQLite folds ASCII only, PostgreSQL and MariaDB as they were set up. Nothing that is stored or unique depends on it.
 */
export const searchAlike = ({ db }: Pick<Core.Strapi, 'db'>): void => {
  const dialect = db.dialect.client;
  const client = db.connection.client as KnexClient;
  aroundStatements(client, (statement: Statement, run) => {
    const { sql = '', bindings } = statement;
    if (bindings && sql.includes('LIKE') && SELECT.test(sql))
      Object.assign(statement, searchingAlike({ sql, bindings }, dialect));
    return run();
  });
  if (dialect !== 'sqlite') return;
  const withRegexp = new WeakSet();
  aroundConnections(client, async (acquire) => {
    const connection = await acquire();
    if (!withRegexp.has(connection)) addRegexp(connection as Database.Database);
    withRegexp.add(connection);
    return connection;
  });
};
