import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Context } from 'koa';
import type { Encoding } from '../../freshness/cache/entry';
import { isResponseClosed, onResponseClosed } from '../../platform/response-closed';

/**
 * Milliseconds without a byte being taken after which a reader is given up. nginx takes nothing while the file where it
 * puts an answer aside is full, until its own reader has all of that: deploy/nginx says how large it is.
 */
export const STALLED = 120_000;
/** Milliseconds that one answer may take altogether: it keeps a snapshot of the database open. */
const MAX_DURATION = 10 * 60_000;

const compressors = {
  gzip: () => createGzip({ level: 6 }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

/**
 * Sends a body while it is made, no faster than the client reads it. A body that cannot be finished is cut off, so
 * that clients do not take a part of it for the whole.
 * @param maxDuration milliseconds that it may take altogether
 * @param close called once, at the end of the response, however it ended
 */
export const sendLongBody = (
  ctx: Context,
  encoding: Encoding,
  pieces: AsyncIterable<Buffer>,
  close: () => Promise<void>,
  maxDuration = MAX_DURATION,
): void => {
  const { res } = ctx;
  // It took long to begin, and the client has gone.
  if (isResponseClosed(res)) return void close();
  const cutOff = (): void => void res.destroy();
  const timer = setTimeout(cutOff, maxDuration);
  res.setTimeout(STALLED, cutOff);
  onResponseClosed(res, () => {
    clearTimeout(timer);
    source.destroy();
    void close();
  });

  const source = Readable.from(pieces, { objectMode: false });
  source.once('error', cutOff);
  ctx.body = encoding === 'identity' ? source : pipeline(source, compressors[encoding](), () => undefined);
};
