import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { websiteTag } from '../../freshness/tags';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { inStatements } from '../../platform/database/statements';
import { logEnd } from '../../freshness/changes/log-end';
import { PURGE_MODEL } from './model';

export const PURGES = PURGE_MODEL.tableName;

/**
 * Milliseconds after which each tag is purged once more: for answers that were on their way to the cache at the first time. Longer
 * than an answer that may be kept can take, which is delivery's `MAX_FILL`, and what lies between here and the cache.
 */
export const AGAIN_AFTER = 10_000;

/** Tags that may wait for a target; beyond that it forgets all of the website. */
const MAX_WAITING = 1_000;

export type Phase = 'first' | 'again' | 'test';

/** The tag of a test purge: no answer has it. */
const TEST_TAG = 'test';

interface Purged {
  target: string;
  /** documentId */
  website: string;
  tags: readonly string[];
  revision: number;
  /** Also while the target is switched off. */
  always?: boolean;
}

/** Enqueues tags for a target, at once and again, inside the running transaction. */
export const addPurges = async (
  trx: Knex,
  { target, website, tags, revision, always = false }: Purged,
): Promise<void> => {
  if (tags.length === 0) return;
  const waiting = () => trx(PURGES).where({ target }).whereIn('phase', ['first', 'again']);
  const [row] = (await waiting().count('* as count')) as { count: number | string }[];
  const all = websiteTag(website);
  // Every answer of the website has that tag.
  const isAll =
    tags.includes(all) ||
    Number(row?.count ?? 0) + tags.length > MAX_WAITING ||
    (await waiting().where({ tag: all, phase: 'first' }).first('id')) !== undefined;
  const now = new Date();
  const oldest = isAll ? await oldestOf(waiting()) : null;
  if (isAll) await waiting().delete();
  const again = new Date(now.getTime() + AGAIN_AFTER);
  const rowsOf = (phase: Phase, due: Date) =>
    (isAll ? [all] : tags).map((tag) => ({ target, tag, phase, revision, due_at: due, always }));
  for (const some of inStatements(rowsOf('first', oldest ?? now), 100)) {
    await trx(PURGES).insert(some).onConflict(['target', 'tag', 'phase']).merge(['revision', 'always']);
  }
  for (const some of inStatements(rowsOf('again', again), 100)) {
    await trx(PURGES)
      .insert(some)
      .onConflict(['target', 'tag', 'phase'])
      .merge(['revision', 'always', 'due_at']);
  }
};

/** Enqueues all of a website, inside the running transaction. */
export const purgeWebsite = async (
  strapi: Core.Strapi,
  trx: Knex,
  { target, website, always }: Omit<Purged, 'tags' | 'revision'>,
): Promise<void> => {
  const revision = await logEnd(strapi, trx, website);
  await addPurges(trx, { target, website, tags: [websiteTag(website)], revision, always });
};

/** Since when a tag has waited for its first purge; null for none. */
const oldestOf = async (waiting: Knex.QueryBuilder): Promise<Date | null> => {
  const row: { due_at: DatabaseDate } | undefined = await waiting
    .where({ phase: 'first' })
    .orderBy('due_at')
    .first('due_at');
  return row ? toDate(row.due_at) : null;
};

/** Enqueues a test purge: a tag that no answer has, once. */
export const addTest = async (trx: Knex, target: string): Promise<void> => {
  await trx(PURGES)
    .insert({ target, tag: TEST_TAG, phase: 'test', revision: 0, due_at: new Date(), always: true })
    .onConflict(['target', 'tag', 'phase'])
    .merge(['due_at']);
};
