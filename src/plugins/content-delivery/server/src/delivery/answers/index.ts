import { errors } from '@strapi/utils';
import type { ByteCache } from '../../freshness/cache/bytes';
import type { Entry, TooLong } from '../../freshness/cache/entry';
import { etagOf } from '../../freshness/cache/etag';
import type { Gate } from '../../freshness/gate';
import type { DeliverySnapshot, Queries } from '../queries';
import type { Caller } from '../authentication/websites';
import { readAnswer, listFor, type Settings } from './build';
import { createLongLists } from './long-lists';
import type { DeliveryQuery } from './delivery-query';
import { keyOf, seenBy, stateIn, versionOf, type State } from './state';

export { parseDeliveryQuery, ROUTES, type DeliveryQuery, type Route } from './delivery-query';

/** Finished bytes, and under which key they are kept. */
export interface CachedResponse {
  key: string;
  entry: Entry;
  /** The bytes were made, or being made, when they were asked for. */
  isNew: boolean;
}

/** A response that is too large to be kept: it is read while it is sent. */
export interface StreamedResponse {
  /** Names its content; each encoding of it has a tag of its own. */
  version: string;
  /**
   * Waits for a place.
   * @param signal for a caller who goes away meanwhile
   * @throws SemaphoreTimeout, AcquireAborted, an HTTP error 503
   */
  open(signal: AbortSignal): Promise<OpenStream>;
}

export interface OpenStream {
  /** Of what is sent: it may have changed during the wait. */
  version: string;
  pieces: AsyncIterable<Buffer>;
  /** For whoever does not want the pieces, or all of them. */
  close(): Promise<void>;
}

interface Parts extends Settings {
  queries: Queries;
  cache: ByteCache;
  gate: Gate;
  /** Of this software: another release may write the same content in other bytes. */
  release: string;
}

/** Bytes up to which a list is read at once, which is faster. */
const AT_ONCE = 8 * 1024 * 1024;
/** Bytes up to which it is, even where the cache is too small to keep it. */
const ALWAYS_AT_ONCE = 1024 * 1024;

/** A list that is kept, but not read at once. */
interface Long {
  /** About how many bytes it takes. */
  size: number;
}

/** Answers questions with finished bytes: kept ones while they are current, else new ones. */
export const createAnswers = ({ queries, cache, gate, release, ...settings }: Parts) => {
  const longLists = createLongLists({ queries, ...settings });

  const entryOf = (
    bytes: Buffer,
    moment: DeliverySnapshot,
    { website, scopes, revisions, expiresAt }: State,
  ): Entry => ({
    scopes,
    revisions,
    expiresAt,
    validFrom: website.withholdsScheduled ? moment.now.getTime() : -Infinity,
    identity: { bytes, etag: etagOf(bytes) },
    encoded: {},
  });

  const version = (question: DeliveryQuery, caller: Caller, state: State): string =>
    versionOf(question, caller, state, { publicUrl: settings.publicUrl, release });

  const tooLong = (question: DeliveryQuery, caller: Caller, state: State): TooLong => ({
    version: version(question, caller, state),
    expiresAt: state.expiresAt,
  });

  const buildShort = async (question: DeliveryQuery, caller: Caller): Promise<Entry | TooLong | Long> => {
    const make = await queries.snapshot(async (moment) => {
      const state = await stateIn(moment, question, caller);
      const list = listFor(question, state.website, moment, settings);
      const size = (await list?.size()) ?? 0;
      if (size > Math.max(cache.longest, ALWAYS_AT_ONCE)) return () => tooLong(question, caller, state);
      if (size > AT_ONCE) return () => ({ size });
      const items = await list?.all();
      const answer = items ? () => items : await readAnswer(question, state.website, moment, settings);
      return async () => entryOf(Buffer.from(JSON.stringify(await answer())), moment, state);
    });
    return make();
  };

  const build = async (question: DeliveryQuery, caller: Caller): Promise<Entry | TooLong> => {
    const built = await buildShort(question, caller);
    if (!('size' in built)) return built;
    const { bytes, moment, state } = await longLists.build(question, caller, built.size, cache.longest);
    return bytes ? entryOf(bytes, moment, state) : tooLong(question, caller, state);
  };

  const openLong = async (
    question: DeliveryQuery,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<OpenStream> => {
    const { state, ...opened } = await longLists.open(question, caller, signal);
    return { version: version(question, caller, state), ...opened };
  };

  return {
    /** @throws NotFoundError, an HTTP error 503 */
    async finish(question: DeliveryQuery, caller: Caller): Promise<CachedResponse | StreamedResponse> {
      const key = keyOf(question, caller);
      const kept = cache.get(key);
      if (kept && gate.isFresh(caller.sighting, kept)) {
        cache.countHit();
        return { key, entry: kept, isNew: false };
      }
      const arrived = Date.now();
      // The clock alone may bring a withheld post: one that a build under way did not find may be there by now.
      let mayBeDue = caller.website.withholdsScheduled && 'slug' in question && question.slug !== undefined;
      for (;;) {
        let isOwn = false;
        const make = (): Promise<Entry | TooLong> => {
          isOwn = true;
          return build(question, caller).catch((error: unknown) => {
            // What is known to be gone must not come back when the database is out of reach.
            if (error instanceof errors.NotFoundError) cache.forget(key);
            throw error;
          });
        };
        let built: Entry | TooLong;
        try {
          built = await cache.build(key, seenBy(caller), make);
        } catch (error) {
          if (!(error instanceof errors.NotFoundError) || isOwn || !mayBeDue) throw error;
          // Whatever is joined next was begun after this request arrived.
          mayBeDue = false;
          continue;
        }
        // A build that was under way already may have missed a moment that has come since.
        if (built.expiresAt <= arrived) continue;
        if ('identity' in built) return { key, entry: built, isNew: true };
        return { version: built.version, open: (signal) => openLong(question, caller, signal) };
      }
    },
  };
};

export type Answers = ReturnType<typeof createAnswers>;
