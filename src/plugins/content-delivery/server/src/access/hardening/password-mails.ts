import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';

/**
 * Milliseconds after which the work that a forgotten password makes begins: the answer is on its way, and when exactly
 * a caller cannot learn it by measuring how busy the server is.
 */
const EARLIEST = 100;
const LATEST = 1_000;

/** The mails of forgotten passwords, on their way a moment after their answers. */
export const createPasswordMails = (log: Pick<Core.Strapi['log'], 'error'>) => {
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();

  return {
    /** @param send looks for the account, and sends the mail where there is one */
    sendSoon(send: () => Promise<unknown>): void {
      const sent = wait(randomInt(EARLIEST, LATEST), null, { ref: false, signal: ending.signal })
        .catch(() => undefined)
        .then(send)
        .then(
          () => undefined,
          (error: unknown) => void log.error(error),
        )
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    },

    /** Begins at once with those that wait, as the server ends. Resolves when all are sent or have failed. */
    async finish(): Promise<void> {
      ending.abort();
      await Promise.all(underWay);
    },
  };
};

export type PasswordMails = ReturnType<typeof createPasswordMails>;
