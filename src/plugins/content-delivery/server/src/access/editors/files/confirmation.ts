import type { Context } from 'koa';
import { CONFIRM_USES_HEADER, type FilesInUse } from '../../../../../contracts/media-library';

/**
 * Whether a request names the uses of files as agreed to; else it is answered with them.
 * @param message for clients that show no list
 */
export const isConfirmed = (ctx: Context, details: FilesInUse, message: string): boolean => {
  if (ctx.get(CONFIRM_USES_HEADER) === details.confirm) return true;
  ctx.status = 409;
  ctx.body = { data: null, error: { status: 409, name: 'ConflictError', message, details } };
  return false;
};
