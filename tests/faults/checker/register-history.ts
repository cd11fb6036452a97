import type { Register, Write } from '../history';

/** When a write is certain to have taken effect: it was acknowledged, or somebody has seen it. */
interface Known {
  write: Write;
  knownAt: number;
}

const BEFORE_ALL = Number.NEGATIVE_INFINITY;

/**
 * What may be seen of one register, and when. A write took effect somewhere between its start and the moment from which it is
 * known; one that nobody has heard of again may still take effect, and is right whenever it is seen.
 */
export const createRegisterHistory = (register: Register, writes: readonly Write[]) => {
  const initial: Write = {
    register: register.name,
    number: 0,
    isShown: register.isShownAtFirst,
    isValid: true,
    instance: '',
    startedAt: BEFORE_ALL,
    endedAt: BEFORE_ALL,
    outcome: 'acknowledged',
    status: null,
    message: null,
  };
  const entries: Known[] = [initial, ...writes]
    .filter(({ outcome, isValid }) => isValid && outcome !== 'refused')
    .map((write) => ({
      write,
      knownAt: write.outcome === 'acknowledged' ? write.endedAt : Number.POSITIVE_INFINITY,
    }));
  const byNumber = new Map(entries.map((entry) => [entry.write.number, entry]));
  const refused = new Set(
    writes.filter(({ outcome, isValid }) => !isValid || outcome === 'refused').map(({ number }) => number),
  );
  const firstStart = writes.reduce((first, { startedAt }) => Math.min(first, startedAt), Infinity);

  /** Known writes in the order in which they became known, each with the one of them that started last. */
  let floors: { knownAt: number; latest: Write }[] = [];
  const settle = (): void => {
    let latest = initial;
    floors = entries
      .filter(({ knownAt }) => knownAt !== Number.POSITIVE_INFINITY)
      .sort((one, other) => one.knownAt - other.knownAt)
      .map(({ write, knownAt }) => {
        if (write.startedAt > latest.startedAt) latest = write;
        return { knownAt, latest };
      });
  };
  settle();

  /** The last write, by its start, that was known at a moment: older ones may not be seen by who asks then. */
  const latestKnown = (moment: number): Write => {
    let [low, high] = [0, floors.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((floors[middle] as { knownAt: number }).knownAt <= moment) low = middle + 1;
      else high = middle;
    }
    return floors[low - 1]?.latest ?? initial;
  };

  /** Whether a write may still be what is stored once `latest` is: it is `latest`, or not certain to have come before. */
  const mayStand = ({ write, knownAt }: Known, latest: Write): boolean =>
    write === latest || knownAt > latest.startedAt;

  const candidates = (isShown: boolean, endedAt: number): Known[] =>
    entries.filter(({ write }) => write.isShown === isShown && write.startedAt < endedAt);

  return {
    register,
    /** Whether it was there, or somebody had begun to make it so. */
    existsAt: (moment: number): boolean => register.isShownAtFirst || firstStart < moment,
    isRefused: (number: number): boolean => refused.has(number),
    isWritten: (number: number): boolean => byNumber.has(number),
    latestKnown,
    /** Somebody saw the number at a moment: that write was committed by then at the latest. */
    learn(number: number, moment: number): void {
      const entry = byNumber.get(number);
      if (entry && moment < entry.knownAt) entry.knownAt = moment;
    },
    settle,
    /** Whether a read may show this number; `null`: may not show the entry; `flag`: may show it. */
    allows(seen: number | 'flag' | null, startedAt: number, endedAt: number): boolean {
      const latest = latestKnown(startedAt);
      if (typeof seen === 'number') {
        const entry = byNumber.get(seen);
        return entry !== undefined && entry.write.startedAt < endedAt && mayStand(entry, latest);
      }
      return candidates(seen === 'flag', endedAt).some((entry) => mayStand(entry, latest));
    },
  };
};

export type RegisterHistory = ReturnType<typeof createRegisterHistory>;
