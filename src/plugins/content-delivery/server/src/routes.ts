import type { Core } from '@strapi/strapi';
import { DELIVERY_PATHS } from '../../contracts/delivery';
import { OPENAPI_PATH } from '../../contracts/openapi';
import {
  EXPORT_WEBSITE,
  IMPORT_PAGES,
  OPEN_BIN,
  OPEN_MEDIA_LIBRARY,
  READ_CACHE_FIGURES,
  REVEAL_API_KEY,
  ROTATE_API_KEY,
  SEE_ACTIVITY,
} from './access/permissions';
import { forReadersOf, forReadersOfModel } from './access/reader-routes';
import { UIDS } from './platform/uids';
import { forUsersWith, type Method } from './platform/admin-route';
import { linkRoutes } from './panel/links/routes';
import { replacementRoutes } from './panel/replacements/routes';
import { purgeTargetRoutes } from './panel/websites/purge-target-routes';
import { webhookRoutes } from './panel/websites/webhook-routes';
import { campaignRoutes } from './pseo/campaigns/routes';
import { pseoRoutes } from './pseo/routes';
import { serviceOf } from './services';

const CONTENT_API_PREFIX = '/api';

/**
 * The whole public API: the four routes of the specification, the website, redirects and changes, each passed by the API key of a website,
 * and their description.
 */
const delivery = ({ strapi }: { strapi: Core.Strapi }) => {
  const { strategy } = serviceOf(strapi, 'delivery');
  const get = (path: string, action: string) => ({
    method: 'GET',
    path: path.slice(CONTENT_API_PREFIX.length),
    handler: `delivery.${action}`,
    // The prefix of the plugin's name is taken off; a fresh object each, as Strapi writes into it.
    config: { prefix: '', auth: { strategies: [strategy] } },
  });
  return {
    type: 'content-api',
    routes: [
      get(DELIVERY_PATHS.blog, 'blog'),
      get(DELIVERY_PATHS.internalLinks, 'internalLinks'),
      get(DELIVERY_PATHS.pseoPages, 'pseoPages'),
      get(DELIVERY_PATHS.taxonomies, 'taxonomies'),
      get(DELIVERY_PATHS.website, 'website'),
      get(DELIVERY_PATHS.redirects, 'redirects'),
      get(DELIVERY_PATHS.changes, 'changes'),
      forEverybody(OPENAPI_PATH, 'openapi.document'),
    ],
  };
};

/** A route that needs no key, as it reveals nothing of any website. */
const forEverybody = (path: string, handler: string) => ({
  method: 'GET',
  path: path.slice(CONTENT_API_PREFIX.length),
  handler,
  config: { prefix: '', auth: false },
});

/** A route of the admin API about an entry, passed by signed-in users who may read entries of its type. */
const forReadersOfEntry = (path: string, handler: string, method?: Method) =>
  forReadersOfModel(`/entries/:model/:documentId${path}`, handler, method);

