import { CHANGE_PAGES, LIST_PAGES, MANAGE_DRIPS } from '../access/permissions';
import { forUsersWith } from '../platform/admin-route';

const JOBS = '/pseo-page-jobs';
const SLUGS = '/pseo-page-slugs';
const DRIPS = '/pseo-drips';

/** The list of pSEO pages, changes of many at once, and drips. */
export const pseoRoutes = () => [
  forUsersWith(LIST_PAGES, 'GET', '/pseo-pages', 'pseo-pages.list'),
  forUsersWith(LIST_PAGES, 'GET', '/pseo-pages/counts', 'pseo-pages.counts'),

  forUsersWith(CHANGE_PAGES, 'POST', JOBS, 'pseo-pages.start'),
  forUsersWith(LIST_PAGES, 'GET', JOBS, 'pseo-pages.jobs'),
  forUsersWith(LIST_PAGES, 'GET', `${JOBS}/:documentId`, 'pseo-pages.job'),
  forUsersWith(LIST_PAGES, 'GET', `${JOBS}/:documentId/refusals`, 'pseo-pages.refusals'),
  forUsersWith(CHANGE_PAGES, 'POST', `${JOBS}/:documentId/cancel`, 'pseo-pages.cancel'),
  forUsersWith(CHANGE_PAGES, 'POST', `${JOBS}/:documentId/resume`, 'pseo-pages.resume'),

  forUsersWith(CHANGE_PAGES, 'POST', `${SLUGS}/preview`, 'pseo-slugs.preview'),
  forUsersWith(CHANGE_PAGES, 'POST', SLUGS, 'pseo-slugs.start'),

  forUsersWith(MANAGE_DRIPS, 'GET', DRIPS, 'pseo-drips.list'),
  forUsersWith(MANAGE_DRIPS, 'POST', DRIPS, 'pseo-drips.create'),
  forUsersWith(MANAGE_DRIPS, 'POST', `${DRIPS}/preview`, 'pseo-drips.preview'),
  forUsersWith(MANAGE_DRIPS, 'GET', `${DRIPS}/time-zones`, 'pseo-drips.timeZones'),
  forUsersWith(MANAGE_DRIPS, 'GET', `${DRIPS}/:documentId`, 'pseo-drips.one'),
  forUsersWith(MANAGE_DRIPS, 'PUT', `${DRIPS}/:documentId`, 'pseo-drips.update'),
  forUsersWith(MANAGE_DRIPS, 'DELETE', `${DRIPS}/:documentId`, 'pseo-drips.remove'),
  forUsersWith(MANAGE_DRIPS, 'POST', `${DRIPS}/:documentId/pause`, 'pseo-drips.pause'),
  forUsersWith(MANAGE_DRIPS, 'POST', `${DRIPS}/:documentId/resume`, 'pseo-drips.resume'),
  forUsersWith(MANAGE_DRIPS, 'POST', `${DRIPS}/:documentId/add-drafts`, 'pseo-drips.addDrafts'),
  forUsersWith(MANAGE_DRIPS, 'GET', `${DRIPS}/:documentId/refusals`, 'pseo-drips.refusals'),
];
