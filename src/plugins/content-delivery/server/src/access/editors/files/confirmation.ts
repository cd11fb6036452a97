import type { Context } from 'koa';
import { conflict } from '../../../platform/panel-requests';
import { CONFIRM_USES_HEADER, type FilesInUse } from '../../../../../contracts/media-library';

/**
 * Whether a request names the uses of files as agreed to; else it is answered with them.
 * @param message for clients that show no list
 */
export const isConfirmed = (ctx: Context, details: FilesInUse, message: string): boolean => {
  if (ctx.get(CONFIRM_USES_HEADER) === details.confirm) return true;
  conflict(ctx, message, details);
  return false;
};
