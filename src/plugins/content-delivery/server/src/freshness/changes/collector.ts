import type { Core } from '@strapi/strapi';
import type { ChangeType } from '../../../../contracts/delivery';
import { beforeCommit } from '../../platform/database/before-commit';
import { chunks } from '../../platform/database/statements';
import { tablesOf } from '../../platform/database/tables';
import { bumpRevisions, EVERYTHING, websiteScope, type Scope } from '../revisions';
import { comeElsewhere, settleMoments, settleWebsites, unloggedOf, type Moment } from './moments';
import { deliveredOf, type Delivered, type LoggedUid } from './delivered';
import { changedJustBefore, judge, summarise, wholeEntry, writeLog, type Judged, type LogEntry } from './log';
import { LARGE, originOf, type Origin } from './origin';

/** Entries that one statement names. */
const BATCH_SIZE = 200;

/** What a transaction has done to an entry that is, or was, live, or that it has deleted. */
export interface EntryChange extends Judged {
  /** False when only its draft was deleted. */
  touchesLive: boolean;
  /** No version of it is left, draft or live. */
  isGone: boolean;
  /** Up to when the log has what the clock has brought of it. */
  loggedUntil: Date;
  /** The date of publication that it shares with others, where it was written with them; null where it was written by itself. */
  writtenAt: Date | null;
}

/** A withheld post that is shown from now on, without a write. */
export interface Appeared {
  /** documentId */
  website: string;
  /** documentId */
  entry: string;
  slug: string | null;
}

/** What else is to be done with the entries that a transaction has changed, inside it. */
export interface Follower {
  /** These live versions are about to change for the first time in the transaction. */
  willChange?(uid: LoggedUid, documentIds: readonly string[]): Promise<void>;
  /** The drafts of these entries are about to be deleted; of a type without drafts, the entries. */
  willDelete?(uid: LoggedUid, documentIds: readonly string[]): Promise<void>;
  /** At the end of the transaction. */
  changed(changes: readonly EntryChange[], origin: Origin, at: Date): Promise<void>;
  /** The clock alone has brought these, which is being written down. */
  appeared?(posts: readonly Appeared[], at: Date): Promise<void>;
}

const followers = new WeakMap<Core.Strapi, Follower[]>();

export const followChanges = (strapi: Core.Strapi, follower: Follower): void => {
  followers.set(strapi, [...(followers.get(strapi) ?? []), follower]);
};

/** In the transaction that writes down what the clock has brought. */
export const tellAppeared = async (
  strapi: Core.Strapi,
  posts: readonly Appeared[],
  at: Date,
): Promise<void> => {
  for (const { appeared } of followers.get(strapi) ?? []) await appeared?.(posts, at);
};

/** What one transaction has touched so far. */
interface Touched {
  /** By type and documentId: what readers got before; undefined when only a draft was deleted. */
  entries: Map<LoggedUid, Map<string, Delivered | null | undefined>>;
  scopes: Map<ChangeType, Set<Scope>>;
  /** Of entries that are written many at a time, when they were published. */
  dates: Map<string, Date>;
}

const touchedIn = new WeakMap<object, Touched>();

const touched = async (strapi: Core.Strapi): Promise<Touched> =>
  strapi.db.transaction(async ({ trx }) => {
    const known = touchedIn.get(trx);
    if (known) return known;
    const created: Touched = { entries: new Map(), scopes: new Map(), dates: new Map() };
    touchedIn.set(trx, created);
    await beforeCommit(strapi, () => settle(strapi, created));
    return created;
  });

const entriesOf = async (strapi: Core.Strapi, uid: LoggedUid) => {
  const { entries } = await touched(strapi);
  const own = entries.get(uid) ?? new Map<string, Delivered | null | undefined>();
  entries.set(uid, own);
  return own;
};

/**
 * Notes live versions that are about to change, to go or to be replaced, in the running transaction. Before they do: what
 * readers got of them is read now.
 */
