import type { Middleware } from 'koa';

const UPLOADS = '/uploads/';

/**
 * A file that somebody has uploaded must not act in the name of this server, whose address is the admin panel's
 * too: no scripts, no forms, no requests. Pictures, videos and PDF documents can be looked at.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  // Browsers show a PDF document as an object with a style of its own.
  "object-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Sets the security headers of uploaded files, in place of those of the admin panel's pages. */
export const uploadedFiles = (): Middleware => async (ctx, next) => {
  await next();
  if (!ctx.path.toLowerCase().startsWith(UPLOADS)) return;
  ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  // Front ends draw pictures on canvases, and read them; there are no cookies in it.
  ctx.set('Access-Control-Allow-Origin', '*');
};
