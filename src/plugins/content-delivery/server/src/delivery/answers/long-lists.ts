import { createSemaphore } from '../../platform/semaphore';
import type { DeliverySnapshot, Queries } from '../queries';
import type { Caller } from '../authentication/websites';
import { listFor, type Settings } from './build';
import { prefetchFirst, withCleanup, concatUpTo, jsonChunks } from './json';
import type { DeliveryQuery } from './delivery-query';
import { keyOf, stateIn, type State } from './state';

/** How many lists are sent at a time while they are read: each has a database connection of its own. */
export const MAX_STREAMS = 8;
/** How many of them belong to one website: its slow readers leave places for those of others. */
const MAX_STREAMS_OF_WEBSITE = 2;
/** Milliseconds after which a request does not wait for a place any more. */
const LONGEST_WAIT = 10_000;

/** Bytes up to which long lists are built side by side, each counted twice: its pieces, and all of them in one. */
const BUILD_MEMORY = 64 * 1024 * 1024;
const COPIES = 2;

interface Parts extends Settings {
  queries: Pick<Queries, 'session'>;
}

/** A list that is read while it is sent. */
export interface OpenedList {
  state: State;
  pieces: AsyncIterable<Buffer>;
  /** For whoever does not want the pieces, or all of them. */
  close(): Promise<void>;
}

export interface BuiltList {
  state: State;
  moment: DeliverySnapshot;
  /** Null when it has become too long to be kept. */
  bytes: Buffer | null;
}

/** Lists that take long to read: in sessions of their own, so that short answers need not wait until they are done. */
export const createLongLists = ({ queries, ...settings }: Parts) => {
  const streams = createSemaphore({ capacity: MAX_STREAMS, share: MAX_STREAMS_OF_WEBSITE });
  const memory = createSemaphore({ capacity: BUILD_MEMORY });
  /** Builds that wait for memory and have read nothing yet: whoever comes meanwhile can join them. */
  const waiting = new Map<string, Promise<BuiltList>>();

  const listIn = async (moment: DeliverySnapshot, question: DeliveryQuery, caller: Caller) => {
    const state = await stateIn(moment, question, caller);
    const list = listFor(question, state.website, moment, settings);
    if (!list) throw new Error('Only lists are long.');
    return { state, list };
  };

  return {
    /**
     * The whole list, when there is memory for it.
     * @param size about how many bytes it takes
     * @param most bytes; a longer one is given up
     */
    build(question: DeliveryQuery, caller: Caller, size: number, most: number): Promise<BuiltList> {
      const key = keyOf(question, caller);
      const joined = waiting.get(key);
      if (joined) return joined;
      const started = async (): Promise<BuiltList> => {
        const release = await memory.acquire({ weight: size * COPIES });
        waiting.delete(key);
        try {
          const { moment, close } = await queries.session();
          try {
            const { state, list } = await listIn(moment, question, caller);
            return { state, moment, bytes: await concatUpTo(jsonChunks(list.batches()), most) };
          } finally {
            await close();
          }
        } finally {
          release();
        }
      };
      const built = started();
      waiting.set(key, built);
      return built;
    },

    /**
     * Begins to read a list; its place is given back when its pieces end or are closed.
     * @param signal for a caller who goes away while it waits for a place
     * @throws SemaphoreTimeout, AcquireAborted, an HTTP error 503
     */
    async open(question: DeliveryQuery, caller: Caller, signal: AbortSignal): Promise<OpenedList> {
      const owner = caller.website.documentId;
      const release = await streams.acquire({ owner, signal, timeout: LONGEST_WAIT });
      let session: Awaited<ReturnType<Queries['session']>> | null = null;
      const end = async (): Promise<void> => {
        try {
          await session?.close();
        } finally {
          release();
        }
      };
      try {
        session = await queries.session();
        const { state, list } = await listIn(session.moment, question, caller);
        // Begun here: what fails at once can still be told as an error.
        return { state, ...withCleanup(await prefetchFirst(jsonChunks(list.batches())), end) };
      } catch (error) {
        await end();
        throw error;
      }
    },
  };
};
