interface Log {
  error(error: unknown): void;
}

/** What waits for a moment, in each process that serves requests: it looks for what is due, and does it. */
export interface Poller {
  isOn(): boolean;
  start(): void;
  /** Polls now, unless a round is under way; resolves at the end of the round. */
  wake(): Promise<void>;
  /** Lets the current step come to its end. */
  stop(): Promise<void>;
  /** One round that begins now or later, also where it is off: for a process without a server, such as a command. @throws what the round throws */
  drain(): Promise<void>;
}

/**
 * @param every milliseconds between two polls
 * @param round does all that is due, as long as `shouldContinue`
 */
export const createPoller = (
  log: Log,
  every: number,
  round: (shouldContinue: () => boolean) => Promise<void>,
): Poller => {
  let isOn = false;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> | null = null;

  const work = (): Promise<void> =>
    (working ??= round(() => isOn).finally(() => {
      working = null;
    }));

  const poller: Poller = {
    isOn: () => isOn,

    start() {
      if (isOn) return;
      isOn = true;
      timer = setInterval(() => void poller.wake(), every).unref();
      void poller.wake();
    },

    async wake() {
      if (!isOn) return;
      // A round that is under way already is logged once, by what began it.
      const isOwn = working === null;
      // The database may be away for a while; the next round finds it again.
      await work().catch((error: unknown) => {
        if (isOwn) log.error(error);
      });
    },

    async stop() {
      isOn = false;
      if (timer) clearInterval(timer);
      await working?.catch(() => undefined);
    },

    async drain() {
      const wasOn = isOn;
      isOn = true;
      try {
        // One that is under way may have looked for what was due before.
        if (working) await working.catch(() => undefined);
        await work();
      } finally {
        isOn = wasOn;
      }
    },
  };
  return poller;
};
