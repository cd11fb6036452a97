/**
 * What happened, as the clients of a run saw it. Times are milliseconds of one clock, `performance.now()` of the process
 * that runs the test, so that they can be compared whichever instance was asked.
 */

/** `unknown`: no answer, or one (5xx) after which the write may or may not be there. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/**
 * One write to a register: a single entry, or a single setting of one. The writes of a register are made one after the other, by
 * numbers that only rise.
 */
export interface Write {
  register: string;
  number: number;
  /** Whether readers get the entry after it: false for deleting, unpublishing, withholding. */
  isShown: boolean;
  /** False where a rule must refuse it, so that nobody may ever see it. */
  isValid: boolean;
  instance: string;
  startedAt: number;
  endedAt: number;
  outcome: Outcome;
  /** Of the answer; null when none came. */
  status: number | null;
  /** What went wrong, for people; null for what is acknowledged. */
  message: string | null;
}

/** A marker that a response contained: which register, with which number. */
export interface Sighting {
  register: string;
  number: number;
}

export interface Read {
  /** What was asked for: a route with its parameters, without the key. */
  target: string;
  website: string;
  instance: string;
  startedAt: number;
  endedAt: number;
  /** Null when no whole answer came. */
  status: number | null;
  /** The answer says by `X-Stale` that it may not be current. */
  isMarkedStale: boolean;
  /** Of a 304: what its body was when it came. */
  sightings: readonly Sighting[];
  /** The event whose receiver asked; `webhook-id`. */
  event?: string;
}

/** An event that a website's webhook was sent. The same one may come again, with the same id. */
export interface EventReceived {
  /** `webhook-id`. */
  id: string;
  website: string;
  type: string;
  /** documentIds. */
  entries: readonly string[];
  at: number;
}

/** What a webhook is told of a register's writes. */
export interface Subject {
  /** What the types of its events begin with. */
  type: string;
  /** Of the entry that the events name; null where they name none. */
  documentId: string | null;
  /** What a receiver reads again. */
  target: string;
}

/** Whether an event of its website is about it. */
export const isAboutSubject = (
  { type, documentId }: Subject,
  event: Pick<EventReceived, 'type' | 'entries'>,
): boolean => event.type.startsWith(type) && (documentId === null || event.entries.includes(documentId));

/** A copy of a website that was kept by the changes, and differs from what is read. */
export interface CopyDifference {
  website: string;
  at: number;
  what: string;
}

/** An entry that readers look for. */
export interface Register {
  name: string;
  website: string;
  /** Targets whose answer has it whenever readers get it: not to be in them means not to be shown. */
  targets: readonly string[];
  /** Whether readers got it before the first write. */
  isShownAtFirst: boolean;
  /** A setting: its marker says that it is shown, and no number. */
  isFlag: boolean;
  /** Absent where events do not name it. */
  subject?: Subject;
}

/** A process that ended without having been told to. */
export interface Death {
  instance: string;
  at: number;
  code: number | null;
  signal: string | null;
  /** The end of what it wrote. */
  lastWords: string;
  /** What was being played. */
  during: string;
}

/** A time in which somebody may have stood still with a lock, until every instance was well again. */
export interface HoldUp {
  startedAt: number;
  endedAt: number;
}

/** What is wrong with how a server's log tells of outages. */
export interface Mistelling {
  instance: string;
  at: number;
  what: string;
}

/** An instance that did not serve and store again in time after a fault was over. */
export interface Unrecovered {
  instance: string;
  at: number;
  after: string;
}

export interface History {
  registers: Register[];
  writes: Write[];
  reads: Read[];
  deaths: Death[];
  unrecovered: Unrecovered[];
  holdUps: HoldUp[];
  events: EventReceived[];
  copyDifferences: CopyDifference[];
  mistellings: Mistelling[];
}

export const createHistory = (): History => ({
  registers: [],
  writes: [],
  reads: [],
  deaths: [],
  unrecovered: [],
  holdUps: [],
  events: [],
  copyDifferences: [],
  mistellings: [],
});
