import type { Fault } from './fault';

/** The process is gone from one moment to the next, and is started again. */
export const kill: Fault = {
  name: 'kill -9',
  async play({ cluster, random, wait }) {
    const instance = random.pick(cluster.up());
    await instance.end('SIGKILL');
    await wait(random.between(100, 1_500));
    await instance.start();
  },
};

/** The process is told to end, finishes what it is doing, and is started again. */
export const restart: Fault = {
  name: 'SIGTERM',
  async play({ cluster, random }) {
    const instance = random.pick(cluster.up());
    await instance.end('SIGTERM');
    await instance.start();
  },
};
