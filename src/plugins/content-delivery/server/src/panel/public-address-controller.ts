import type { Context } from 'koa';
import type { RequestBodiesConfig } from '../access/request-bodies/allowance';

interface Config {
  publicUrl: string;
  requestBodies: Pick<RequestBodiesConfig, 'fileBytes'>;
}

/** Under which address front ends find uploaded files, as the admin panel may be open under another one, and how large they may be. */
export const createPublicAddressController = ({ publicUrl, requestBodies }: Config) => ({
  read(ctx: Context) {
    ctx.body = { data: { publicUrl, maxFileBytes: requestBodies.fileBytes } };
  },
});
