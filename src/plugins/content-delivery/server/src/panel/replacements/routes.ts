import { REPLACE_POSTS } from '../../access/permissions';
import { forUsersWith } from '../../platform/admin-route';

const RUNS = '/replacements';

/** Which posts are found and changed, the controller decides by the rights on posts. */
export const replacementRoutes = () => [
  forUsersWith(REPLACE_POSTS, 'POST', `${RUNS}/search`, 'replacements.search'),
  forUsersWith(REPLACE_POSTS, 'POST', RUNS, 'replacements.start'),
  forUsersWith(REPLACE_POSTS, 'GET', RUNS, 'replacements.list'),
  forUsersWith(REPLACE_POSTS, 'GET', `${RUNS}/:documentId`, 'replacements.one'),
  forUsersWith(REPLACE_POSTS, 'GET', `${RUNS}/:documentId/skipped`, 'replacements.skipped'),
  forUsersWith(REPLACE_POSTS, 'POST', `${RUNS}/:documentId/cancel`, 'replacements.cancel'),
  forUsersWith(REPLACE_POSTS, 'POST', `${RUNS}/:documentId/resume`, 'replacements.resume'),
  forUsersWith(REPLACE_POSTS, 'POST', `${RUNS}/:documentId/take-back`, 'replacements.takeBack'),
];
