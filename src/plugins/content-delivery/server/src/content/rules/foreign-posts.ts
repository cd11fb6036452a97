import type { Core } from '@strapi/strapi';
import type { Ref } from '../../platform/database/rows';
import { tablesOf } from '../../platform/database/tables';
import { counted, fieldError } from '../../platform/field-errors';

/** What editors call an entry that a post refers to, and the links of posts to it, by the relation. */
const RELATIONS = {
  category: { noun: 'category', link: 'postCategory' },
  tags: { noun: 'tag', link: 'postTags' },
  author: { noun: 'author', link: 'postAuthor' },
} as const;

/**
 * What posts use stays on their website.
 * @param id the row number of the category, tag or author
 * @throws ValidationError at `website`
 */
export const refuseForeignPosts = async (
  strapi: Core.Strapi,
  relation: keyof typeof RELATIONS,
  id: Ref['id'],
  website: Ref,
): Promise<void> => {
  const { noun, link } = RELATIONS[relation];
  const { [link]: use, posts: table, postWebsite } = tablesOf(strapi);
  // From the entry to its posts: Strapi's left joins would go through all posts, and every save waits for that.
  const [{ count }] = (await strapi.db.transaction(({ trx }) =>
    trx(table)
      .whereIn(
        'id',
        trx(`${use.table} as u`)
          .join(`${postWebsite.table} as w`, `w.${postWebsite.from}`, `u.${use.from}`)
          .where(`u.${use.to}`, id)
          .whereNot(`w.${postWebsite.to}`, website.id)
          .select(`u.${use.from}`),
      )
      .countDistinct({ count: 'document_id' })
      .then(),
  )) as [{ count: number | string }];
  const posts = Number(count);
  if (posts === 0) return;
  throw fieldError(
    'website',
    `${counted(posts, 'post')} of another website ${posts === 1 ? 'uses' : 'use'} this ${noun}. Take it off there first.`,
  );
};
