import type { History, HoldUp, Read, Sighting, Write } from '../history';
import { websiteOf } from '../markers';
import { repeatedEvents, untoldWrites } from './events';
import { createRegisterHistory, type RegisterHistory } from './register-history';

/** What must not happen. */
export type Kind =
  | 'stale read'
  | 'lost write'
  | 'refused write seen'
  | 'unwritten value seen'
  | 'foreign bytes'
  | 'mixed answer'
  | 'event missing'
  | 'event too early'
  | 'copy differs'
  | 'wrong status'
  | 'valid write refused'
  | 'invalid write accepted'
  | 'death'
  | 'outage told wrongly'
  | 'not recovered';

export interface Violation {
  kind: Kind;
  at: number;
  what: string;
}

export interface Figures {
  reads: number;
  /** Reads that were answered with current content. */
  fresh: number;
  /** Reads whose answer said that it may not be current. */
  markedStale: number;
  /** Reads that were answered 503. */
  unavailable: number;
  /** Reads without a whole answer. */
  unanswered: number;
  writes: number;
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Events that receivers of webhooks got. */
  events: number;
  /** Of these, those that had come before. */
  repeatedEvents: number;
}

const isAnswer = ({ status }: Read): boolean => status === 200 || status === 304 || status === 404;
const isFresh = (read: Read): boolean => isAnswer(read) && !read.isMarkedStale;

const describe = (read: Read): string =>
  `${read.target} of ${read.website} at ${read.instance} (${read.status})`;
const describeWrite = ({ register, number, instance, status, message }: Write): string =>
  `write ${number} of ${register} at ${instance} (${status ?? 'no answer'}${message ? `: ${message}` : ''})`;

/**
 * Writes that were refused though nothing is wrong with them. Two refusals are right: taking away what is not there, or perhaps
 * not, behind a write of unknown outcome; and being asked to try again while somebody may have stood still with a lock.
 */
const wronglyRefused = (writes: readonly Write[], holdUps: readonly HoldUp[]): Write[] => {
  let isThere: boolean | null = true;
  return writes.filter((write) => {
    const { isValid, isShown, outcome, message } = write;
    const isTakenAway = !isShown && isThere !== true;
    if (outcome === 'unknown') isThere = null;
    if (outcome === 'acknowledged') isThere = isShown;
    if (!isValid || outcome !== 'refused') return false;
    if (message?.includes('Please try again')) {
      return !holdUps.some(
        ({ startedAt, endedAt }) => startedAt <= write.endedAt && write.startedAt <= endedAt,
      );
    }
    return !isTakenAway;
  });
};

const figuresOf = ({ reads, writes, events }: History): Figures => {
  const count = <T>(items: readonly T[], test: (item: T) => boolean): number => items.filter(test).length;
  const writesThat = (outcome: Write['outcome']) => count(writes, (write) => write.outcome === outcome);
  return {
    reads: reads.length,
    fresh: count(reads, isFresh),
    markedStale: count(reads, (read) => isAnswer(read) && read.isMarkedStale),
    unavailable: count(reads, ({ status }) => status === 503),
    unanswered: count(reads, ({ status }) => status === null),
    writes: writes.length,
    acknowledged: writesThat('acknowledged'),
    refused: writesThat('refused'),
    unknown: writesThat('unknown'),
    events: events.length,
    repeatedEvents: repeatedEvents(events),
  };
};

/**
 * Compares what readers saw with what writers were told.
 *
 * A fresh answer (200, 304 or 404 without `X-Stale`) must show each entry as it was after the last write that was known when
 * the read began, or after one that may have come later. Known is what was acknowledged, and what another reader has seen.
 */
