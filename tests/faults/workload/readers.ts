import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../cluster';
import type { Instance } from '../cluster/instance';
import type { History, Read, Sighting } from '../history';
import { sightingsIn } from '../markers';
import type { Random } from '../../support/random';
import type { Site } from './content';
import type { Client } from './http';
import { TARGETS } from './targets';

const READERS = 8;
/** Milliseconds; readers without rest would leave the writers little of a small machine. */
const PAUSE = { least: 30, most: 250 };
const TIMEOUT = 20_000;
/** One read in so many asks without having seen anything. */
const ONE_PLAIN_IN = 3;

interface Seen {
  etag: string;
  sightings: Sighting[];
}

/** What readers of every kind are given. */
export interface ReaderOptions {
  cluster: Cluster;
  history: History;
  client: Client;
  random: Random;
  isOver(): boolean;
}

/** Readers of every route, each on any instance that is up, plain and with the ETag of what they have. */
export const createReaders = ({ cluster, history, client, random, isOver }: ReaderOptions) => {
  /** Asks once, and keeps what came of it. */
  const read = async (
    instance: Instance,
    site: Site,
    target: string,
    { had, event }: { had?: Seen | undefined; event?: string } = {},
  ): Promise<Seen | undefined> => {
    const path = TARGETS[target]?.(site) ?? '';
    const startedAt = performance.now();
    const made: Read = {
      target,
      website: site.name,
      instance: instance.name,
      startedAt,
      endedAt: Infinity,
      status: null,
      isMarkedStale: false,
      sightings: [],
      ...(event !== undefined && { event }),
    };
    let seen = had;
    try {
      const { status, headers, text } = await client.send(instance.port, {
        path,
        headers: had ? { 'If-None-Match': had.etag } : {},
        timeout: TIMEOUT,
      });
      made.status = status;
      made.isMarkedStale = headers['x-stale'] !== undefined;
      made.sightings = status === 304 && had ? had.sightings : sightingsIn(text);
      if (status === 200 && headers.etag) seen = { etag: headers.etag, sightings: sightingsIn(text) };
    } catch {
      // No answer shows nothing.
    }
    made.endedAt = performance.now();
    history.reads.push(made);
    return seen;
  };

  const readOn = async (): Promise<void> => {
    const known = new Map<string, Seen>();
    while (!isOver()) {
      const up = cluster.up();
      if (up.length > 0) {
        const site = random.pick(cluster.prepared.sites);
        const target = random.pick(Object.keys(TARGETS));
        const name = `${site.name} ${target}`;
        const had = random.between(1, ONE_PLAIN_IN) === 1 ? undefined : known.get(name);
        const seen = await read(random.pick(up), site, target, { had });
        if (seen) known.set(name, seen);
      }
      await wait(random.between(PAUSE.least, PAUSE.most));
    }
  };

  return {
    async run(): Promise<void> {
      await Promise.all(Array.from({ length: READERS }, readOn));
    },
    read,
    /** Every route of every website at every instance that is up. */
    async readAll(): Promise<void> {
      for (const instance of cluster.up()) {
        for (const site of cluster.prepared.sites) {
          for (const target of Object.keys(TARGETS)) await read(instance, site, target);
        }
      }
    },
  };
};

export type Readers = ReturnType<typeof createReaders>;
