import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware, type RouteOwner } from '../../platform/patches/routes';

/**
 * Routes that Strapi opens to everybody who is signed in, or to most: to send any e-mail to anybody, to change settings, to rearrange
 * forms and the media library for everybody; and the permission that those have who use them in the admin panel.
 */
const CLOSED: readonly [owner: RouteOwner, handler: string, permission: string][] = [
  ['email', 'email.send', 'plugin::email.settings.read'],
  ['i18n', 'settings.updateSettings', 'plugin::i18n.locale.update'],
  [
    'content-manager',
    'components.updateComponentConfiguration',
    'plugin::content-manager.components.configure-layout',
  ],
  ['users-permissions', 'permissions.getPermissions', 'plugin::users-permissions.roles.read'],
  ['users-permissions', 'permissions.getPolicies', 'plugin::users-permissions.roles.read'],
  ['users-permissions', 'permissions.getRoutes', 'plugin::users-permissions.roles.read'],
  // Its own permission is one that Strapi gives to each role that may open the media library.
  ['upload', 'view-configuration.updateViewConfiguration', 'plugin::upload.settings.read'],
];

interface Ability {
  can(action: string): boolean;
}

export const closeOpenRoutes = (strapi: Core.Strapi): void => {
  for (const [owner, handler, permission] of CLOSED) {
    prependRouteMiddleware(strapi, owner, handler, (ctx: Context, next: Next) => {
      const { userAbility } = ctx.state as { userAbility?: Ability };
      if (!userAbility?.can(permission)) {
        throw new errors.ForbiddenError('Your role does not have the permission for this.');
      }
      return next();
    });
  }
};
