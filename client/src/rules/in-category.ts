import { slugFromName } from '../contract.js';
import type { PostListItem } from '../contract.js';

/** True when a post is in a category, given by its name or by the slug made from it. */
export const inCategory = (post: Pick<PostListItem, 'category'>, nameOrSlug: string): boolean =>
  post.category !== null && slugFromName(post.category) === slugFromName(nameOrSlug);
