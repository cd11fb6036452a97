import { MANAGE_PURGE_TARGETS } from '../../access/permissions';
import { forUsersWith } from '../../platform/admin-route';

const ALL = '/websites/:documentId/purge-targets';
const ONE = `${ALL}/:target`;

/** The routes for purge targets; the controller looks whether the user may see the website. */
export const purgeTargetRoutes = () => [
  forUsersWith(MANAGE_PURGE_TARGETS, 'GET', ALL, 'purge-targets.list'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'POST', ALL, 'purge-targets.create'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'PUT', ONE, 'purge-targets.update'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'DELETE', ONE, 'purge-targets.remove'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'POST', `${ONE}/test`, 'purge-targets.test'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'POST', `${ONE}/purge`, 'purge-targets.purgeAll'),
  forUsersWith(MANAGE_PURGE_TARGETS, 'GET', `${ONE}/attempts`, 'purge-targets.attempts'),
];
