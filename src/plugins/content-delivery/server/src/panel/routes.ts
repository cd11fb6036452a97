import {
  EXPORT_WEBSITE,
  MANAGE_PURGE_TARGETS,
  MANAGE_WEBHOOKS,
  OPEN_BIN,
  OPEN_MEDIA_LIBRARY,
  READ_CACHE_FIGURES,
  REPLACE_POSTS,
  REVEAL_API_KEY,
  ROTATE_API_KEY,
  SEE_ACTIVITY,
  SEE_LINKS,
} from '../access/permissions';
import { forReadersOf, forReadersOfEntry, forReadersOfModel, forUsersWith } from '../access/admin-routes';
import { UIDS } from '../platform/uids';

const WEBHOOKS = '/websites/:documentId/webhooks';
const WEBHOOK = `${WEBHOOKS}/:webhook`;
const TARGETS = '/websites/:documentId/purge-targets';
const TARGET = `${TARGETS}/:target`;
const REPLACEMENTS = '/replacements';
const LINK_CHECKS = '/link-checks';

/** What the plugin's part of the admin panel calls, and operators. Which website or entry it may be, the controllers decide. */
export const panelRoutes = () => [
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
  forReadersOf([UIDS.internalLink, UIDS.post], '/keyword-places', 'link-writing.keywordPlaces', 'POST'),

  forUsersWith(MANAGE_WEBHOOKS, 'GET', WEBHOOKS, 'webhooks.list'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', WEBHOOKS, 'webhooks.create'),
  forUsersWith(MANAGE_WEBHOOKS, 'PUT', WEBHOOK, 'webhooks.update'),
  forUsersWith(MANAGE_WEBHOOKS, 'DELETE', WEBHOOK, 'webhooks.remove'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', `${WEBHOOK}/rotate`, 'webhooks.rotate'),
  forUsersWith(MANAGE_WEBHOOKS, 'DELETE', `${WEBHOOK}/old-secret`, 'webhooks.endOldSecret'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', `${WEBHOOK}/test`, 'webhooks.test'),
  forUsersWith(MANAGE_WEBHOOKS, 'GET', `${WEBHOOK}/events`, 'webhooks.events'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', `${WEBHOOK}/events/:event/send-again`, 'webhooks.sendAgain'),

  forUsersWith(MANAGE_PURGE_TARGETS, 'GET', TARGETS, 'purge-targets.list'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'POST', TARGETS, 'purge-targets.create'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'PUT', TARGET, 'purge-targets.update'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'DELETE', TARGET, 'purge-targets.remove'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'POST', `${TARGET}/test`, 'purge-targets.test'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'POST', `${TARGET}/purge`, 'purge-targets.purgeAll'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'GET', `${TARGET}/attempts`, 'purge-targets.attempts'),

  forUsersWith(REPLACE_POSTS, 'POST', `${REPLACEMENTS}/search`, 'replacements.search'),
  forUsersWith(REPLACE_POSTS, 'POST', REPLACEMENTS, 'replacements.start'),
  forUsersWith(REPLACE_POSTS, 'GET', REPLACEMENTS, 'replacements.list'),
  forUsersWith(REPLACE_POSTS, 'GET', `${REPLACEMENTS}/:documentId`, 'replacements.one'),
  forUsersWith(REPLACE_POSTS, 'GET', `${REPLACEMENTS}/:documentId/skipped`, 'replacements.skipped'),
  forUsersWith(REPLACE_POSTS, 'POST', `${REPLACEMENTS}/:documentId/cancel`, 'replacements.cancel'),
  forUsersWith(REPLACE_POSTS, 'POST', `${REPLACEMENTS}/:documentId/resume`, 'replacements.resume'),
  forUsersWith(REPLACE_POSTS, 'POST', `${REPLACEMENTS}/:documentId/take-back`, 'replacements.takeBack'),

  forUsersWith(SEE_LINKS, 'GET', LINK_CHECKS, 'links.list'),
  forUsersWith(SEE_LINKS, 'POST', `${LINK_CHECKS}/:account`, 'links.start'),
  forUsersWith(SEE_LINKS, 'GET', `${LINK_CHECKS}/:account/findings`, 'links.findings'),
];
