import type { Fault } from './fault';

/** The process stands still, with its connections and locks, and goes on as if nothing had been. */
export const pause: Fault = {
  name: 'SIGSTOP',
  holdsLocks: true,
  async play({ cluster, random, wait }) {
    const instance = random.pick(cluster.up());
    instance.pause();
    try {
      await wait(random.between(500, 7_000));
    } finally {
      instance.goOn();
    }
  },
};
