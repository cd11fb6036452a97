import type { Subject } from '../history';
import type { Site } from './content';

/** What webhooks are told of writes, by the names of registers. */
export const subjectsOf = ({ posts, pages, campaign }: Site): Record<string, Subject> => ({
  postone: { type: 'post.', documentId: posts.one, target: 'post one' },
  posttwo: { type: 'post.', documentId: posts.two, target: 'post two' },
  postflip: { type: 'post.', documentId: posts.flip, target: 'post flip' },
  pageone: { type: 'pseo.page.', documentId: pages.one, target: 'page one' },
  pageflip: { type: 'pseo.page.', documentId: pages.flip, target: 'page flip' },
  campaign: { type: 'pseo.campaign.', documentId: campaign, target: 'page one' },
  category: { type: 'taxonomies.', documentId: null, target: 'taxonomies' },
  tag: { type: 'taxonomies.', documentId: null, target: 'taxonomies' },
  link: { type: 'internal-links.', documentId: null, target: 'links' },
});
