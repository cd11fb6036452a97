import type { Core } from '@strapi/strapi';
import type { FoundPost, ReplaceQuery, ReplaceResults } from '../../../../contracts/replacements';
import { createYielder } from '../../jobs/yielder';
import { UIDS } from '../../platform/uids';
import { WorkerOverrun } from '../../platform/worker-thread';
import type { Planner } from './plan';
import { readRows, versionOf, type PostVersions } from './post-rows';

/** Conditions of Strapi's query layer. */
export interface Reach {
  drafts: object;
  /** Null where live versions stay as they are. */
  live: object | null;
}

/** Posts that one statement reads with their texts. */
const BATCH_SIZE = 50;
/** Found posts, and milliseconds, after which a part ends. */
const MAX_FOUND = 50;
const MAX_TIME = 1_000;
/** Places of a post that are listed. */
const MAX_PLACES = 200;

/** Looks through posts a part at a time, and changes nothing. */
export const createReplaceSearch =
  (strapi: Core.Strapi, plan: Planner) =>
  async (query: ReplaceQuery, reach: Reach, after: number): Promise<ReplaceResults> => {
    const pace = createYielder();
    const begun = Date.now();
    const posts: FoundPost[] = [];
    let looked = 0;
    let last = after;
    let isLast = false;
    while (!isLast && posts.length < MAX_FOUND && Date.now() - begun < MAX_TIME) {
      const drafts = await readRows(strapi, { $and: [reach.drafts, { id: { $gt: last } }] }, BATCH_SIZE);
      const live = reach.live
        ? await readRows(strapi, {
            $and: [reach.live, { documentId: { $in: drafts.map(({ documentId }) => documentId) } }],
          })
        : [];
      for (const draft of drafts) {
        const versions: PostVersions = {
          draft,
          live: live.find(({ documentId }) => documentId === draft.documentId) ?? null,
        };
        const found = await foundIn(plan, versions, query);
        if (found) posts.push(found);
        await pace();
      }
      looked += drafts.length;
      last = drafts.at(-1)?.id ?? last;
      isLast = drafts.length < BATCH_SIZE;
    }
    const total = await strapi.db.query(UIDS.post).count({ where: reach.drafts });
    return { posts, looked, total, next: isLast ? null : String(last) };
  };

const foundIn = async (
  plan: Planner,
  versions: PostVersions,
  query: ReplaceQuery,
): Promise<FoundPost | null> => {
  const { draft, live } = versions;
  const places = await plan(versions, query).catch((error: unknown) => {
    // Nobody writes such a text; it stays as it is.
    if (error instanceof WorkerOverrun) return [];
    throw error;
  });
  if (places.length === 0) return null;
  return {
    documentId: draft.documentId,
    title: draft.title ?? '',
    website: draft.website?.name ?? '',
    isLive: live !== null,
    version: versionOf(versions),
    places: places.slice(0, MAX_PLACES).map(({ key, kind, version, before, found, after }) => ({
      key,
      kind,
      version,
      before,
      found,
      after,
    })),
    more: Math.max(0, places.length - MAX_PLACES),
  };
};
