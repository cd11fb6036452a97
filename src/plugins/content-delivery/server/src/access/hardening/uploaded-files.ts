import { createReadStream, ReadStream } from 'node:fs';
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
 * unasked. With a name, the answer is a 304 without the file. Parts are read from where they begin.
 */
const answerFile = async (ctx: Context, range: string | undefined): Promise<void> => {
  const { body } = ctx;
  if (!(body instanceof ReadStream)) return;
  const file = await stat(body.path, { bigint: true }).catch(() => null);
  // Gone since it was opened.
  if (!file) return;
  const { size, mtimeNs, ino } = file;
  ctx.set('Cache-Control', 'public, no-cache');
  const tag = `"${[size, mtimeNs, ino].map((number) => number.toString(36)).join('-')}"`;
  ctx.set('ETag', tag);
  ctx.set('Accept-Ranges', 'bytes');
  const isSame = ctx.fresh;
  const part = ['', tag].includes(ctx.get('If-Range')) ? partOf(range, Number(size)) : ALL;
  if (!isSame && (part === ALL || ctx.method !== 'GET')) return;
  body.destroy();
  if (isSame || part === NOTHING) {
    ctx.body = null;
    ctx.status = isSame ? 304 : 416;
    if (!isSame) ctx.set('Content-Range', `bytes */${size}`);
  } else {
    const { start, end } = part as Part;
    ctx.body = createReadStream(body.path, { start, end });
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
    ctx.length = end - start + 1;
  }
};

interface Part {
  start: number;
  /** Of the last byte. */
  end: number;
}
const ALL = 'all';
const NOTHING = 'nothing';

/** What a header `Range` asks for of a file. Several parts, and what is no range, are answered with all of it, as they may be. */
const partOf = (range: string | undefined, size: number): Part | typeof ALL | typeof NOTHING => {
  const [, from = '', to = '', last = ''] =
    /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(range ?? '') ?? [];
  if (from + last === '' || (to !== '' && Number(to) < Number(from))) return ALL;
  const start = last === '' ? Number(from) : Math.max(0, size - Number(last));
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? NOTHING : { start, end };
};

/** Sets the headers of uploaded files, in place of those of the admin panel's pages. */
export const uploadedFiles = (): Middleware => async (ctx, next) => {
  if (!isUploadedFile(ctx.path)) return next();
  const { range } = ctx.req.headers;
  // Strapi would answer parts with lengths that a file does not have, and read the file up to them.
  delete ctx.req.headers.range;
  await next();
  await answerFile(ctx, range);
  ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  // Front ends draw pictures on canvases, and read them; there are no cookies in it.
  ctx.set('Access-Control-Allow-Origin', '*');
};