/** What the plugin's part of the admin panel calls, and operators. */
const admin = () => ({
  type: 'admin',
  routes: [
    forReadersOf([UIDS.website], '/websites', 'websites.overview'),
    forReadersOf([UIDS.website], '/website-names', 'website-names.list'),
    forUsersWith(REVEAL_API_KEY, 'GET', '/websites/:documentId/api-key', 'api-keys.reveal'),
    forUsersWith(ROTATE_API_KEY, 'POST', '/websites/:documentId/api-key/rotate', 'api-keys.rotate'),
    forUsersWith(ROTATE_API_KEY, 'POST', '/websites/:documentId/api-key/replace', 'api-keys.replace'),
    forUsersWith(ROTATE_API_KEY, 'DELETE', '/websites/:documentId/old-api-keys/:keyId', 'api-keys.endOld'),
    // The controller looks whether the user may see the website.
    forUsersWith(EXPORT_WEBSITE, 'GET', '/websites/:documentId/export', 'exports.download'),
    forReadersOf([UIDS.website], '/websites/:documentId/import-report', 'import-reports.latest'),
    forUsersWith(READ_CACHE_FIGURES, 'GET', '/cache', 'cache.figures'),
    forReadersOf([UIDS.post], '/websites/:documentId/post-address', 'writing.postAddress'),
    forReadersOf([UIDS.post, UIDS.category], '/websites/:documentId/categories', 'writing.categories'),
    forReadersOf([UIDS.post, UIDS.tag], '/websites/:documentId/tags', 'writing.tags'),
    forReadersOf([UIDS.post, UIDS.author], '/websites/:documentId/authors', 'writing.authors'),
    forReadersOf([UIDS.post], '/websites/:documentId/link-targets', 'link-writing.targets'),
    forReadersOf([UIDS.post], '/home', 'home.show'),
    forReadersOf([UIDS.post], '/home/posts', 'home.posts'),
    forReadersOf([UIDS.post], '/home/recent', 'home.recent'),
    forReadersOf([UIDS.post], '/post-states', 'calendar.states'),
    forReadersOf([UIDS.post], '/calendar', 'calendar.list'),
    // The controller looks for the rights to change the post and to publish it.
    forReadersOf([UIDS.post], '/calendar/posts/:documentId', 'calendar.move', 'PUT'),
    forUsersWith(OPEN_MEDIA_LIBRARY, 'GET', '/public-address', 'publicAddress.read'),
    // Which uses are named to the user, is decided by the rights on the entries.
    forUsersWith(OPEN_MEDIA_LIBRARY, 'GET', '/files/:id/uses', 'media-library.uses'),
    forReadersOfEntry('/front-end-view', 'entries.frontEndView'),
    forReadersOfModel('/saves/:model/:save', 'saves.find'),
    forReadersOfModel('/unsaved-work/:model', 'unsaved-work.find'),
    forReadersOfModel('/unsaved-work/:model/:form', 'unsaved-work.read'),
    forReadersOfModel('/unsaved-work/:model/:form', 'unsaved-work.keep', 'PUT'),
    forReadersOfModel('/unsaved-work/:model/:form', 'unsaved-work.drop', 'DELETE'),
    forReadersOfEntry('/preview-links', 'previews.state'),
    forReadersOfEntry('/preview-links', 'previews.create', 'POST'),
    forReadersOfEntry('/preview-links', 'previews.endAll', 'DELETE'),
    forReadersOf([UIDS.website], '/websites/:documentId/preview-links', 'previews.createLatest', 'POST'),
    // Where the user may create posts, the controller looks up.
    forReadersOf([UIDS.post], '/posts/:documentId/copies', 'post-copies.targets'),
    forReadersOf([UIDS.post], '/posts/:documentId/copies/:website', 'post-copies.plan'),
    forReadersOf([UIDS.post], '/posts/:documentId/copies', 'post-copies.create', 'POST'),
    forReadersOfEntry('/rights', 'entry-actions.rights'),
    forReadersOfModel('/entries/:model/impact', 'entry-actions.impact'),
    forReadersOfEntry('/earlier-slugs', 'earlier-slugs.list'),
    // The controller looks for the right to change the entry.
    forReadersOfEntry('/earlier-slugs', 'earlier-slugs.add', 'POST'),
    forReadersOfEntry('/earlier-slugs', 'earlier-slugs.remove', 'DELETE'),
    forReadersOfEntry('/versions', 'history.list'),
    forReadersOfEntry('/versions/:number', 'history.find'),
    // The controller looks for the right to change the entry.
    forReadersOfEntry('/versions/:number/restore', 'history.restore', 'POST'),
    forUsersWith(OPEN_BIN, 'GET', '/bin', 'bin.list'),
    // What may be done to which entry, is decided by the rights on its type.
    forUsersWith(OPEN_BIN, 'POST', '/bin/:documentId/bring-back', 'bin.bringBack'),
    forUsersWith(OPEN_BIN, 'DELETE', '/bin/:documentId', 'bin.remove'),
    forUsersWith(SEE_ACTIVITY, 'GET', '/activity', 'activity.list'),
    ...campaignRoutes(),
    ...pseoRoutes(),
    ...replacementRoutes(),
    ...webhookRoutes(),
    ...purgeTargetRoutes(),
    ...linkRoutes(),
    forReadersOf([UIDS.internalLink, UIDS.post], '/keyword-places', 'link-writing.keywordPlaces', 'POST'),
    forUsersWith(IMPORT_PAGES, 'POST', '/imports', 'imports.upload'),
    forUsersWith(IMPORT_PAGES, 'GET', '/imports', 'imports.list'),
    forUsersWith(IMPORT_PAGES, 'GET', '/imports/:documentId', 'imports.find'),
    forUsersWith(IMPORT_PAGES, 'DELETE', '/imports/:documentId', 'imports.remove'),
    forUsersWith(IMPORT_PAGES, 'POST', '/imports/:documentId/check', 'imports.check'),
    forUsersWith(IMPORT_PAGES, 'GET', '/imports/:documentId/faulty', 'imports.faulty'),
    forUsersWith(IMPORT_PAGES, 'GET', '/imports/:documentId/alike', 'imports.alike'),
    forUsersWith(IMPORT_PAGES, 'GET', '/imports/:documentId/renamed', 'imports.renamed'),
    forUsersWith(IMPORT_PAGES, 'GET', '/imports/:documentId/slashed', 'imports.slashed'),
    forUsersWith(IMPORT_PAGES, 'POST', '/imports/:documentId/run', 'imports.run'),
    forUsersWith(IMPORT_PAGES, 'POST', '/imports/:documentId/cancel', 'imports.cancel'),
    forUsersWith(IMPORT_PAGES, 'POST', '/imports/:documentId/resume', 'imports.resume'),
  ],
});

export default { delivery, admin };
