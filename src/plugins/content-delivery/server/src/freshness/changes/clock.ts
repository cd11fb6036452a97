import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { tablesOf } from '../../platform/database/tables';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { withRetries } from '../../platform/database/retries';
import { recordActivity, type Activity } from '../activity/record';
import { lockRevisions, websiteScope } from '../revisions';
import { writeLog, type LogEntry } from './log';
import { CHANGE_MODEL, CLOCK_MODEL } from './model';
import { readClock } from './moments';
import { LARGE } from './origin';
import { tellAppeared, type Appeared } from './transaction';

/**
 * Milliseconds that are looked at once more: for a writer who judged an entry before its moment, and was committed behind
 * it. Far longer than a transaction may take.
 */
const MARGIN = 60_000;

const TABLE = CLOCK_MODEL.tableName;

/** A moment that came without a write. */
interface Due {
  website: string;
  at: Date;
  /** documentId of the post whose date has come; null where a key has ended. */
  post: string | null;
  slug: string | null;
  isWithheld: boolean;
}

const ofPosts = async (strapi: Core.Strapi, sql: Knex, after: Date, now: Date): Promise<Due[]> => {
  const { posts, postWebsite, websites } = tablesOf(strapi);
  const rows: {
    post: string;
    slug: string | null;
    at: DatabaseDate;
    website: string;
    scheduled_posts: string;
  }[] = await sql(`${posts} as p`)
    .join(`${postWebsite.table} as pw`, `pw.${postWebsite.from}`, 'p.id')
    .join(`${websites} as w`, 'w.id', `pw.${postWebsite.to}`)
    .whereNotNull('p.published_at')
    .where('p.schedule_date', '>', after)
    .where('p.schedule_date', '<=', now)
    .select('p.document_id as post', 'p.slug', 'p.schedule_date as at')
    .select('w.document_id as website', 'w.scheduled_posts');
  return rows.map(({ at, scheduled_posts, ...row }) => ({
    ...row,
    at: toDate(at),
    isWithheld: scheduled_posts === 'withhold',
  }));
};

const ofKeys = async (strapi: Core.Strapi, sql: Knex, after: Date, now: Date): Promise<Due[]> => {
  const { apiKeys, websites } = tablesOf(strapi);
  const rows: { website: string; at: DatabaseDate }[] = await sql(`${apiKeys} as k`)
    .join(`${websites} as w`, 'w.document_id', 'k.website')
    .where('k.valid_until', '>', after)
    .where('k.valid_until', '<=', now)
    .select('k.website', 'k.valid_until as at');
  return rows.map((row) => ({ ...row, at: toDate(row.at), post: null, slug: null, isWithheld: false }));
};

const dueOf = async (strapi: Core.Strapi, sql: Knex, after: Date, now: Date): Promise<Due[]> => [
  ...(await ofPosts(strapi, sql, after, now)),
  ...(await ofKeys(strapi, sql, after, now)),
];

/** Whether the log has something of it since that moment: a write came first, or another instance. */
const isTold = async (sql: Knex, { website, post, at }: Due): Promise<boolean> => {
  const row: unknown = await sql(CHANGE_MODEL.tableName)
    .where({ website, entry: post, type: post === null ? 'website' : 'post' })
    .where('at', '>=', at)
    .first('id');
  return row !== undefined;
};

const untold = async (sql: Knex, due: readonly Due[]): Promise<Due[]> => {
  const left: Due[] = [];
  for (const one of due) if (!(await isTold(sql, one))) left.push(one);
  return left;
};

const asEntry = ({ website, post, slug, isWithheld }: Due): LogEntry => ({
  website,
  type: post === null ? 'website' : 'post',
  action: isWithheld ? 'published' : 'updated',
  entry: post,
  slug,
  previousSlug: null,
});

/** A post whose website shows its date only has nothing happen to it then. */
const asActivity = ({ website, post, slug, isWithheld }: Due): Activity[] => {
  const common = { scope: websiteScope(website), source: 'clock' } as const;
  if (post === null) return [{ ...common, action: 'ended', type: 'api-key', entry: website }];
  return isWithheld ? [{ ...common, action: 'published', type: 'post', entry: post, label: slug }] : [];
};

const asAppeared = ({ website, post, slug, isWithheld }: Due): Appeared[] =>
  isWithheld && post !== null ? [{ website, entry: post, slug }] : [];

/** More posts than the log names. */
const asWebsites = (due: readonly Due[]): LogEntry[] =>
  [...new Set(due.map(({ website }) => website))].map((website) =>
    asEntry({ website, post: null, slug: null, isWithheld: false, at: new Date() }),
  );

/**
 * Writes into the change log what the clock has brought: scheduled posts whose date has come, and old keys that have ended.
 * Each once, however many instances call this: what is written is looked for behind the lock of its website.
 */
export const logDueMoments = async (strapi: Core.Strapi): Promise<void> => {
  const sql = strapi.db.connection;
  const now = new Date();
  const told = await readClock(sql);
  if (!told) {
    await sql(TABLE).insert({ name: 'moments', until: now }).onConflict('name').ignore();
    return;
  }
  const after = new Date(told.getTime() - MARGIN);
  const found = await untold(sql, await dueOf(strapi, sql, after, now));
  if (found.length === 0) {
    // All up to now is told: what is looked at again stays as short as the margin, whatever it holds.
    if (now.getTime() - told.getTime() > MARGIN)
      await sql(TABLE).where('until', '<', now).update({ until: now });
    return;
  }

  await withRetries(strapi, async () => {
    await lockRevisions(
      strapi,
      found.map(({ website }) => websiteScope(website)),
    );
    await strapi.db.transaction(async ({ trx }) => {
      const wanted = new Set(found.map(({ website }) => website));
      const due = (await dueOf(strapi, trx, after, now)).filter(({ website }) => wanted.has(website));
      const left = await untold(trx, due);
      const at = new Date();
      await writeLog(strapi, left.length > LARGE ? asWebsites(left) : left.map(asEntry), at);
      await tellAppeared(strapi, left.flatMap(asAppeared), at);
      await recordActivity(strapi, ...left.flatMap(asActivity));
      await trx(TABLE).where('until', '<', now).update({ until: now });
    });
  });
};
