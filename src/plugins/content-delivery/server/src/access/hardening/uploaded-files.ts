import path from 'node:path';
import type { Middleware } from 'koa';

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
  const file = path.posix.normalize(`/${decoded(address).replaceAll('\\', '/')}`).toLowerCase();
  return file === UPLOADS || file.startsWith(`${UPLOADS}/`);
};

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    // Nothing is served for it.
    return address;
  }
};

/** Sets the security headers of uploaded files, in place of those of the admin panel's pages. */
export const uploadedFiles = (): Middleware => async (ctx, next) => {
  await next();
  if (!isUploadedFile(ctx.path)) return;
  ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  // Front ends draw pictures on canvases, and read them; there are no cookies in it.
  ctx.set('Access-Control-Allow-Origin', '*');
};
