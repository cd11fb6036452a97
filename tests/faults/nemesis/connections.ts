import type { Relay } from '../../support/relay';
import type { Cluster } from '../cluster';
import type { Instance } from '../cluster/instance';
import type { Random } from '../../support/random';
import { until } from '../../support/until';
import { isServer, type Fault } from './fault';

const MAX_WAIT_FOR_A_COMMIT = 15_000;

/** The ways to the database of one instance, or of all. */
const someRelays = (cluster: Cluster, random: Random): Relay[] => {
  const up = cluster.up();
  const chosen: Instance[] = random.next() < 0.5 ? up : [random.pick(up)];
  return chosen.flatMap(({ relay }) => relay ?? []);
};

/** The database server ends all connections, several times. */
export const terminate: Fault = {
  name: 'terminated connections',
  whyNot: isServer,
  async play({ cluster, random, wait }) {
    for (let volley = random.between(3, 10); volley > 0; volley -= 1) {
      await cluster.terminateConnections();
      await wait(random.between(0, 400));
    }
  },
};

/** Connections break, and no new one is taken. */
export const cut: Fault = {
  name: 'cut connections',
  whyNot: isServer,
  async play({ cluster, random, wait }) {
    const relays = someRelays(cluster, random);
    await Promise.all(relays.map((relay) => relay.begin()));
    try {
      await wait(random.between(200, 6_000));
    } finally {
      await Promise.all(relays.map((relay) => relay.end()));
    }
  },
};

/** Connections say nothing any more; then they go on, or turn out to be lost. */
export const freeze: Fault = {
  name: 'frozen connections',
  holdsLocks: true,
  whyNot: isServer,
  async play({ cluster, random, wait }) {
    const relays = someRelays(cluster, random);
    const isLost = random.next() < 0.5;
    for (const relay of relays) relay.fallSilent();
    try {
      await wait(random.between(500, 8_000));
    } finally {
      for (const relay of relays) {
        if (isLost) relay.speakAgain();
        else relay.goOn();
      }
    }
  },
};

const atCommit = (name: string, moment: 'COMMIT' | 'its answer'): Fault => ({
  name,
  whyNot: isServer,
  async play({ cluster, random, wait }) {
    const relays = someRelays(cluster, random);
    const cuts = (): number => relays.reduce((sum, relay) => sum + relay.cuts(), 0);
    const before = cuts();
    for (const relay of relays) relay.cutCommits(moment);
    try {
      await wait(random.between(1_000, 4_000));
      // On a machine that is busy no save comes to its end meanwhile.
      await until('a save', () => cuts() > before, { within: MAX_WAIT_FOR_A_COMMIT, every: 100 }).catch(
        () => undefined,
      );
    } finally {
      for (const relay of relays) relay.cutCommits(null);
    }
  },
});

/** The connection breaks when a COMMIT is on its way: nothing is stored. */
export const cutBeforeCommit = atCommit('cut before COMMIT', 'COMMIT');
/** The connection breaks when the answer to a COMMIT is on its way: all is stored, and nobody is told. */
export const cutAfterCommit = atCommit('cut before the answer to COMMIT', 'its answer');

/** An instance is started while its database is out of reach. */
export const startWithout: Fault = {
  name: 'start without a database',
  whyNot: isServer,
  async play({ cluster, random, wait }) {
    const instance = random.pick(cluster.up());
    await instance.end('SIGTERM');
    await instance.relay?.begin();
    const started = instance.start();
    try {
      await wait(random.between(6_000, 9_000));
    } finally {
      await instance.relay?.end();
    }
    await started;
  },
};