export const noteLive = async (
  strapi: Core.Strapi,
  uid: LoggedUid,
  documentIds: readonly string[],
): Promise<void> => {
  const entries = await entriesOf(strapi, uid);
  const unknown = documentIds.filter((documentId) => entries.get(documentId) === undefined);
  for (const some of chunks(unknown, BATCH_SIZE)) {
    const before = await strapi.db.transaction(({ trx }) => deliveredOf(trx, tablesOf(strapi), uid, some));
    for (const documentId of some) entries.set(documentId, before.get(documentId) ?? null);
    const live = [...before.keys()];
    if (live.length === 0) continue;
    for (const follower of followers.get(strapi) ?? []) await follower.willChange?.(uid, live);
  }
};

/** Notes entries that have become live and were not before, unless the transaction has replaced them itself. */
export const noteNew = async (
  strapi: Core.Strapi,
  uid: LoggedUid,
  documentIds: readonly string[],
): Promise<void> => {
  const entries = await entriesOf(strapi, uid);
  for (const documentId of documentIds) if (!entries.get(documentId)) entries.set(documentId, null);
};

/** Notes entries that are about to lose their draft; of a type without drafts, to go. */
export const noteDeleted = async (
  strapi: Core.Strapi,
  uid: LoggedUid,
  documentIds: readonly string[],
): Promise<void> => {
  const entries = await entriesOf(strapi, uid);
  for (const documentId of documentIds) if (!entries.has(documentId)) entries.set(documentId, undefined);
  if (documentIds.length === 0) return;
  for (const follower of followers.get(strapi) ?? []) await follower.willDelete?.(uid, documentIds);
};

/** Notes that entries are written together, and are all published at this moment. */
export const noteTogether = async (
  strapi: Core.Strapi,
  documentIds: readonly string[],
  publishedAt: Date,
): Promise<void> => {
  const { dates } = await touched(strapi);
  for (const documentId of documentIds) dates.set(documentId, publishedAt);
};

/** Notes a change that concerns all of these websites or accounts, and no entry that the log names. */
export const noteScopes = async (
  strapi: Core.Strapi,
  type: ChangeType,
  scopes: readonly Scope[],
): Promise<void> => {
  if (scopes.length === 0) return;
  const known = await touched(strapi);
  known.scopes.set(type, new Set([...(known.scopes.get(type) ?? []), ...scopes]));
};

/** Counts and notes a change of a website that is in no content type: all its answers are made anew. */
export const noteWebsite = async (strapi: Core.Strapi, website: string): Promise<void> => {
  await bumpRevisions(strapi, [websiteScope(website)]);
  await noteScopes(strapi, 'website', [websiteScope(website)]);
};

