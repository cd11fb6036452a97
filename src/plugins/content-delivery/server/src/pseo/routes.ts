import { forReadersOf, forUsersWith } from '../access/admin-routes';
import { CHANGE_PAGES, IMPORT_PAGES, LIST_PAGES, MANAGE_DRIPS } from '../access/permissions';
import { UIDS } from '../platform/uids';

const JOBS = '/pseo-page-jobs';
const SLUGS = '/pseo-page-slugs';
const DRIPS = '/pseo-drips';
const IMPORTS = '/imports';

/** Templates, the list of pSEO pages, changes of many at once, drips and imports. The controllers look at the single campaign and website. */
export const pseoRoutes = () => [
  forReadersOf([UIDS.pseoCampaign], '/campaigns/preview', 'campaigns.preview', 'POST'),

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

  forUsersWith(IMPORT_PAGES, 'POST', IMPORTS, 'imports.upload'),
  forUsersWith(IMPORT_PAGES, 'GET', IMPORTS, 'imports.list'),
  forUsersWith(IMPORT_PAGES, 'GET', `${IMPORTS}/:documentId`, 'imports.find'),
  forUsersWith(IMPORT_PAGES, 'DELETE', `${IMPORTS}/:documentId`, 'imports.remove'),
  forUsersWith(IMPORT_PAGES, 'POST', `${IMPORTS}/:documentId/check`, 'imports.check'),
  forUsersWith(IMPORT_PAGES, 'GET', `${IMPORTS}/:documentId/faulty`, 'imports.faulty'),
  forUsersWith(IMPORT_PAGES, 'GET', `${IMPORTS}/:documentId/alike`, 'imports.alike'),
  forUsersWith(IMPORT_PAGES, 'GET', `${IMPORTS}/:documentId/renamed`, 'imports.renamed'),
  forUsersWith(IMPORT_PAGES, 'GET', `${IMPORTS}/:documentId/slashed`, 'imports.slashed'),
  forUsersWith(IMPORT_PAGES, 'POST', `${IMPORTS}/:documentId/run`, 'imports.run'),
  forUsersWith(IMPORT_PAGES, 'POST', `${IMPORTS}/:documentId/cancel`, 'imports.cancel'),
  forUsersWith(IMPORT_PAGES, 'POST', `${IMPORTS}/:documentId/resume`, 'imports.resume'),
];
