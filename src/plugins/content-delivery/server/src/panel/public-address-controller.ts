import type { Context } from 'koa';

/** Under which address front ends find uploaded files; the admin panel may be open under another one. */
export const createPublicAddressController = ({ publicUrl }: { publicUrl: string }) => ({
  read(ctx: Context) {
    ctx.body = { data: { publicUrl } };
  },
});
