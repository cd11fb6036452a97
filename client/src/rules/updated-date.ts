import type { PostListItem, Timestamp } from '../contract.js';

/** The date to show as "updated"; null when nothing has changed since publication, and none is to be shown. */
export const updatedDate = (post: Pick<PostListItem, 'createdAt' | 'updatedAt'>): Timestamp | null =>
  Date.parse(post.updatedAt) > Date.parse(post.createdAt) ? post.updatedAt : null;
