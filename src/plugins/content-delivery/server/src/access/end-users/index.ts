import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { changeActions } from '../../platform/patches/controllers';
import type { AddressLimit } from '../limits';
import { closeRegistration } from './closed-registration';
import { discreetSignIn } from './sign-in';

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
  changeActions(strapi, 'plugin::users-permissions.auth', discreetSignIn(strapi, countAttempt));
};
