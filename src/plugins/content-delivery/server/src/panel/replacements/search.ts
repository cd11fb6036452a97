import type { Core } from '@strapi/strapi';
import type { FoundPost, ReplaceQuery, ReplaceResults } from '../../../../contracts/replacements';
import { createYielder } from '../../platform/yielder';
import { UIDS } from '../../platform/uids';
import { WorkerOverrun } from '../../platform/task-worker';
import type { Planner } from './plan';
import { readableAtOnce, readRows, versionOf, type PostRef, type PostVersions } from './post-rows';

/** Conditions of Strapi's query layer. */
export interface ReplaceConditions {
  drafts: object;
  /** Null where live versions stay as they are. */
  live: object | null;
}

/** Posts that are looked up at a time; how many of them are read with their texts depends on these. */
const BATCH_SIZE = 50;
/** Found posts, and milliseconds, after which a part ends. */
const MAX_FOUND = 50;
const MAX_TIME = 1_000;
/** Places of a post that are listed. */
const MAX_PLACES = 200;

/** Looks through posts a part at a time, and changes nothing. */
export const createReplaceSearch =
  (strapi: Core.Strapi, plan: Planner) =>
  async (query: ReplaceQuery, conditions: ReplaceConditions, after: number): Promise<ReplaceResults> => {
    const yieldTurn = createYielder();
    const begun = Date.now();
    const posts: FoundPost[] = [];
    const unread: ReplaceResults['unread'] = [];
    let looked = 0;
    let last = after;
    let isLast = false;
    while (!isLast && posts.length < MAX_FOUND && Date.now() - begun < MAX_TIME) {
      const next = (await strapi.db.query(UIDS.post).findMany({
        where: { $and: [conditions.drafts, { id: { $gt: last } }] },
        select: ['id', 'documentId'],
        orderBy: { id: 'asc' },
        limit: BATCH_SIZE,
      })) as PostRef[];
      const read = await readableAtOnce(strapi, next);
      const of = { documentId: { $in: read.map(({ documentId }) => documentId) } };
      const drafts = await readRows(strapi, { $and: [conditions.drafts, of] });
      const live = conditions.live ? await readRows(strapi, { $and: [conditions.live, of] }) : [];
      for (const draft of drafts) {
        const versions: PostVersions = {
          draft,
          live: live.find(({ documentId }) => documentId === draft.documentId) ?? null,
        };
        const found = await foundIn(plan, versions, query);
        if (found === 'unread') {
          const { documentId, title, website } = draft;
          unread.push({ documentId, title: title ?? '', website: website?.name ?? '' });
        } else if (found) posts.push(found);
        await yieldTurn();
      }
      looked += read.length;
      last = read.at(-1)?.id ?? last;
      isLast = next.length < BATCH_SIZE && read.length === next.length;
    }
    const total = await strapi.db.query(UIDS.post).count({ where: conditions.drafts });
    return { posts, unread, looked, total, next: isLast ? null : String(last) };
  };

const foundIn = async (
  plan: Planner,
  versions: PostVersions,
  query: ReplaceQuery,
): Promise<FoundPost | 'unread' | null> => {
  const { draft, live } = versions;
  const places = await plan(versions, query).catch((error: unknown) => {
    if (error instanceof WorkerOverrun) return null;
    throw error;
  });
  if (places === null) return 'unread';
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
