import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { tablesOf } from '../../platform/database/tables';
import { unindexed } from '../../platform/database/unindexed';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { recordActivity, type Activity } from '../activity/record';
import { websiteScope } from '../revisions';
import { withLocks } from '../with-locks';
import { wholeEntry, writeLog, type LogEntry } from './log';
import {
  advanceClock,
  loggedUntil,
  MOMENTS,
  noteMoments,
  readClock,
  startClock,
  type Moment,
} from './moments';
import { LARGE } from './origin';
import { tellAppeared, type Appeared } from './collector';

/** A moment that came without a write. */
interface Due {
  website: string;
  at: Date;
  /** documentId of the post whose date has come; null where a key has ended. */
  post: string | null;
  slug: string | null;
  isWithheld: boolean;
}

/** The moments that are looked for. */
interface Span {
  after: Date;
  now: Date;
  /** documentId, for those of one website only. */
  website?: string;
}

const ofPosts = async (strapi: Core.Strapi, sql: Knex, { after, now, website }: Span): Promise<Due[]> => {
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
    .leftJoin(`${MOMENTS} as m`, (join) => {
      join.on('m.entry', 'p.document_id').andOn('m.moment', 'p.schedule_date');
    })
    .whereNull('m.id')
    .whereNotNull('p.published_at')
    .where('p.schedule_date', '>', after)
    .where('p.schedule_date', '<=', now)
    .modify((due) => void (website !== undefined && due.where(unindexed(sql, 'w.document_id'), '=', website)))
    .select('p.document_id as post', 'p.slug', 'p.schedule_date as at')
    .select('w.document_id as website', 'w.scheduled_posts');
  return rows.map(({ at, scheduled_posts, ...row }) => ({
    ...row,
    at: toDate(at),
    isWithheld: scheduled_posts === 'withhold',
  }));
};

const ofKeys = async (strapi: Core.Strapi, sql: Knex, { after, now, website }: Span): Promise<Due[]> => {
  const { apiKeys, websites } = tablesOf(strapi);
  const rows: { website: string; at: DatabaseDate }[] = await sql(`${apiKeys} as k`)
    .join(`${websites} as w`, 'w.document_id', 'k.website')
    .leftJoin(`${MOMENTS} as m`, (join) => {
      join.on('m.entry', 'k.website').andOn('m.moment', 'k.valid_until');
    })
    .whereNull('m.id')
    .where('k.valid_until', '>', after)
    .where('k.valid_until', '<=', now)
    .where(website === undefined ? {} : { 'k.website': website })
    .select('k.website', 'k.valid_until as at');
  return rows.map((row) => ({ ...row, at: toDate(row.at), post: null, slug: null, isWithheld: false }));
};

/** What has come and is not logged yet; once, also where two live rows of a post were left by publishing it twice at the same time. */
const dueOf = async (strapi: Core.Strapi, sql: Knex, span: Span): Promise<Due[]> => {
  const found = [...(await ofPosts(strapi, sql, span)), ...(await ofKeys(strapi, sql, span))];
  return [...new Map(found.map((due) => [`${due.post ?? due.website} ${due.at.getTime()}`, due])).values()];
};

const asMoment = ({ website, post, at: moment }: Due): Moment => ({
  website,
  entry: post ?? website,
  moment,
});

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

/**
 * Writes into the change log what the clock has brought: scheduled posts whose date has come, and old keys that have ended.
 * Each once, however many instances call this, how many have come at once, and wherever the server's clock is set to: what is
 * logged is noted with it, under the lock of its website. One website after the other, so that nobody waits for the moments
 * of another.
 */
export const logDueMoments = async (strapi: Core.Strapi): Promise<void> => {
  const sql = strapi.db.connection;
  const now = new Date();
  const clock = await readClock(sql);
  if (!clock) return startClock(sql, now);
  const after = loggedUntil(clock);
  const found = await dueOf(strapi, sql, { after, now });
  if (found.length === 0) {
    // All up to now is logged: what is looked at again stays as short as the margin, whatever it holds.
    if (loggedUntil(now) > clock) await advanceClock(sql, clock, now);
    return;
  }

  const failures: unknown[] = [];
  for (const website of [...new Set(found.map((due) => due.website))].sort()) {
    const logging = withLocks(strapi, [websiteScope(website)], async ({ trx }) => {
      const due = await dueOf(strapi, trx, { after, now, website });
      const at = new Date();
      await noteMoments(trx, due.map(asMoment));
      // Of many it names none.
      await writeLog(strapi, due.length > LARGE ? [wholeEntry(website)] : due.map(asEntry), at);
      await tellAppeared(strapi, due.flatMap(asAppeared), at);
      await recordActivity(strapi, due.flatMap(asActivity));
    });
    // The others do not wait for one whose moments cannot be logged.
    await logging.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  await advanceClock(sql, clock, now);
};
