import { LRUCache } from 'lru-cache';
import type { ChangeType } from '../../../../../contracts/delivery';
import { CHANGE_BATCH, type ChangeRow } from '../../queries/changes';
import type { DeliverySnapshot } from '../../queries';
import type { State } from '../state';

/** How many entries are read again one by one; beyond that, all are. */
const MAX_CHANGED = 200;

/** Where the places of a website's entries, or of some of them, are read from, within one snapshot. */
export interface PlaceSource<Place extends { documentId: string }> {
  /** Of its rows in the change log. */
  type: ChangeType & ('post' | 'pseo-page');
  /** Rows that concern every entry, so that all are read again. */
  whole: ReadonlySet<ChangeType>;
  /** What narrows the list; empty for all entries. */
  filter: string;
  compare(a: Place, b: Place): number;
  all(): Promise<Place[]>;
  /** @param entries documentIds; those that readers do not get are left out */
  some(entries: readonly string[]): Promise<Place[]>;
  /** Of entries that the clock alone has brought since a moment. */
  due(since: Date): Promise<Place[]>;
}

/** What lists depend on beside what the change log names. */
export const contextOf = ({ website, revisions }: State): string => {
  const [, , everything, history] = revisions;
  return JSON.stringify([everything, history, website.id, website.withholdsScheduled]);
};

/** A moment of a website's log, as it was read. */
export interface LogMoment {
  revision: number;
  /** Names the newest change up to then. Where that is another one later, an older state of the database was put back in between, or it was deleted as too old. */
  lastChange: string;
}

/** Of how many websites the last moment is kept, so that it is not read for each part of a list. */
const MAX_MOMENTS = 1_000;
const moments = new LRUCache<string, LogMoment>({ max: MAX_MOMENTS });

/** The moment of the log that a snapshot is of. */
export const logMomentOf = async (
  snapshot: DeliverySnapshot,
  { website, revisions: [revision = 0, , , history] }: State,
): Promise<LogMoment> => {
  const key = `${website.documentId} ${history}`;
  const known = moments.get(key);
  if (known?.revision === revision) return known;
  const moment = { revision, lastChange: await snapshot.lastChange(website, revision) };
  moments.set(key, moment);
  return moment;
};

/** Reads of the log in one snapshot: the order of a list and its version before are mostly of one revision. */
const reads = new WeakMap<DeliverySnapshot, Map<string, Promise<ChangeRow[] | null>>>();

/** What a website's log has since a moment; null where it does not go back so far, has too much, or does not have that moment. */
const rowsSince = (
  snapshot: DeliverySnapshot,
  { website }: State,
  { revision, lastChange }: LogMoment,
): Promise<ChangeRow[] | null> => {
  const read = async (): Promise<ChangeRow[] | null> => {
    if (revision < (await snapshot.logStart(website))) return null;
    if ((await snapshot.lastChange(website, revision)) !== lastChange) return null;
    const rows = await snapshot.changesSince(website, revision);
    return rows.length > CHANGE_BATCH ? null : rows;
  };
  const own = reads.get(snapshot) ?? new Map<string, Promise<ChangeRow[] | null>>();
  const key = `${revision} ${lastChange}`;
  reads.set(snapshot, own);
  const rows = own.get(key) ?? read();
  own.set(key, rows);
  return rows;
};

/** The entries of a source that have changed since a moment; null where that is not known, or they are too many. */
const changedSince = async (
  snapshot: DeliverySnapshot,
  state: State,
  { type, whole }: Pick<PlaceSource<never>, 'type' | 'whole'>,
  since: LogMoment,
): Promise<string[] | null> => {
  const rows = await rowsSince(snapshot, state, since);
  if (!rows || rows.some((row) => whole.has(row.type))) return null;
  const own = new Set<string>();
  for (const row of rows) {
    if (row.type !== type) continue;
    if (row.entry === null) return null;
    own.add(row.entry);
  }
  return own.size > MAX_CHANGED ? null : [...own];
};

/** What a list was read of. */
export interface ReadOf {
  context: string;
  log: LogMoment;
  /** The clock then. */
  at: Date;
}

/**
 * What has changed since a list was read.
 * @returns the entries, and the moment of the log up to which they are; null where that is not known, or they are too many
 */
export const changesAfter = async (
  snapshot: DeliverySnapshot,
  state: State,
  source: Pick<PlaceSource<never>, 'type' | 'whole'>,
  { context, log, at }: ReadOf,
): Promise<{ changed: string[]; log: LogMoment } | null> => {
  const [revision = 0] = state.revisions;
  if (context !== contextOf(state) || log.revision > revision || at > snapshot.now) return null;
  if (log.revision === revision) return { changed: [], log };
  const changed = await changedSince(snapshot, state, source, log);
  return changed && { changed, log: await logMomentOf(snapshot, state) };
};

/** Where entries stand that have changed, and those that the clock alone has brought since a moment. */
export const placesAfter = async <Place extends { documentId: string }>(
  { website }: State,
  source: PlaceSource<Place>,
  changed: readonly string[],
  at: Date,
): Promise<Place[]> => [
  ...(changed.length > 0 ? await source.some(changed) : []),
  ...(website.withholdsScheduled ? await source.due(at) : []),
];
