/** Nothing became free in time. */
export class SemaphoreTimeout extends Error {
  constructor() {
    super('Nothing became free in time.');
  }
}

/** The waiting request was aborted. */
export class AcquireAborted extends Error {
  constructor() {
    super('The wait was given up.');
  }
}

interface Limits {
  /** How much may be held at a time. */
  capacity: number;
  /** How much of it one owner may hold, so that something is left for the others; all of it by default. */
  share?: number;
}

interface Request {
  /** How much is taken; what is more than there is, is taken when nothing else is held. */
  weight?: number;
  owner?: string;
  /** Gives up the wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the wait is given up. */
  timeout?: number;
}

interface Waiter {
  weight: number;
  owner: string;
  grant(): void;
}

/** Gives back what was acquired; once is enough, more does no harm. */
export type Release = () => void;

/**
 * A semaphore with weights and owners. Those who wait are served in the order in which they came; only an owner who
 * holds its share is passed over.
 */
export const createSemaphore = ({ capacity, share = capacity }: Limits) => {
  let used = 0;
  const held = new Map<string, number>();
  const waiting: Waiter[] = [];

  const hold = ({ weight, owner }: Pick<Waiter, 'weight' | 'owner'>): void => {
    used += weight;
    const total = (held.get(owner) ?? 0) + weight;
    if (total > 0) held.set(owner, total);
    else held.delete(owner);
  };

  const grantNext = (): void => {
    for (let place = 0; place < waiting.length;) {
      const waiter = waiting[place] as Waiter;
      if (share < capacity && (held.get(waiter.owner) ?? 0) + waiter.weight > share) {
        place += 1;
        continue;
      }
      // Small requests do not overtake a large one forever.
      if (used + waiter.weight > capacity) return;
      waiting.splice(place, 1);
      hold(waiter);
      waiter.grant();
    }
  };

  return {
    /** @throws SemaphoreTimeout, AcquireAborted */
    acquire({ weight = 1, owner = '', signal, timeout }: Request = {}): Promise<Release> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new AcquireAborted());
        const bounded = Math.min(weight, share);
        let timer: NodeJS.Timeout | undefined;
        const settle = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const giveUp = (error: Error): void => {
          settle();
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(error);
          // One who needs much may have kept others behind it.
          grantNext();
        };
        const abort = (): void => giveUp(new AcquireAborted());
        const waiter: Waiter = {
          weight: bounded,
          owner,
          grant() {
            settle();
            let isHeld = true;
            resolve(() => {
              if (!isHeld) return;
              isHeld = false;
              hold({ weight: -bounded, owner });
              grantNext();
            });
          },
        };
        if (timeout !== undefined) timer = setTimeout(() => giveUp(new SemaphoreTimeout()), timeout);
        signal?.addEventListener('abort', abort);
        waiting.push(waiter);
        grantNext();
      });
    },
  };
};

export type Semaphore = ReturnType<typeof createSemaphore>;
