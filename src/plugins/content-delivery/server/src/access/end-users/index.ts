import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { AddressLimit } from '../limits';
import { closeRegistration } from './closed-registration';
import { discreetSignIn, type Action } from './sign-in';

interface ControllerRegistry {
  extend(
    uid: string,
    extension: (actions: Record<string, Action>) => Record<string, Action>,
  ): ControllerRegistry;
}

/**
 * Accounts of end users (users-permissions) are there for projects that add content types. Called
 * while plugins register, before routes take their actions.
 */
export const closeEndUserAccounts = (strapi: Core.Strapi, signIns: () => AddressLimit | null): void => {
  closeRegistration(strapi);

  const countAttempt = async (ctx: Context): Promise<void> => {
    const refusal = await signIns()?.count(ctx.req, ctx.res);
    if (refusal) throw new errors.RateLimitError(refusal.message);
  };
  const controllers = strapi.get('controllers') as unknown as ControllerRegistry;
  controllers.extend('plugin::users-permissions.auth', (actions) =>
    discreetSignIn(strapi, actions, countAttempt),
  );
};
