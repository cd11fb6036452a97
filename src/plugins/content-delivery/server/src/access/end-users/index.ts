import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { changeActions } from '../../platform/patches/controllers';
import type { AddressLimit } from '../limits';
import { refuseOverLimit } from '../limits/limit';
import { closeRegistration } from './closed-registration';
import { discreetSignIn } from './sign-in';

/**
 * Accounts of end users (users-permissions) are there for projects that add content types. Called
 * while plugins register, before routes take their actions.
 */
export const closeEndUserAccounts = (strapi: Core.Strapi, signIns: () => AddressLimit | null): void => {
  closeRegistration(strapi);

  const countAttempt = async (ctx: Context): Promise<void> =>
    refuseOverLimit(await signIns()?.count(ctx.req, ctx.res));
  changeActions(strapi, 'plugin::users-permissions.auth', discreetSignIn(strapi, countAttempt));
};
