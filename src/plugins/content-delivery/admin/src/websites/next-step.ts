import type { WebsiteNumbers } from '../../../contracts/websites';

/** What is still missing on the way from a new website to an article on its front end. */
export type NextStep = 'write' | 'publish' | 'wait';

/** @returns null when something is live, or may be without the user knowing */
export const nextStepOf = ({
  livePosts,
  scheduledPosts,
  draftPosts,
  livePages,
}: WebsiteNumbers): NextStep | null => {
  if (livePosts === null || livePosts > 0 || (livePages ?? 0) > 0) return null;
  if (scheduledPosts === null || draftPosts === null) return null;
  if (scheduledPosts) return 'wait';
  return draftPosts ? 'publish' : 'write';
};
