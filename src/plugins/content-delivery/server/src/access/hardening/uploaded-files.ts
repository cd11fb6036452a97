import { ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import { percentDecoded } from '../../platform/formats';

const UPLOADS = '/uploads';

/**
 * An uploaded file must not act in the name of this server, whose address is the admin panel's
 * too: no scripts, no forms, no requests. Pictures, videos and PDF documents can be looked at.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  // Browsers show a PDF document as an object with an inline style.
  "object-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * True for each spelling of a path that the static file server takes for one of an uploaded file: it decodes a path
 * once, slashes too, and resolves it. The route below `/uploads/` is not the only one that serves them: every path
 * that no other route has is looked for in the folder where `uploads` is.
 */
export const isUploadedFile = (address: string): boolean => {
  const file = path.posix.normalize(`/${percentDecoded(address).replaceAll('\\', '/')}`).toLowerCase();
  return file === UPLOADS || file.startsWith(`${UPLOADS}/`);
};

/**
 * Names a file by what changes when it is written: the media library replaces a file under its address, so no cache may use it
 * unasked. With a name, the answer is a 304 without the file.
 */
const revalidate = async (ctx: Context): Promise<void> => {
  const { body } = ctx;
  // A part of a file is another stream.
  if (!(body instanceof ReadStream)) return;
  const file = await stat(body.path, { bigint: true }).catch(() => null);
  // Gone since it was opened.
  if (!file) return;
  const { size, mtimeNs, ino } = file;
  ctx.set('Cache-Control', 'public, no-cache');
  ctx.set('ETag', `"${[size, mtimeNs, ino].map((number) => number.toString(36)).join('-')}"`);
  if (!ctx.fresh) return;
  ctx.body = null;
  ctx.status = 304;
};

/** Sets the headers of uploaded files, in place of those of the admin panel's pages. */
export const uploadedFiles = (): Middleware => async (ctx, next) => {
  await next();
  if (!isUploadedFile(ctx.path)) return;
  await revalidate(ctx);
  ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  // Front ends draw pictures on canvases, and read them; there are no cookies in it.
  ctx.set('Access-Control-Allow-Origin', '*');
};
