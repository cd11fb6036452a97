import type { PostListItem } from '../contract.js';

/**
 * True when a post may be shown: it is not scheduled, or its moment has come. A date that can not be read
 * counts as one to come: showing too late is the smaller harm.
 */
export const isVisible = (post: Pick<PostListItem, 'scheduleDate'>, now: Date = new Date()): boolean =>
  post.scheduleDate === null ||
  post.scheduleDate === undefined ||
  Date.parse(post.scheduleDate) <= now.getTime();
