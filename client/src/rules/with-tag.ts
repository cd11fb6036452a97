import { slugFromName } from '../contract.js';
import type { PostListItem } from '../contract.js';

/** True when a post has a tag, given by its name or by the slug made from it. */
export const withTag = (post: Pick<PostListItem, 'tags'>, nameOrSlug: string): boolean => {
  const slug = slugFromName(nameOrSlug);
  return post.tags.some((tag) => slugFromName(tag) === slug);
};
