import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { onLogged } from '../freshness/changes/log';
import { createPoller, type Poller } from '../jobs/poller';
import type { Senders } from './senders';

/** Milliseconds between two looks: for what other instances have written, what was kept back, and what is to be tried again. */
const POLL_INTERVAL = 1_000;

/** What differs between webhooks and purge targets. */
interface RunnerParts {
  /** Makes what is to be sent of what the change log has. */
  produce(shouldContinue: () => boolean): Promise<void>;
  /** @param wake to be called when something more may be sent */
  sendersOf(wake: () => void): Senders;
  /** Holds each write of a receiver to the rule. */
  enforce(): void;
  /** Deletes what has been kept for long enough. */
  prune(shouldContinue: () => boolean): Promise<void>;
}

/** Looks for what is to be made and sent, at each wake and now and then. */
export const createEventRunner = (strapi: Core.Strapi, parts: RunnerParts) => {
  let isAsked = false;
  // Not in the caller's context: inside its transaction the work would end with it.
  const wake = AsyncResource.bind(() => {
    isAsked = true;
    void poller.wake();
  });
  const senders = parts.sendersOf(wake);

  const poller = createPoller(strapi.log, POLL_INTERVAL, async (shouldContinue) => {
    do {
      isAsked = false;
      await parts.produce(shouldContinue);
      await senders.begin(shouldContinue);
      // Who asked meanwhile was not heard.
    } while (isAsked && shouldContinue());
  });

  const runner: Poller = {
    ...poller,
    async stop() {
      await poller.stop();
      await senders.stop();
    },
    async drain() {
      isAsked = true;
      while (isAsked) {
        await poller.drain();
        // What has ended asks for another look.
        await senders.idle();
      }
    },
  };
  return {
    runner,
    wake,

    /** What is checked and noted with every write of a receiver, and when the log has something new. */
    watch(): void {
      parts.enforce();
      onLogged(strapi, () => setImmediate(wake));
    },

    /** Deletes what has been kept for long enough; first all that is to be sent is made of the log, which is trimmed next. */
    async prune(shouldContinue: () => boolean): Promise<void> {
      await parts.produce(shouldContinue);
      await parts.prune(shouldContinue);
    },
  };
};
