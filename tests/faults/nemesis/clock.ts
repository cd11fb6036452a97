import type { Fault } from './fault';

const MAX_STEP = 10 * 60_000;

/** The clock of an instance is set, forwards or backwards, and set right again. */
export const clockStep: Fault = {
  name: 'stepping clock',
  async play({ cluster, random, wait }) {
    const instance = random.pick(cluster.up());
    const steps = random.between(1, 3);
    try {
      for (let step = 0; step < steps; step += 1) {
        instance.setClock(random.between(-MAX_STEP, MAX_STEP));
        await wait(random.between(300, 1_500));
      }
    } finally {
      instance.setClock(0);
    }
  },
};
