import type { Core } from '@strapi/strapi';
import type { CalendarDrip, CalendarPostState } from '../../../../contracts/calendar';
import { datesIn } from './drip-dates';
import type { Drips } from '../../pseo/drips';
import { tablesOf } from '../../platform/database/tables';
import { toDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { waitsUntil } from '../visibility';
import { readVersions, type Version, type Versions } from './post-states';

export interface Period {
  from: Date;
  /** Not in it. */
  until: Date;
}

type Where = Record<string, unknown>;

/** Rows that one answer is made from. */
const MAX_ROWS = 2_000;

export interface DatedPost {
  documentId: string;
  /** What the date is of: the published version, or the draft where there is none. */
  version: Version;
  at: Date;
  state: CalendarPostState;
}

const isIn = ({ from, until }: Period, date: Date): boolean => date >= from && date < until;

/** Where a post stands in the calendar; null for a draft without a date. */
export const datedPost = (documentId: string, { draft, live }: Versions, now: Date): DatedPost | null => {
  if (live) {
    const waiting = waitsUntil(live.scheduleDate, now);
    if (waiting) return { documentId, version: live, at: waiting, state: 'scheduled' };
    return live.publishDate
      ? { documentId, version: live, at: toDate(live.publishDate), state: 'live' }
      : null;
  }
  if (!draft?.scheduleDate) return null;
  return { documentId, version: draft, at: toDate(draft.scheduleDate), state: 'planned' };
};

/**
 * The posts of a period, by date.
 * @param readable what the user may read, as a condition of Strapi's query layer
 */
export const postsIn = async (
  strapi: Core.Strapi,
  period: Period,
  readable: Where,
  now: Date,
): Promise<{ posts: DatedPost[]; isCut: boolean }> => {
  const { from, until } = period;
  const sql = strapi.db.connection;
  const { posts: table } = tablesOf(strapi);
  const dated = (column: string) =>
    sql(table).where(column, '>=', from).where(column, '<', until).select('id');
  // Dates first: of both at once, and beside a relation, SQLite would look through all posts. As a table, since MariaDB
  // would ask a union of each post.
  const inPeriod = sql.select('id').from(dated('schedule_date').union(dated('publish_date')).as('dated'));
  const found: { documentId: string }[] = await strapi.db.query(UIDS.post).findMany({
    where: { $and: [readable, { id: { $in: inPeriod } }] },
    select: ['documentId'],
    orderBy: { id: 'asc' },
    limit: MAX_ROWS + 1,
  });
  const ids = [...new Set(found.map(({ documentId }) => documentId))];
  const versions = await readVersions(strapi, { $and: [readable, { documentId: { $in: ids } }] });
  const posts = [...versions].flatMap(([documentId, each]) => {
    const post = datedPost(documentId, each, now);
    return post && isIn(period, post.at) ? [post] : [];
  });
  return {
    posts: posts.sort((one, other) => one.at.getTime() - other.at.getTime()),
    isCut: found.length > MAX_ROWS,
  };
};

interface CampaignRow {
  documentId: string;
  name: string;
  website: { documentId: string; name: string } | null;
}

/**
 * When drips publish, as they are planned now, and how many pages each time.
 * @param readable which campaigns the user may read, as a condition of Strapi's query layer
 */
export const dripsIn = async (
  strapi: Core.Strapi,
  drips: Drips,
  { from, until }: Period,
  readable: Where,
): Promise<CalendarDrip[]> => {
  const campaigns: CampaignRow[] = await strapi.db.query(UIDS.pseoCampaign).findMany({
    where: readable,
    select: ['id', 'documentId', 'name'],
    populate: { website: { select: ['documentId', 'name'] } },
  });
  const byId = new Map(campaigns.map((campaign) => [campaign.documentId, campaign]));
  const running = (await drips.ofCampaigns([...byId.keys()])).filter(({ state }) => state === 'running');
  const moments: CalendarDrip[] = [];
  for (const drip of running) {
    const campaign = byId.get(drip.campaign);
    if (!campaign?.website || !drip.nextAt) continue;
    const { documentId, name, website } = campaign;
    const left = await drips.countWaiting(drip.documentId);
    const next = { at: drip.nextAt, pages: drip.amount - drip.publishedSoFar };
    for (const { at, pages } of datesIn(drip, next, left, { from, until }))
      moments.push({ campaign: { documentId, name }, website, at: at.toISOString(), pages });
  }
  return moments;
};
