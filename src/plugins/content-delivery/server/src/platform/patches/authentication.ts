import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { expectFunction, replaceFunction } from './replace';

interface Authentication {
  authenticate(ctx: Context, next: Next): Promise<unknown>;
  verify(auth: unknown, config: unknown): Promise<unknown>;
}

/**
 * Changes `authenticate` of Strapi's authentication, read at @strapi/core 5.54.0. Every route passes it, and no middleware of a
 * project stands between it and what judges the request. Does something when it is known who sends a request.
 * @returns how Strapi judges a sender, as it will after this
 */
export const onceAuthenticated = (
  strapi: Core.Strapi,
  then: (ctx: Context, next: Next) => Promise<unknown>,
): Authentication['verify'] => {
  const auth = strapi.get('auth') as Authentication;
  const expected = { readAt: '@strapi/core 5.54.0', parameters: 2 };
  expectFunction(auth, 'verify', { readAt: expected.readAt });
  replaceFunction(
    auth,
    'authenticate',
    expected,
    (authenticate) => (ctx, next) => authenticate(ctx, () => then(ctx, next)),
  );
  return auth.verify.bind(auth);
};
