import type { Core } from '@strapi/strapi';
import type { KeywordPlaces, KeywordQuestion } from '../../../../contracts/links';
import type { Narrow } from '../../access/editors/rights';
import { createYielder } from '../../platform/yielder';
import { linkTargetProblem } from '../../platform/formats';
import { tablesOf } from '../../platform/database/tables';
import type { TaskWorker } from '../../platform/task-worker';
import type { findKeyword, FoundKeyword } from './find-keyword';
import { pathOf } from './judge';
import { readOneByOneIfLong } from './one-by-one';
import type { SeenAccount } from './visible-links';
import { rulesOf, sitesOf, type Site } from './scope';
import { createTargets } from './targets';
import { createTexts, type LiveText } from './texts';

export type KeywordTasks = { findKeyword: typeof findKeyword };

/** Milliseconds after which a part ends, and places that it names. */
const MAX_TIME = 700;
const MAX_PLACES = 5;

/** Where an answer ended: the numbers of a website and of a post. */
export interface KeywordCursor {
  website: number;
  post: number;
}

/** Looks through live posts for a keyword, a part at a time. */
export const createKeywordPlaces = (strapi: Core.Strapi, worker: TaskWorker<KeywordTasks>) => {
  const texts = createTexts(strapi);
  const lookUp = createTargets(strapi);

  const find = (
    some: readonly LiveText[],
    rules: Parameters<typeof findKeyword>[1],
  ): Promise<(FoundKeyword | null)[]> =>
    readOneByOneIfLong(some, (texts) =>
      worker.run(
        'findKeyword',
        texts.map(({ html }) => html ?? ''),
        rules,
      ),
    );

  /** Posts that the link leads to itself, also by a slug that they had before: front ends set none there. */
  const ownTargets = async (url: string, sites: readonly Site[]): Promise<Set<string>> => {
    const targets = await lookUp(sites.flatMap((site) => pathOf({ site, address: url }, sites) ?? []));
    return new Set(targets.flatMap((target) => target?.documentId ?? []));
  };

  const titlesOf = async (ids: readonly number[]): Promise<Map<number, string>> => {
    const rows: { id: number; title: string | null }[] = await strapi.db
      .connection(tablesOf(strapi).posts)
      .whereIn('id', [...ids])
      .select('id', 'title');
    return new Map(rows.map(({ id, title }) => [id, title ?? '']));
  };

  /** @param readable narrows to posts that the user may read; null for all */
  return async (
    { keyword, url, link }: KeywordQuestion,
    { documentId: account, websites }: SeenAccount,
    readable: Narrow | null,
    from: KeywordCursor | null,
  ): Promise<KeywordPlaces> => {
    const yieldTurn = createYielder();
    const begun = Date.now();
    const sites = await sitesOf(strapi, account);
    const seen = sites.filter(({ id }) => websites.some((website) => website.id === id));
    const others = (await rulesOf(strapi, account)).filter(({ documentId }) => documentId !== link);
    // While the address is typed, any one does for where the keyword is.
    const isUrl = url !== '' && linkTargetProblem(url) === null;
    const rules = [
      { keyword, url: isUrl ? url : '/' },
      ...others.map((rule) => ({ keyword: rule.keyword, url: rule.url })),
    ];
    const own = isUrl ? await ownTargets(url, sites) : new Set<string>();

    let total = 0;
    for (const { id } of seen) total += await texts.postRows(id);
    const answer: KeywordPlaces = { posts: 0, places: [], looked: 0, total, next: null };
    for (const site of seen) {
      if (from && site.id < from.website) continue;
      for (let after = from?.website === site.id ? from.post : 0; ;) {
        if (Date.now() - begun >= MAX_TIME) return { ...answer, next: `${site.id}-${after}` };
        const { texts: some, rows, last } = await texts.posts(site.id, after, readable);
        if (last === null) break;
        const found = await find(some, rules);
        const hits = some.flatMap((post, index) => {
          const place = found[index];
          return place && !own.has(post.documentId) ? { post, place } : [];
        });
        const named = hits.slice(0, MAX_PLACES - answer.places.length);
        const titles = await titlesOf(named.map(({ post }) => post.id));
        for (const { post, place } of named) {
          const { id, documentId } = post;
          answer.places.push({
            post: { documentId, title: titles.get(id) ?? '' },
            website: site.name,
            ...place,
          });
        }
        answer.posts += hits.length;
        answer.looked += rows;
        after = last;
        await yieldTurn();
      }
    }
    return answer;
  };
};
