import type { Core } from '@strapi/strapi';
import { scopedHash } from '../../platform/scoped-hash';
import type { UIDS } from '../../platform/uids';
import { keysOfOthers, type Ref } from '../../platform/database/rows';

/**
 * Which slugs of a website belong to others than the entry. Right only while the website's lock is held.
 * @returns a function that picks the taken ones among candidates
 */
export const slugsTakenFrom =
  (
    strapi: Core.Strapi,
    uid: typeof UIDS.post | typeof UIDS.pseoPage | typeof UIDS.author,
    website: Ref,
    { documentId }: Ref,
  ) =>
  async (candidates: string[]): Promise<ReadonlySet<string>> => {
    const slugOf = new Map(candidates.map((slug) => [scopedHash(website.documentId, slug), slug]));
    const taken = await keysOfOthers(strapi, uid, [...slugOf.keys()], documentId);
    return new Set([...taken].map((key) => slugOf.get(key) ?? ''));
  };
