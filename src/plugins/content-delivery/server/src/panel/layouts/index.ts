import type { Layout } from './layout';
import { accountLayout } from './types/account';
import { authorLayout } from './types/author';
import { internalLinkLayout, pseoLinkLayout } from './types/internal-links';
import { postLayout } from './types/post';
import { pseoCampaignLayout, pseoPageLayout } from './types/pseo';
import { categoryLayout, tagLayout } from './types/terms';
import { websiteLayout } from './types/website';

export { applyLayouts } from './apply';

/** How the content manager shows each type, before anybody changes it. */
export const LAYOUTS: readonly Layout[] = [
  accountLayout,
  websiteLayout,
  categoryLayout,
  tagLayout,
  authorLayout,
  postLayout,
  internalLinkLayout,
  pseoCampaignLayout,
  pseoPageLayout,
  pseoLinkLayout,
];
