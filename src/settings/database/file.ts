import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { inProject, pathIn, pathWarning } from '../environment/paths';
import { textIn } from '../environment/texts';
import type { Env } from '../environment/variables';

const USUAL = '.tmp/data.db';

/** Whether somebody has worked with a database. One that cannot be read is taken for one. */
const isUsed = (file: string): boolean => {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const tables = database
        .prepare("SELECT name FROM sqlite_master WHERE name IN ('admin_users', 'websites')")
        .pluck()
        .all() as string[];
      return tables.some((name) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined);
    } finally {
      database.close();
    }
  } catch {
    return true;
  }
};

/** A file with a name that nobody can have meant may be one that a slip has made beside the one that was. */
const isTheirs = (file: string, meant: string | undefined): boolean => {
  const place = inProject(file);
  if (!existsSync(place)) return false;
  return meant === undefined || !existsSync(inProject(meant)) || isUsed(place);
};

/**
 * SQLite's file; a path that is not absolute begins in the folder of the project.
 * @throws Error where a new, empty database would take the place of one that is there
 */
export const databaseFileOf = (env: Env): string => {
  const file = pathIn(env, 'DATABASE_FILENAME', USUAL, isTheirs);
  const place = inProject(file);
  const elsewhere = path.resolve(file);
  if (!existsSync(place) && elsewhere !== place && existsSync(elsewhere)) {
    throw new Error(
      `DATABASE_FILENAME is "${file}", which begins in the folder of the project: ${place} is not there, but ${elsewhere} is. ` +
        'Write the whole path of the one that is meant.',
    );
  }
  refuseForgottenServer(env, place);
  return place;
};

const OF_A_SERVER = ['DATABASE_HOST', 'DATABASE_NAME', 'DATABASE_USERNAME'] as const;

/** What is set for a database server although SQLite is taken, as nothing names a kind of server. */
const forgotten = (env: Env): string | undefined =>
  textIn(env, 'DATABASE_CLIENT', '') === ''
    ? OF_A_SERVER.find((name) => textIn(env, name, '') !== '')
    : undefined;

const refuseForgottenServer = (env: Env, place: string): void => {
  const name = forgotten(env);
  if (name === undefined || existsSync(place)) return;
  throw new Error(
    `${name} is set, but neither DATABASE_CLIENT nor DATABASE_URL, so that a new SQLite database would be made in ${place}. ` +
      'Set DATABASE_CLIENT to postgres or mysql, or to sqlite.',
  );
};

/** What is to be said of the file and goes on. */
export const databaseFileWarnings = (env: Env): string[] => {
  const name = forgotten(env);
  return [
    ...pathWarning(env, 'DATABASE_FILENAME'),
    ...(name === undefined
      ? []
      : [
          `${name} is set, but neither DATABASE_CLIENT nor DATABASE_URL: the database is SQLite. Set DATABASE_CLIENT.`,
        ]),
  ];
};
