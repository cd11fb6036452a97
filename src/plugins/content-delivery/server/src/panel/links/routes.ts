import { SEE_LINKS } from '../../access/permissions';
import { forUsersWith } from '../../platform/admin-route';

const CHECKS = '/link-checks';

/** Which accounts and entries, the controller decides by the rights on websites and on the entries. */
export const linkRoutes = () => [
  forUsersWith(SEE_LINKS, 'GET', CHECKS, 'links.list'),
  forUsersWith(SEE_LINKS, 'POST', `${CHECKS}/:account`, 'links.start'),
  forUsersWith(SEE_LINKS, 'GET', `${CHECKS}/:account/findings`, 'links.findings'),
];
