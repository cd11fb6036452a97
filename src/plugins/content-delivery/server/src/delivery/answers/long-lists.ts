import { createSemaphore } from '../../platform/semaphore';
import type { DeliverySnapshot, Queries } from '../queries';
import type { Caller } from '../authentication/websites';
import type { AnswerSettings } from './build';
import { listFor, type List, type Orders } from './lists';
import { outlineIn, type Renewed } from './lists/renew';
import { begun, concatUpTo, jsonChunks, startsOf } from './json';
import type { DeliveryQuery } from './delivery-query';
import { keyOf, stateIn, type State } from './state';

/** How many lists are sent at a time while they are read: each holds a database connection. */
const MAX_STREAMS = 8;
/** How many of them belong to one website: its slow readers leave slots for those of others. */
const MAX_STREAMS_OF_WEBSITE = 2;
/** Milliseconds after which a request does not wait for a slot any more. */
const MAX_WAIT = 10_000;

/** Bytes up to which long lists are built side by side, each counted twice: its pieces, and all of them in one. */
const BUILD_MEMORY = 64 * 1024 * 1024;
const COPIES = 2;

interface Parts extends AnswerSettings {
  queries: Pick<Queries, 'session'>;
  orders: Orders;
}

/** A list that is read while it is sent. */
export interface OpenedList {
  state: State;
  headers: List['headers'];
  pieces: AsyncIterable<Buffer>;
  /** For a caller that stops before the last piece. */
  close(): Promise<void>;
}

export interface BuiltList {
  state: State;
  snapshot: DeliverySnapshot;
  headers: List['headers'];
  /** Null when it has become too long to be kept. */
  made: { bytes: Buffer; outline: Renewed['outline'] | undefined } | null;
}

/** Lists that take long to read: in separate sessions, so that short answers do not wait for them. */
export const createLongLists = ({ queries, orders, ...settings }: Parts) => {
  const streams = createSemaphore({ capacity: MAX_STREAMS, share: MAX_STREAMS_OF_WEBSITE });
  const memory = createSemaphore({ capacity: BUILD_MEMORY });
  /** Builds that wait for memory and have read nothing yet: requests that come meanwhile can join them. */
  const waiting = new Map<string, Promise<BuiltList>>();

  const listIn = async (snapshot: DeliverySnapshot, query: DeliveryQuery, caller: Caller) => {
    const state = await stateIn(snapshot, query, caller);
    const list = await listFor(query, state, snapshot, settings, orders);
    if (!list) throw new Error('Only lists are long.');
    return { state, list };
  };

  return {
    /**
     * The whole list, when there is memory for it.
     * @param size about how many bytes it takes
     * @param most bytes; a longer one is given up
     */
    build(query: DeliveryQuery, caller: Caller, size: number, most: number): Promise<BuiltList> {
      const key = keyOf(query, caller);
      const joined = waiting.get(key);
      if (joined) return joined;
      const started = async (): Promise<BuiltList> => {
        const release = await memory.acquire({ weight: size * COPIES });
        waiting.delete(key);
        try {
          const { snapshot, close } = await queries.session();
          try {
            const { state, list } = await listIn(snapshot, query, caller);
            const { headers } = list;
            const { places, batches } = await list.begin();
            const outline = await outlineIn(snapshot, state, places);
            const lengths: number[] = [];
            const bytes = await concatUpTo(
              jsonChunks(batches, (length) => void lengths.push(length)),
              most,
            );
            const made = bytes && { bytes, outline: outline(startsOf(lengths)) };
            return { state, snapshot, headers, made };
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
     * Begins to read a list; its slot is given back when its pieces end or are closed.
     * @param signal for a caller who goes away while it waits for a slot
     * @throws SemaphoreTimeout, AcquireAborted, an HTTP error 503
     */
    async open(query: DeliveryQuery, caller: Caller, signal: AbortSignal): Promise<OpenedList> {
      const owner = caller.website.documentId;
      const release = await streams.acquire({ owner, signal, timeout: MAX_WAIT });
      let session: Awaited<ReturnType<Queries['session']>> | null = null;
      const end = async (): Promise<void> => {
        try {
          await session?.close();
        } finally {
          release();
        }
      };
      const read = async () => {
        try {
          session = await queries.session();
          const { state, list } = await listIn(session.snapshot, query, caller);
          const { batches } = await list.begin();
          return { state, headers: list.headers, batches };
        } catch (error) {
          await end();
          throw error;
        }
      };
      const { batches, ...answer } = await read();
      // Begun here: an early failure can still be sent as an error.
      return { ...answer, ...(await begun(jsonChunks(batches), end)) };
    },
  };
};
