import { errors } from '@strapi/utils';
import type { ByteCache } from '../cache/bytes';
import type { Entry } from '../cache/entry';
import { etagOf } from '../cache/etag';
import type { Gate } from '../freshness/gate';
import type { Templates } from '../pseo/templates';
import type { Queries } from '../queries';
import { scopesOf, type Caller } from '../website-key/websites';
import { buildAnswer, type Question } from './build';

export type { Question } from './build';

/** Finished bytes, and under which key they are kept. */
export interface Finished {
  key: string;
  entry: Entry;
}

interface Parts {
  queries: Queries;
  templates: Templates;
  cache: ByteCache;
  gate: Gate;
  publicUrl: string;
}

/** Answers questions with finished bytes: kept ones while they are current, else new ones. */
export const createAnswers = ({ queries, templates, cache, gate, publicUrl }: Parts) => {
  const build = (question: Question, { website: { id } }: Caller): Promise<Entry> =>
    queries.snapshot(async (moment) => {
      // Settings may have changed since the key was looked up; the answer rests on those of its own moment.
      const website = await moment.websiteById(id);
      if (!website) throw new errors.NotFoundError('The website is gone.');
      const scopes = scopesOf(website);
      const revisions = await moment.revisions(scopes);
      const { value, expiresAt } = await buildAnswer(question, website, moment, { publicUrl, templates });
      const bytes = Buffer.from(JSON.stringify(value));
      return {
        scopes,
        revisions,
        expiresAt,
        validFrom: website.withholdsScheduled ? moment.now.getTime() : -Infinity,
        identity: { bytes, etag: etagOf(bytes) },
        encoded: {},
      };
    });

  return {
    /** @throws NotFoundError, an HTTP error 503 */
    async finish(question: Question, caller: Caller): Promise<Finished> {
      const key = keyOf(question, caller);
      const kept = cache.get(key);
      if (kept && gate.mayServe(caller.sighting, kept)) {
        cache.countHit();
        return { key, entry: kept };
      }
      const arrived = Date.now();
      for (;;) {
        const entry = await cache.build(key, stateOf(question, caller), () => build(question, caller));
        // A build that was under way already may have missed a moment that has come since.
        if (entry.expiresAt > arrived) return { key, entry };
      }
    },
  };
};

export type Answers = ReturnType<typeof createAnswers>;

/** Made of the declared parameters only: what else stands in an address makes no other entry. */
const keyOf = (question: Question, { website }: Caller): string =>
  JSON.stringify([
    website.documentId,
    question.route,
    'slug' in question ? question.slug : undefined,
    'campaignId' in question ? question.campaignId : undefined,
  ]);

/**
 * Requests that have seen the same revisions can share a build. Not where the clock decides whether there is
 * anything to answer at all.
 */
const stateOf = (question: Question, { website, sighting }: Caller): string =>
  JSON.stringify([
    scopesOf(website).map((scope) => sighting.revisions?.get(scope) ?? 0),
    website.withholdsScheduled && 'slug' in question && question.slug !== undefined ? Date.now() : 0,
  ]);
