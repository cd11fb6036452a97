import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Place } from './case';

/** The first column of what a database of SQLite answers; by itself that of the case. */
export const rowsOf = ({ database }: Pick<Place, 'database'>, sql: string): unknown[] => {
  const file = new Database(database, { readonly: true });
  try {
    return file.prepare(sql).pluck().all();
  } finally {
    file.close();
  }
};

interface DemoAccess {
  websites: { name: string; apiKey: string }[];
}

/** The API key of a website of the demo, from the file that the demo leaves for front ends. */
export const keyOf = async ({ project }: Pick<Place, 'project'>, website: string): Promise<string> => {
  const text = await readFile(path.join(project, '.tmp', 'demo-websites.json'), 'utf8');
  const { websites }: DemoAccess = JSON.parse(text);
  const found = websites.find(({ name }) => name === website);
  if (!found) throw new Error(`The demo has no website "${website}": ${text}`);
  return found.apiKey;
};