/** At the end of a transaction: what it has come to, as readers see it. */
const settle = async (strapi: Core.Strapi, { entries, scopes, dates }: Touched): Promise<void> => {
  const at = new Date();
  const origin = originOf(strapi);
  const found: Omit<EntryChange, 'loggedUntil'>[] = [];
  /** Of those only whose drafts were deleted, readers notice nothing. */
  const judged: Judged[] = [];
  for (const [uid, own] of entries) {
    for (const some of chunks([...own], BATCH_SIZE)) {
      const ids = some.map(([documentId]) => documentId);
      const live = await strapi.db.transaction(({ trx }) => deliveredOf(trx, tablesOf(strapi), uid, ids));
      const left = await stillThere(
        strapi,
        uid,
        ids.filter((documentId) => !live.has(documentId)),
      );
      for (const [documentId, before] of some) {
        const after = live.get(documentId) ?? null;
        const change = { uid, documentId, before: before ?? null, after };
        if (before !== undefined) judged.push(change);
        const isGone = after === null && !left.has(documentId);
        found.push({
          ...change,
          touchesLive: before !== undefined,
          isGone,
          writtenAt: dates.get(documentId) ?? null,
        });
      }
    }
  }
  const unlogged = new Set<string>();
  const ahead = await strapi.db.transaction(async ({ trx }) => {
    const before = momentsOf(judged, 'before');
    const due = before.filter(({ moment }) => moment <= at);
    for (const { entry } of await unloggedOf(trx, due, at)) unlogged.add(entry);
    const come = await comeElsewhere(trx, before, at);
    await settleMoments(trx, momentsOf(judged, 'after'), at);
    return come;
  });
  /** Readers saw nothing of what has come and was not logged. */
  const loggedUntil = ({ documentId }: Judged): Date => (unlogged.has(documentId) ? new Date(0) : at);
  const changes = found.map((change): EntryChange => ({ ...change, loggedUntil: loggedUntil(change) }));
  const isLarge = origin.isLarge || judged.length > LARGE;
  const ofAll = await ofScopes(strapi, scopes);
  const inDoubt = isLarge ? [] : [...new Set([...changedJustBefore(judged, at), ...ahead])];
  const websites = ofAll.flatMap(({ type, website }) => (type === 'website' ? [website] : []));
  if (websites.length > 0) await strapi.db.transaction(({ trx }) => settleWebsites(trx, websites, at));
  const rows = [
    ...ofAll,
    ...inDoubt.filter((website) => !websites.includes(website)).map((website) => wholeEntry(website)),
    ...(isLarge ? summarise(judged) : judged.flatMap((one) => judge(one, at, loggedUntil(one)))),
  ];
  await writeLog(strapi, rows, at);
  for (const { changed } of followers.get(strapi) ?? []) await changed(changes, origin, at);
};

/** The dates of scheduled posts, before a transaction or after it. */
const momentsOf = (changes: readonly Judged[], when: 'before' | 'after'): Moment[] =>
  changes.flatMap(({ documentId, [when]: version }) =>
    version?.scheduledFor
      ? [{ website: version.website, entry: documentId, moment: version.scheduledFor }]
      : [],
  );

/** Which of these documents have a row. */
const stillThere = async (
  strapi: Core.Strapi,
  uid: LoggedUid,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (documentIds.length === 0) return new Set();
  const { tableName } = strapi.db.metadata.get(uid);
  const left: string[] = await strapi.db.transaction(async ({ trx }) =>
    trx(tableName).whereIn('document_id', documentIds).pluck('document_id'),
  );
  return new Set(left);
};

/** A row for each website that is there, of each kind of change that concerns all of it. */
const ofScopes = async (
  strapi: Core.Strapi,
  scopes: ReadonlyMap<ChangeType, ReadonlySet<Scope>>,
): Promise<LogEntry[]> => {
  const rows: LogEntry[] = [];
  for (const [type, own] of scopes) {
    for (const website of await websitesOf(strapi, own)) rows.push(wholeEntry(website, type));
  }
  return rows;
};

const WEBSITE = 'website:';
const ACCOUNT = 'account:';

const websitesOf = async (strapi: Core.Strapi, scopes: ReadonlySet<Scope>): Promise<string[]> =>
  strapi.db.transaction(async ({ trx }) => {
    const { websites, websiteAccount, accounts } = tablesOf(strapi);
    if (scopes.has(EVERYTHING)) return trx(websites).pluck('document_id');
    const named = (prefix: string) =>
      [...scopes].flatMap((scope) => (scope.startsWith(prefix) ? scope.slice(prefix.length) : []));
    const found = new Set<string>();
    for (const some of chunks(named(WEBSITE), BATCH_SIZE)) {
      for (const one of await trx(websites).whereIn('document_id', some).pluck('document_id')) found.add(one);
    }
    for (const some of chunks(named(ACCOUNT), BATCH_SIZE)) {
      const ofAccounts: string[] = await trx(`${websites} as w`)
        .join(`${websiteAccount.table} as wa`, `wa.${websiteAccount.from}`, 'w.id')
        .join(`${accounts} as a`, 'a.id', `wa.${websiteAccount.to}`)
        .whereIn('a.document_id', some)
        .pluck('w.document_id');
      for (const one of ofAccounts) found.add(one);
    }
    return [...found];
  });
