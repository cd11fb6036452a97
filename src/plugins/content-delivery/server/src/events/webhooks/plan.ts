import type { ChangeEventType, WebhookEntry } from '../../../../contracts/webhooks';
import type { LogRow } from '../follow-log';
import { changeEventOf } from './event-types';

/** What is known of an entry of which an event was sent less than a second ago. */
interface Window {
  /** Milliseconds since 1970 until which changes are kept back. */
  until: number;
  /** What has happened since, as one change; null for nothing. */
  pending: LogRow | null;
}

/** By type and id of the entry. */
export type Windows = Readonly<Record<string, Window>>;

export interface PlannedEvent {
  type: ChangeEventType;
  entries: WebhookEntry[];
}

interface Plan {
  events: PlannedEvent[];
  windows: Windows;
  /** When an event is to be sent that is kept back now. */
  due: Date | null;
}

/** Milliseconds within which further changes of an entry join. */
export const COALESCE_MS = 1_000;
const MAX_ENTRIES = 100;
/** Bytes of all entries of a body; what else it has takes less than the rest of 20,000. */
const MAX_BYTES = 19_500;

const keyOf = ({ type, id }: WebhookEntry): string => `${type} ${id ?? ''}`;

/** Two changes of an entry as one: what it came to, from the first slug on. */
const coalesce = (first: LogRow | null, last: LogRow): LogRow => {
  const previousSlug = first?.previousSlug ?? first?.slug ?? last.previousSlug;
  // Of what has come to be seen, that is what a receiver has to learn, whatever is changed in it at once.
  const action = first?.action === 'published' && last.action === 'updated' ? 'published' : last.action;
  return { ...last, action, previousSlug: previousSlug === last.slug ? null : previousSlug };
};

/**
 * Which events follow from new rows of the log, and from those that were kept back: the first change of an entry is sent at
 * once, and later ones within a second as one. Events are in the order of the last of their rows.
 * @param rows oldest first
 * @param isWanted whether the webhook has chosen events of this type
 * @param now milliseconds since 1970
 */
export const planEvents = (
  rows: readonly LogRow[],
  windows: Windows,
  isWanted: (type: ChangeEventType) => boolean,
  now: number,
): Plan => {
  const open = new Map(Object.entries(windows));
  // One that ends later than it can is of a clock that was set back since.
  const isFinished = ({ until }: Window): boolean => until <= now || until > now + COALESCE_MS;
  const emitted: Emitted[] = [];
  /** @returns false for what the webhook does not want */
  const emit = (row: LogRow): boolean => {
    const type = changeEventOf(row.type, row.action);
    if (type === null || !isWanted(type)) return false;
    emitted.push({ row, type });
    open.set(keyOf(row), { until: now + COALESCE_MS, pending: null });
    return true;
  };

  for (const row of rows) {
    const window = open.get(keyOf(row));
    // Also what is not wanted: it may undo what is.
    if (window && (window.pending || !isFinished(window))) {
      open.set(keyOf(row), { ...window, pending: coalesce(window.pending, row) });
    } else emit(row);
  }
  for (const [key, window] of [...open]) {
    if (!isFinished(window)) continue;
    if (!window.pending || !emit(window.pending)) open.delete(key);
  }
  const waiting = [...open.values()].flatMap(({ until, pending }) => (pending ? [until] : []));
  return {
    events: grouped(emitted),
    windows: Object.fromEntries(open),
    due: waiting.length > 0 ? new Date(Math.min(...waiting)) : null,
  };
};

interface Emitted {
  row: LogRow;
  type: ChangeEventType;
}

interface Group {
  event: PlannedEvent;
  /** The revision of its last row. */
  last: number;
  bytes: number;
}

/** As few events as there may be, each of one type, with so many entries and bytes at most. */
const grouped = (emitted: readonly Emitted[]): PlannedEvent[] => {
  const groups: Group[] = [];
  const current = new Map<ChangeEventType, Group>();
  for (const { row, type } of [...emitted].sort((a, b) => a.row.revision - b.row.revision)) {
    const { revision, ...entry } = row;
    const bytes = Buffer.byteLength(JSON.stringify(entry)) + 1;
    let group = current.get(type);
    if (!group || group.event.entries.length >= MAX_ENTRIES || group.bytes + bytes > MAX_BYTES) {
      group = { event: { type, entries: [] }, last: revision, bytes: 0 };
      current.set(type, group);
      groups.push(group);
    }
    group.event.entries.push(entry);
    group.last = revision;
    group.bytes += bytes;
  }
  return groups.sort((a, b) => a.last - b.last).map(({ event }) => event);
};
