import type { Core } from '@strapi/strapi';
import { fieldError } from '../../platform/field-errors';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { bodyOf } from '../../platform/request-body';
import { UIDS } from '../../platform/uids';
import { enteredKeyProblem, isMask } from './format';

/**
 * Refuses an API key that will not do before Strapi looks at it: where a value is too long for its column, Strapi's own
 * refusal gives the value back.
 */
export const refuseBadKeys = (strapi: Core.Strapi): void =>
  prependRouteMiddleware(
    strapi,
    'content-manager',
    /^collection-types\.(create|update|clone|publish)$/,
    (ctx, next) => {
      const { model } = ctx['params'] as { model: string };
      const { apiKey: key } = bodyOf(ctx);
      if (model === UIDS.website && typeof key === 'string' && key.trim() !== '' && !isMask(key)) {
        const problem = enteredKeyProblem(key);
        if (problem) throw fieldError('apiKey', problem);
      }
      return next();
    },
  );
