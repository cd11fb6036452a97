import type { Core } from '@strapi/strapi';
import { inStatements } from '../../platform/database/statements';
import { byCodeUnit } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import type { ChangeAction, ChangeType } from '../../../../contracts/delivery';
import { takeRevisions, websiteScope } from '../revisions';
import type { Delivered, LoggedUid } from './delivered';
import { CHANGE_MODEL } from './model';
import { isAboutToCome } from './moments';

/** What happened to something that readers get. */
export interface LogEntry {
  /** documentId */
  website: string;
  type: ChangeType;
  action: ChangeAction;
  /** documentId; null where no single entry is meant. */
  entry: string | null;
  slug: string | null;
  /** The slug before, where it has changed. */
  previousSlug: string | null;
}

/** What concerns all of a website. */
export const wholeEntry = (website: string, type: ChangeType = 'website'): LogEntry => ({
  website,
  type,
  action: 'updated',
  entry: null,
  slug: null,
  previousSlug: null,
});

const TYPES: Record<LoggedUid, ChangeType> = {
  [UIDS.post]: 'post',
  [UIDS.author]: 'authors',
  [UIDS.pseoPage]: 'pseo-page',
  [UIDS.pseoCampaign]: 'campaign',
};

/** An entry before and after a transaction; null where it was not, or is not, live. */
export interface Judged {
  uid: LoggedUid;
  documentId: string;
  before: Delivered | null;
  after: Delivered | null;
}

/**
 * What readers notice of the change of one entry: nothing, one thing, or two where it moved to another website.
 * @param loggedUntil up to when the log has what the clock has brought: a post whose date has come since is published by this
 */
export const judge = (
  { uid, documentId, before, after }: Judged,
  now: Date,
  loggedUntil = now,
): LogEntry[] => {
  const was = isVisible(before, now) ? before : null;
  const is = isVisible(after, now) ? after : null;
  const one = (website: string, action: ChangeAction, slug: string | null, previousSlug: string | null) => ({
    website,
    type: TYPES[uid],
    action,
    entry: documentId,
    slug,
    previousSlug,
  });
  if (was && is && was.website === is.website) {
    if (!isVisible(before, loggedUntil)) return [one(is.website, 'published', is.slug, null)];
    return [one(is.website, 'updated', is.slug, was.slug === is.slug ? null : was.slug)];
  }
  return [
    ...(was ? [one(was.website, 'removed', was.slug, null)] : []),
    ...(is ? [one(is.website, 'published', is.slug, null)] : []),
  ];
};

/**
 * The websites of posts of which a withheld version was there just before its date, before the change or after it. Lists that are made
 * after that date, but before this transaction ends, have the earlier state, and no row names the entry.
 */
export const changedJustBefore = (changes: readonly Judged[], now: Date): string[] => {
  const websites = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((version) =>
      version?.withheldUntil && isAboutToCome(version.withheldUntil, now) ? [version.website] : [],
    ),
  );
  return [...new Set(websites)];
};

/** Whether readers get a version at a moment. */
export const isVisible = (version: Delivered | null, now: Date): version is Delivered =>
  version !== null && (version.withheldUntil === null || version.withheldUntil <= now);

/** In place of many entries: one row for each of their campaigns, and one for a website whose posts are among them. */
export const summarise = (changes: readonly Judged[]): LogEntry[] => {
  const rows = new Map<string, LogEntry>();
  for (const { uid, documentId, before, after } of changes) {
    for (const version of [before, after]) {
      if (!version) continue;
      const { website } = version;
      const entry = uid === UIDS.pseoPage ? version.campaign : uid === UIDS.pseoCampaign ? documentId : null;
      const type: ChangeType = entry === null ? 'website' : 'campaign';
      rows.set(`${website} ${entry ?? ''}`, { ...wholeEntry(website, type), entry });
    }
  }
  return [...rows.values()];
};

const listeners = new WeakMap<Core.Strapi, (() => void)[]>();

/** Calls when rows that this process has written are committed. Those of other processes are found by polling. */
export const onLogged = (strapi: Core.Strapi, listener: () => void): void => {
  listeners.set(strapi, [...(listeners.get(strapi) ?? []), listener]);
};

/**
 * Writes what happened in the running transaction. Each row gets a revision of its website, under the website's lock: no row
 * appears below one that has been read.
 */
export const writeLog = async (
  strapi: Core.Strapi,
  entries: readonly LogEntry[],
  at: Date,
): Promise<void> => {
  const byWebsite = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const own = byWebsite.get(entry.website);
    if (own) own.push(entry);
    else byWebsite.set(entry.website, [entry]);
  }
  for (const website of [...byWebsite.keys()].sort(byCodeUnit)) {
    const own = byWebsite.get(website) ?? [];
    const first = await takeRevisions(strapi, websiteScope(website), own.length);
    const rows = own.map(({ previousSlug, ...entry }, place) => ({
      ...entry,
      previous_slug: previousSlug,
      revision: first + place,
      at,
    }));
    await strapi.db.transaction(async ({ trx, onCommit }) => {
      for (const some of inStatements(rows, 100)) await trx(CHANGE_MODEL.tableName).insert(some);
      onCommit(() => {
        for (const listener of listeners.get(strapi) ?? []) listener();
      });
    });
  }
};
