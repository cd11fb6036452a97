import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { refuseAdminToken } from '../../platform/tokens';
import { CONTENT_UIDS } from '../../platform/uids';
import { checkerOf } from './checker';

/**
 * Strapi's figures for its home page, which the panel does not show, count the entries of all websites. To an admin token Strapi's
 * home page also shows entries by the roles of its owner, whatever the token may read.
 */
export const refuseHomeFigures = (strapi: Core.Strapi): void => {
  prependRouteMiddleware(strapi, 'content-manager', 'homepage.getCountDocuments', (ctx, next) => {
    const { userAbility } = ctx.state as { userAbility?: unknown };
    const isRestricted = CONTENT_UIDS.some((uid) =>
      checkerOf(strapi, userAbility, uid).requiresEntity.read(),
    );
    if (isRestricted)
      throw new errors.ForbiddenError(
        'These figures are for users who may read the entries of all websites.',
      );
    return next();
  });
  prependRouteMiddleware(strapi, 'content-manager', /^homepage\./, (ctx, next) => {
    refuseAdminToken(ctx.state, 'What the home page shows is for people who sign in, not for tokens.');
    return next();
  });
};
