import { createPatientTimers } from '../patient-timer';

/** Milliseconds after which a read that brings nothing is given up. */
export const MAX_READ_TIME = 5_000;

const LIMITS = {
  usual: MAX_READ_TIME,
  /** When another read was answered meanwhile: then only this connection is lost, and another one is tried. */
  whenOthersAreAnswered: 1_000,
  /** For a probe while the circuit is open: a database that is back answers soon. */
  probe: 250,
  /** Between two probes. */
  betweenProbes: 1_000,
};

/** The database has not answered in time. */
export class DatabaseTimeout extends Error {
  constructor() {
    super('The database does not answer.');
  }
}

/**
 * A circuit breaker: keeps requests from waiting for a database that is silent, as when its machine has lost its power or
 * a firewall drops what is sent to it. Nothing is refused then, and every connection would be waited for.
 *
 * It opens when a read has timed out and the database has answered no read since it began: a connection that is
 * lost while others are answered is no silence. While it is open, one read a second tries the database, and all others learn at
 * once that it is out of reach. The first answer closes it; a refusal is an answer too, as it comes at once.
 *
 * @param limits milliseconds
 */
export const createCircuitBreaker = (limits: typeof LIMITS = LIMITS) => {
  const startTimer = createPatientTimers();
  let isOpen = false;
  let nextProbe = 0;
  /** By the clock of `performance.now()`. */
  let lastAnswer = -Infinity;

  const answered = (): void => {
    isOpen = false;
    lastAnswer = performance.now();
  };

  return {
    isOpen: (): boolean => isOpen,

    /** @throws DatabaseTimeout, or what the read throws */
    read<Result>(read: () => Promise<Result>): Promise<Result> {
      const begun = performance.now();
      if (isOpen && begun < nextProbe) return Promise.reject(new DatabaseTimeout());
      nextProbe = begun + limits.betweenProbes;
      const longest = isOpen ? limits.probe : limits.usual;

      return new Promise((resolve, reject) => {
        let endWait: () => void;
        let isGivenUp = false;
        const othersAreAnswered = (): boolean => lastAnswer > begun;
        const giveUp = (): void => {
          isGivenUp = true;
          if (!othersAreAnswered()) {
            isOpen = true;
            nextProbe = performance.now() + limits.betweenProbes;
          }
          reject(new DatabaseTimeout());
        };
        const wait = (waited: number): void => {
          const next = Math.min(longest, waited + limits.whenOthersAreAnswered);
          endWait = startTimer(next - waited, () => {
            if (next < longest && !othersAreAnswered()) wait(next);
            else giveUp();
          });
        };
        wait(0);
        read().then(
          (result) => {
            endWait();
            answered();
            resolve(result);
          },
          (error: unknown) => {
            // The end of its connection says nothing of the database.
            if (isGivenUp) return;
            endWait();
            // The driver may be the first to notice that nothing comes.
            if (isTimeout(error)) return giveUp();
            answered();
            reject(error);
          },
        );
      });
    },
  };
};

/** Of the pool, and of a connection that was closed as nothing came. */
const isTimeout = (error: unknown): boolean => {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'KnexTimeoutError' || code === 'ETIMEDOUT';
};
