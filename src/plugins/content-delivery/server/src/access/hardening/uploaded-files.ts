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
  const part = ['', tag].includes(ctx.get('If-Range')) ? partOf(range, Number(size)) : null;
  if (ctx.fresh) {
    body.destroy();
    ctx.body = null;
    ctx.status = 304;
  } else if (part !== null && ctx.method === 'GET') {
    body.destroy();
    answerPart(ctx, body.path, part, size);
  }
};

const answerPart = (
  ctx: Context,
  file: ReadStream['path'],
  { start, end, length }: Part,
  size: bigint,
): void => {
  ctx.body = length === 0 ? null : createReadStream(file, { start, end });
  ctx.status = length === 0 ? 416 : 206;
  ctx.set('Content-Range', `bytes ${length === 0 ? '*' : `${start}-${end}`}/${size}`);
  if (length > 0) ctx.length = length;
};

interface Part {
  start: number;
  /** Of the last byte. */
  end: number;
  /** In bytes; 0 where the file ends before it. */
  length: number;
}

/** What a header `Range` asks for of a file; null for all of it, with which several parts, and what is no range, may be answered. */
const partOf = (range: string | undefined, size: number): Part | null => {
  const [, from = '', to = '', last = ''] =
    /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(range ?? '') ?? [];
  if (from + last === '' || (to !== '' && Number(to) < Number(from))) return null;
  const start = last === '' ? Number(from) : Math.max(0, size - Number(last));
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return { start, end, length: Math.max(0, end - start + 1) };
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
