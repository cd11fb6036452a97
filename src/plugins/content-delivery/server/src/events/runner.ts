import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { createPoller, type Poller } from '../jobs/poller';
import type { Senders } from './senders';

/** Milliseconds between two looks: for what other instances have written, what was kept back, and what is to be tried again. */
const POLL_INTERVAL = 1_000;

interface Parts {
  /** Makes what is to be sent of what the change log has. */
  produce(shouldContinue: () => boolean): Promise<void>;
  delivery: Senders;
}

/** Looks for what is to be made and sent, at each wake and now and then. */
export const createEventRunner = (strapi: Core.Strapi, partsOf: (wake: () => void) => Parts) => {
  let isAsked = false;
  // Not in the caller's context: inside its transaction the work would end with it.
  const wake = AsyncResource.bind(() => {
    isAsked = true;
    void poller.wake();
  });
  const { produce, delivery } = partsOf(wake);

  const poller = createPoller(strapi.log, POLL_INTERVAL, async (shouldContinue) => {
    do {
      isAsked = false;
      await produce(shouldContinue);
      await delivery.begin(shouldContinue);
      // Who asked meanwhile was not heard.
    } while (isAsked && shouldContinue());
  });

  const runner: Poller = {
    ...poller,
    async stop() {
      await poller.stop();
      await delivery.stop();
    },
    async drain() {
      isAsked = true;
      while (isAsked) {
        await poller.drain();
        // What has ended asks for another look.
        await delivery.idle();
      }
    },
  };
  return { runner, wake, produce };
};
