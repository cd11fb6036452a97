import type { Core } from '@strapi/strapi';

/** Receivers that are called at the same time and have not kept an answer waiting, and how many of these may be of one website. */
const MAX_AT_ONCE = 64;
const MAX_OF_GROUP = 16;
/** How many of these may have failed last, or may never have answered so far, in all and of one website. */
const MAX_UNPROVEN = 32;
const MAX_UNPROVEN_OF_GROUP = 4;
/** Milliseconds of a step after which its receiver is slow: it takes no slot of others any more. */
const SLOW_AFTER = 2_000;
/** Receivers that may be slow at the same time, and of one website. */
const MAX_SLOW = 256;
const MAX_SLOW_OF_GROUP = 32;
/** Milliseconds that attempts under way have at the end. */
const END_TIME = 5_000;

/** A receiver for which something is due. */
export interface Receiver {
  /** documentId */
  receiver: string;
  /** Whether it is taken to answer; those that are not have fewer slots. */
  isProven: boolean;
  /** documentId of the website that it belongs to. */
  group: string;
}

export interface SendersOptions {
  /** Those that may be called now. */
  due(now: Date): Promise<Receiver[]>;
  claim(receiver: string): Promise<boolean>;
  release(receiver: string): Promise<void>;
  /**
   * Sends the next thing.
   * @returns true when another one may follow at once; after a failure others have their turn first
   * @throws the reason of `stop`
   */
  step(receiver: string, stop: AbortSignal): Promise<boolean>;
  /** Called when something more may be sent. */
  wake(): void;
}

/**
 * Works for many receivers side by side, for each one step after the other: one that never answers keeps none waiting but
 * itself. Those that have not answered yet, or failed last, have a share of the slots; so has each website; and who is slow has
 * slots apart.
 */
export const createSenders = (strapi: Core.Strapi, { due, claim, release, step, wake }: SendersOptions) => {
  const running = new Map<string, Running>();
  /** In which order receivers were called last. */
  const lastCalls = new Map<string, number>();
  let calls = 0;
  const lastCallOf = (receiver: string): number => lastCalls.get(receiver) ?? 0;
  let period: Period | null = null;

  /** Resolves when nothing is under way any more. */
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all([...running.values()].map((one) => one.work));
  };

  /** Whether a receiver may be called beside those that are called already. */
  const hasSlot = ({ isProven, group }: Receiver): boolean => {
    const all = [...running.values()];
    const ofGroup = all.filter((one) => one.group === group);
    const slow = all.filter(({ isSlow }) => isSlow).length;
    // Where too many are slow, they count like others.
    const isCounted = (one: Running): boolean => !one.isSlow || slow > MAX_SLOW;
    const count = (some: readonly Running[]) => some.filter(isCounted).length;
    const unproven = (some: readonly Running[]) => some.filter((one) => !one.isProven);
    return (
      count(all) < MAX_AT_ONCE &&
      count(ofGroup) < MAX_OF_GROUP &&
      ofGroup.length < MAX_OF_GROUP + MAX_SLOW_OF_GROUP &&
      (isProven || (count(unproven(all)) < MAX_UNPROVEN && count(unproven(ofGroup)) < MAX_UNPROVEN_OF_GROUP))
    );
  };

  /** One step, after which, or while which, the receiver may turn out to be slow. */
  const timed = async (receiver: string, own: Running, stop: AbortSignal): Promise<boolean> => {
    const timer = setTimeout(() => {
      own.isSlow = true;
      // Its slot is free.
      wake();
    }, SLOW_AFTER);
    try {
      return await step(receiver, stop);
    } finally {
      clearTimeout(timer);
      own.isSlow = false;
    }
  };

  /**
   * Sends all that is due for a receiver. Where that fails, it stays claimed until its lease is over, so that an attempt whose
   * outcome could not be stored is not made again at once.
   */
  const work = async (receiver: string, own: Running, current: Period): Promise<void> => {
    if (!(await claim(receiver))) return;
    lastCalls.set(receiver, (calls += 1));
    const { signal } = current.stop;
    try {
      while (!current.isEnding && (await timed(receiver, own, signal)));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await release(receiver);
  };

  return {
    /** Begins to send what is due; resolves before it is sent. */
    async begin(shouldContinue: () => boolean): Promise<void> {
      const found = await due(new Date());
      if (!shouldContinue()) return;
      const current = (period ??= { stop: new AbortController(), isEnding: false });
      found.sort((one, other) => lastCallOf(one.receiver) - lastCallOf(other.receiver));
      for (const one of found) {
        const { receiver, isProven, group } = one;
        if (current.isEnding) return;
        if (running.has(receiver) || !hasSlot(one)) continue;
        const own: Running = { isProven, group, isSlow: false, work: Promise.resolve() };
        running.set(receiver, own);
        own.work = work(receiver, own, current).then(
          () => {
            running.delete(receiver);
            if (!current.isEnding) wake();
          },
          (error: unknown) => {
            running.delete(receiver);
            strapi.log.error(error);
          },
        );
      }
    },

    idle,

    /** Gives what is under way a moment, and calls off the rest: it is sent by the next who looks. */
    async stop(): Promise<void> {
      const current = period;
      if (!current) return;
      current.isEnding = true;
      const timer = setTimeout(() => current.stop.abort(), END_TIME);
      await idle();
      clearTimeout(timer);
      period = null;
    },
  };
};

interface Running {
  isProven: boolean;
  group: string;
  isSlow: boolean;
  work: Promise<void>;
}

/** From when sending begins until it is stopped. */
interface Period {
  stop: AbortController;
  isEnding: boolean;
}

export type Senders = ReturnType<typeof createSenders>;
