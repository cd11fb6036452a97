import { setTimeout as wait } from 'node:timers/promises';
import { createSemaphore } from '../../../src/plugins/content-delivery/server/src/platform/semaphore';
import type { Cluster } from '../cluster';
import type { Instance } from '../cluster/instance';
import type { History, Outcome, Write } from '../history';
import { markerOf, registerOf } from '../markers';
import type { Random } from '../../support/random';
import type { Admin } from './admin';
import type { Site } from './content';
import { deletionOf, makingsOf, registersOf, type Making, type Operation } from './operations';

/** Writes at a time. More would only wait for each other, and a fault would be over before any of them is. */
const BATCH_SIZE = 6;
const PAUSE = { least: 30, most: 250 };
/** So many entries of a kind are there at once. */
const KEPT = 3;
/** One write in so many is one that a rule refuses. */
const ONE_REFUSED_IN = 8;

/** A refusal is certain; after any other status but a success the write may or may not be there. */
const outcomeOf = (status: number): Outcome =>
  status < 300 ? 'acknowledged' : status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';

interface Options {
  cluster: Cluster;
  history: History;
  admin: Admin;
  random: Random;
  isOver(): boolean;
}

/** Writers of every content type, each on any instance that is up. */
export const createWriters = ({ cluster, history, admin, random, isOver }: Options) => {
  const turns = createSemaphore({ capacity: BATCH_SIZE });

  /** @returns the entry's documentId as the answer names it, where it is acknowledged */
  const write = async (
    instance: Instance,
    register: string,
    number: number,
    { method, path, body, isShown }: Operation,
    isValid = true,
  ): Promise<{ outcome: Outcome; documentId: string | null }> => {
    const done: Write = {
      register,
      number,
      isShown,
      isValid,
      instance: instance.name,
      startedAt: Infinity,
      endedAt: Infinity,
      outcome: 'unknown',
      status: null,
      message: null,
    };
    const release = await turns.acquire();
    done.startedAt = performance.now();
    history.writes.push(done);
    let documentId: string | null = null;
    try {
      const { status, text } = await admin.send(instance, method, path, body);
      done.status = status;
      done.outcome = outcomeOf(status);
      if (done.outcome !== 'acknowledged') done.message = text.slice(0, 500);
      else if (text.startsWith('{'))
        documentId = (JSON.parse(text) as { data?: { documentId?: string } }).data?.documentId ?? null;
    } catch (error) {
      done.message = String(error);
    }
    done.endedAt = performance.now();
    release();
    return { outcome: done.outcome, documentId };
  };

  const someInstance = async (): Promise<Instance | null> => {
    for (; !isOver(); await wait(50)) {
      const up = cluster.up();
      if (up.length > 0) return random.pick(up);
    }
    return null;
  };
  const rest = (): Promise<void> => wait(random.between(PAUSE.least, PAUSE.most));

  const writeGroup = async (group: ReturnType<typeof registersOf>[number]): Promise<void> => {
    const last = group.map(() => 0);
    for (let turn = 0; !isOver(); turn += 1) {
      const index = turn % group.length;
      const written = group[index] as (typeof group)[number];
      const instance = await someInstance();
      if (!instance) return;
      const number = (last[index] = (last[index] as number) + 1);
      const isRefused = written.refused !== null && random.between(1, ONE_REFUSED_IN) === 1;
      const operation = isRefused ? written.refused?.(number) : written.write(number);
      if (operation) await write(instance, written.register.name, number, operation, !isRefused);
      await rest();
    }
  };

  const make = async (site: Site, { kind, uid, targets, create }: Making): Promise<void> => {
    const kept: { register: string; documentId: string }[] = [];
    for (let count = 1; !isOver(); count += 1) {
      const register = registerOf(site.name, `${kind}${count}`);
      let instance = await someInstance();
      if (!instance) return;
      history.registers.push({
        name: register,
        website: site.name,
        targets,
        isShownAtFirst: false,
        isFlag: false,
      });
      const { documentId } = await write(
        instance,
        register,
        1,
        create(markerOf(register, 1), `${kind}${count}`),
      );
      if (documentId) kept.push({ register, documentId });
      await rest();
      instance = await someInstance();
      const oldest = kept.length > KEPT ? kept.shift() : undefined;
      if (!oldest || !instance) continue;
      await write(instance, oldest.register, 2, deletionOf(uid, oldest.documentId));
      await rest();
    }
  };

  return {
    /** Resolves when it is over and every writer has its answer. */
    async run(): Promise<void> {
      const writers: Promise<void>[] = [];
      for (const site of cluster.prepared.sites) {
        for (const group of registersOf(site)) {
          history.registers.push(...group.map(({ register }) => register));
          writers.push(writeGroup(group));
        }
        for (const making of makingsOf(site)) writers.push(make(site, making));
      }
      await Promise.all(writers);
    },
  };
};
