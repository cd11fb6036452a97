import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';
import { targets } from '../../support/warmed';
import type { Site } from './content';

/** What readers ask for, by the names that registers use. */
export const TARGETS: Record<string, (site: Site) => string> = {
  posts: targets.posts,
  'post one': (site) => targets.post(site, 'one'),
  'post two': (site) => targets.post(site, 'two'),
  'post flip': (site) => targets.post(site, 'flip'),
  'post later': (site) => targets.post(site, 'later'),
  taxonomies: targets.terms,
  links: targets.links,
  pages: (site) => targets.pages(site),
  'pages of a campaign': (site) => targets.pages(site, { campaignId: site.campaign }),
  'page one': (site) => targets.page(site, 'one'),
  redirects: (site) => `${DELIVERY_PATHS.redirects}?apiKey=${site.key}`,
  changes: (site) => `${DELIVERY_PATHS.changes}?apiKey=${site.key}`,
  'page flip': (site) => targets.page(site, 'flip'),
};
