import { MANAGE_WEBHOOKS } from '../../access/permissions';
import { forUsersWith } from '../../platform/admin-route';

const ALL = '/websites/:documentId/webhooks';
const ONE = `${ALL}/:webhook`;

/** The routes for webhooks; the controller looks whether the user may see the website. */
export const webhookRoutes = () => [
  forUsersWith(MANAGE_WEBHOOKS, 'GET', ALL, 'webhooks.list'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', ALL, 'webhooks.create'),
  forUsersWith(MANAGE_WEBHOOKS, 'PUT', ONE, 'webhooks.update'),
  forUsersWith(MANAGE_WEBHOOKS, 'DELETE', ONE, 'webhooks.remove'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', `${ONE}/rotate`, 'webhooks.rotate'),
  forUsersWith(MANAGE_WEBHOOKS, 'DELETE', `${ONE}/old-secret`, 'webhooks.endOldSecret'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', `${ONE}/test`, 'webhooks.test'),
  forUsersWith(MANAGE_WEBHOOKS, 'GET', `${ONE}/events`, 'webhooks.events'),
  forUsersWith(MANAGE_WEBHOOKS, 'POST', `${ONE}/events/:event/send-again`, 'webhooks.sendAgain'),
];