export const check = (history: History): { figures: Figures; violations: Violation[] } => {
  const violations: Violation[] = [];
  const writesOf = new Map<string, Write[]>();
  for (const write of history.writes) {
    const list = writesOf.get(write.register) ?? [];
    if (list.length === 0) writesOf.set(write.register, list);
    list.push(write);
  }
  const registers = new Map(
    history.registers.map((register) => [
      register.name,
      createRegisterHistory(register, writesOf.get(register.name) ?? []),
    ]),
  );
  const byTarget = new Map<string, RegisterHistory[]>();
  for (const register of registers.values()) {
    for (const target of register.register.targets) {
      const key = `${register.register.website} ${target}`;
      byTarget.set(key, [...(byTarget.get(key) ?? []), register]);
    }
  }
  const report = (kind: Kind, at: number, what: string): void => void violations.push({ kind, at, what });

  // What somebody has seen is committed.
  const seenBySomebody = new Set<string>();
  const nameOf = (register: string, number: number): string => `${register} ${number}`;
  for (const read of history.reads.filter(isAnswer)) {
    for (const { register, number } of read.sightings) {
      registers.get(register)?.learn(number, read.endedAt);
      seenBySomebody.add(nameOf(register, number));
    }
  }
  for (const register of registers.values()) register.settle();

  const lost = new Map<Write, Read[]>();
  const stale: { read: Read; text: string; missed: Write }[] = [];
  const judge = (read: Read, register: RegisterHistory, seen: number | 'flag' | null): void => {
    if (register.allows(seen, read.startedAt, read.endedAt)) {
      if (seen === null) seenBySomebody.add(nameOf(register.register.name, latestAt(read, register).number));
      return;
    }
    const missed = latestAt(read, register);
    stale.push({ read, missed, text: seen === null ? 'nothing' : String(seen) });
  };
  const latestAt = (read: Read, register: RegisterHistory): Write => register.latestKnown(read.startedAt);

  const judgeSightings = (read: Read): void => {
    const numbers = new Map<string, number>();
    for (const { register: name, number } of read.sightings) {
      if (websiteOf(name) !== read.website) {
        report('foreign bytes', read.endedAt, `${describe(read)} shows ${name} ${number}`);
        continue;
      }
      const register = registers.get(name);
      if (register?.register.isFlag) continue;
      if (!register || !(register.isWritten(number) || register.isRefused(number))) {
        report('unwritten value seen', read.endedAt, `${describe(read)} shows ${name} ${number}`);
      } else if (register.isRefused(number)) {
        report('refused write seen', read.endedAt, `${describe(read)} shows ${name} ${number}`);
      } else {
        const other = numbers.get(name);
        if (other !== undefined)
          report(
            'mixed answer',
            read.endedAt,
            `${describe(read)} shows ${name} as ${other} and as ${number}`,
          );
        numbers.set(name, number);
        if (isFresh(read)) judge(read, register, number);
      }
    }
  };
  const judgePresence = (read: Read, sightings: readonly Sighting[]): void => {
    const shown = new Set(sightings.map(({ register }) => register));
    for (const register of byTarget.get(`${read.website} ${read.target}`) ?? []) {
      const { name, isFlag } = register.register;
      if (!register.existsAt(read.endedAt)) continue;
      if (!shown.has(name)) judge(read, register, null);
      else if (isFlag) judge(read, register, 'flag');
    }
  };

  for (const read of history.reads) {
    if (read.status !== null && !isAnswer(read) && read.status !== 503)
      report('wrong status', read.endedAt, describe(read));
    if (!isAnswer(read)) continue;
    judgeSightings(read);
    if (isFresh(read)) judgePresence(read, read.sightings);
  }
  // A write that was acknowledged and that nobody has seen, whoever looked for it, is lost; else the read was stale.
  for (const { read, missed, text } of stale) {
    const isFlag = registers.get(missed.register)?.register.isFlag;
    if (!isFlag && !seenBySomebody.has(nameOf(missed.register, missed.number))) {
      lost.set(missed, [...(lost.get(missed) ?? []), read]);
    } else {
      const after = (read.startedAt - missed.endedAt).toFixed(0);
      report(
        'stale read',
        read.endedAt,
        `${describe(read)} shows ${text}, ${after} ms after ${describeWrite(missed)} was acknowledged`,
      );
    }
  }
  for (const [write, reads] of lost) {
    const [first] = reads;
    report(
      'lost write',
      write.endedAt,
      `${describeWrite(write)} was acknowledged, and ${reads.length} reads did not find it, first ${first ? describe(first) : ''}`,
    );
  }
  for (const write of [...writesOf.values()].flatMap((writes) => wronglyRefused(writes, history.holdUps)))
    report('valid write refused', write.endedAt, describeWrite(write));
  for (const write of history.writes) {
    if (!write.isValid && write.outcome === 'acknowledged')
      report('invalid write accepted', write.endedAt, describeWrite(write));
  }
  for (const { write, told } of untoldWrites(history))
    report(
      told ? 'event too early' : 'event missing',
      write.endedAt,
      `${describeWrite(write)}${told ? `: whoever received ${told.type} ${told.id} read what was before` : ''}`,
    );
  for (const { website, at, what } of history.copyDifferences)
    report('copy differs', at, `${website}: ${what}`);
  for (const { instance, at, code, signal, during, lastWords } of history.deaths)
    report('death', at, `${instance} ended with ${signal ?? code} during ${during}: ${lastWords}`);
  for (const { instance, at, what } of history.mistellings)
    report('outage told wrongly', at, `${instance}: ${what}`);
  for (const { instance, at, after } of history.unrecovered)
    report('not recovered', at, `${instance} after ${after}`);

  return { figures: figuresOf(history), violations: violations.sort((one, other) => one.at - other.at) };
};
