import type { ActivityType } from '../../../contracts/activity';
import { importPath } from '../pseo/paths';
import { contentManager } from '../shared/content-manager';
import { cachesPath, connectPath, webhooksPath } from '../shared/website-paths';

const settings = (page: string) => (id: string) => `/settings/${page}/${encodeURIComponent(id)}`;

/** Where each kind of thing is looked at. */
export const pathOf: Record<ActivityType, (id: string) => string> = {
  post: contentManager.post,
  'pseo-campaign': contentManager.campaign,
  'pseo-page': contentManager.page,
  category: contentManager.category,
  tag: contentManager.tag,
  author: contentManager.author,
  'internal-link': contentManager.internalLink,
  website: contentManager.website,
  account: contentManager.account,
  'api-key': connectPath,
  webhook: webhooksPath,
  'purge-target': cachesPath,
  import: importPath,
  user: settings('users'),
  role: settings('roles'),
};
