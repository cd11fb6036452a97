import { createHash } from 'node:crypto';
import { errors } from '@strapi/utils';
import type { ByteCache } from '../cache/bytes';
import type { Entry } from '../cache/entry';
import { etagOf } from '../cache/etag';
import type { Gate } from '../freshness/gate';
import type { Scope } from '../freshness/revisions';
import type { Moment, Queries } from '../queries';
import type { Website } from '../queries/websites';
import { scopesOf, type Caller } from '../website-key/websites';
import { buildAnswer, expiryOf, listFor, type List, type Settings } from './build';
import { begun, endingWith, joinPieces, toJsonPieces } from './json';
import type { Question } from './question';
import { createTurns } from './turns';

export { readQuestion, ROUTES, type Question, type Route } from './question';

/** Finished bytes, and under which key they are kept. */
export interface Finished {
  key: string;
  entry: Entry;
  /** The bytes were made, or being made, when they were asked for. */
  isNew: boolean;
}

/** A response that is too large to be kept: it is read while it is sent. */
export interface LongAnswer {
  /** Waits for a turn. @throws an HTTP error 503 */
  open(): Promise<OpenedAnswer>;
}

export interface OpenedAnswer {
  /** Names the content; each encoding of it has a tag of its own. */
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
/** How many long answers are read at a time: each has a database connection of its own. */
const LONG_ANSWERS = 3;

type Size = 'short' | 'long' | 'too long';

/** Answers questions with finished bytes: kept ones while they are current, else new ones. */
export const createAnswers = ({ queries, cache, gate, release, ...settings }: Parts) => {
  const turns = createTurns(LONG_ANSWERS);

  const sizeOf = async (list: List): Promise<Size> => {
    const size = await list.size();
    if (size > Math.max(cache.longest, ALWAYS_AT_ONCE)) return 'too long';
    return size > AT_ONCE ? 'long' : 'short';
  };

  const entryOf = (
    bytes: Buffer,
    moment: Moment,
    { website, scopes, revisions, expiresAt }: State,
  ): Entry => ({
    scopes,
    revisions,
    expiresAt,
    validFrom: website.withholdsScheduled ? moment.now.getTime() : -Infinity,
    identity: { bytes, etag: etagOf(bytes) },
    encoded: {},
  });

  /** @returns an entry, or of a list that is not short how long it is */
  const buildShort = (question: Question, caller: Caller): Promise<Entry | Exclude<Size, 'short'>> =>
    queries.snapshot(async (moment) => {
      const state = await stateIn(moment, question, caller);
      const list = listFor(question, state.website, moment, settings);
      const size = list ? await sizeOf(list) : 'short';
      if (size !== 'short') return size;
      const answer = await (list?.all() ?? buildAnswer(question, state.website, moment, settings));
      return entryOf(Buffer.from(JSON.stringify(answer)), moment, state);
    });

  /** What a long answer is made of, in a session of its own. */
  const longListIn = async (moment: Moment, question: Question, caller: Caller) => {
    const state = await stateIn(moment, question, caller);
    const list = listFor(question, state.website, moment, settings);
    if (!list) throw new Error('Only lists are long.');
    return { state, list };
  };

  /** In a session: short answers need not wait until it is done. Null when the list has become too long to be kept. */
  const buildLong = async (question: Question, caller: Caller): Promise<Entry | null> => {
    const { moment, close } = await queries.session();
    try {
      const { state, list } = await longListIn(moment, question, caller);
      const bytes = await joinPieces(toJsonPieces(list.batches()), cache.longest);
      return bytes && entryOf(bytes, moment, state);
    } finally {
      await close();
    }
  };

  /** Null for a list that is too long to be kept. */
  const build = async (question: Question, caller: Caller): Promise<Entry | null> => {
    const built = await buildShort(question, caller);
    if (built === 'too long') return null;
    return built === 'long' ? buildLong(question, caller) : built;
  };

  const openLong = async (question: Question, caller: Caller): Promise<OpenedAnswer> => {
    const giveBack = await turns.take();
    let session: Awaited<ReturnType<Queries['session']>> | null = null;
    const end = async (): Promise<void> => {
      await session?.close();
      giveBack();
    };
    try {
      session = await queries.session();
      const { state, list } = await longListIn(session.moment, question, caller);
      const made = [keyOf(question, caller), state.revisions, state.expiresAt, settings.publicUrl, release];
      return {
        version: createHash('sha256').update(JSON.stringify(made)).digest('base64url'),
        // Begun here: what fails at once can still be told as an error.
        ...endingWith(await begun(toJsonPieces(list.batches())), end),
      };
    } catch (error) {
      await end();
      throw error;
    }
  };

  return {
    /** @throws NotFoundError, an HTTP error 503 */
    async finish(question: Question, caller: Caller): Promise<Finished | LongAnswer> {
      const key = keyOf(question, caller);
      const kept = cache.get(key);
      if (kept && gate.mayServe(caller.sighting, kept)) {
        cache.countHit();
        return { key, entry: kept, isNew: false };
      }
      const arrived = Date.now();
      // The clock alone may bring a withheld post: one that a build under way did not find may be there by now.
      let mayBeDue = caller.website.withholdsScheduled && 'slug' in question && question.slug !== undefined;
      for (;;) {
        let isOwn = false;
        const make = (): Promise<Entry | null> => {
          isOwn = true;
          return build(question, caller).catch((error: unknown) => {
            // What is known to be gone must not come back when the database is out of reach.
            if (error instanceof errors.NotFoundError) cache.forget(key);
            throw error;
          });
        };
        const joined = cache.build(key, stateOf(caller), make);
        let entry: Entry | null;
        try {
          entry = await joined;
        } catch (error) {
          if (!(error instanceof errors.NotFoundError) || isOwn || !mayBeDue) throw error;
          // Whatever is joined next was begun after this request arrived.
          mayBeDue = false;
          continue;
        }
        if (!entry) return { open: () => openLong(question, caller) };
        // A build that was under way already may have missed a moment that has come since.
        if (entry.expiresAt > arrived) return { key, entry, isNew: true };
      }
    },
  };
};

export type Answers = ReturnType<typeof createAnswers>;

interface State {
  website: Website;
  scopes: Scope[];
  revisions: number[];
  expiresAt: number;
}

/**
 * What an answer rests on. Settings may have changed since the key was looked up; the answer rests on those of
 * its own moment.
 */
const stateIn = async (moment: Moment, question: Question, caller: Caller): Promise<State> => {
  const website = await moment.websiteById(caller.website.id);
  if (!website) throw new errors.NotFoundError('The website is gone.');
  const scopes = scopesOf(website);
  return {
    website,
    scopes,
    revisions: await moment.revisions(scopes),
    expiresAt: await expiryOf(question, website, moment),
  };
};

/** Made of the declared parameters only: what else stands in an address makes no other entry. */
const keyOf = (question: Question, { website }: Caller): string =>
  JSON.stringify([
    website.documentId,
    question.route,
    'slug' in question ? question.slug : undefined,
    'campaignId' in question ? question.campaignId : undefined,
  ]);

/** Requests that have seen the same revisions can share a build. */
const stateOf = ({ website, sighting }: Caller): string =>
  JSON.stringify(scopesOf(website).map((scope) => sighting.revisions?.get(scope) ?? 0));
