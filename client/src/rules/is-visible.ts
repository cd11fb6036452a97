import type { PostListItem } from '../contract.js';

type Scheduled = Pick<PostListItem, 'scheduleDate'>;

/**
 * True when a post may be shown: it is not scheduled, or its moment has come. A date that cannot be read
 * counts as one to come: showing too late is the smaller harm.
 */
export function isVisible(post: Scheduled, now?: Date): boolean;
/** Made for `posts.filter(isVisible)`, which hands the number of each post along. */
export function isVisible(post: Scheduled, index: number): boolean;
export function isVisible({ scheduleDate }: Scheduled, now?: Date | number): boolean {
  if (scheduleDate === null || scheduleDate === undefined) return true;
  const moment = typeof now === 'object' ? now.getTime() : Date.now();
  return Date.parse(scheduleDate) <= moment;
}
