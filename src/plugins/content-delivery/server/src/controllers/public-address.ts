import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { deliveryOf } from '../services';

/** Under which address front ends find uploaded files; the admin panel may be open under another one. */
export const createPublicAddressController = (strapi: Core.Strapi) => ({
  read(ctx: Context) {
    ctx.body = { data: { publicUrl: deliveryOf(strapi).config.publicUrl } };
  },
});
