import type { Core } from '@strapi/strapi';
import { UIDS } from '../../platform/uids';
import type { Ref } from '../../platform/database/rows';
import { counted, fieldError } from '../../platform/field-errors';

/** What editors call an entry that a post refers to, by the relation. */
const NOUNS = { category: 'category', tags: 'tag', author: 'author' } as const;

/**
 * What posts use stays on their website.
 * @param id the row number of the category, tag or author
 * @throws ValidationError at `website`
 */
export const refuseForeignPosts = async (
  strapi: Core.Strapi,
  relation: keyof typeof NOUNS,
  id: Ref['id'],
  website: Ref,
): Promise<void> => {
  const foreign: { documentId: string }[] = await strapi.db.query(UIDS.post).findMany({
    where: { [relation]: { id }, website: { id: { $ne: website.id } } },
    select: ['documentId'],
  });
  const posts = new Set(foreign.map((post) => post.documentId)).size;
  if (posts === 0) return;
  throw fieldError(
    'website',
    `${counted(posts, 'post')} of another website ${posts === 1 ? 'uses' : 'use'} this ${NOUNS[relation]}. Take it off there first.`,
  );
};
