import http from 'node:http';
import https from 'node:https';
import { ImageProblem, publicLookup, refusePrivateHost, Unreachable } from './addresses';

export interface DownloadLimits {
  /** Of the image. */
  bytes: number;
  /** Milliseconds for all of it, redirects included. */
  time: number;
  redirects: number;
}

export const DOWNLOAD_LIMITS: DownloadLimits = { bytes: 30 * 1024 * 1024, time: 60_000, redirects: 5 };

const CONNECTION_FAILURES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Fetches what somebody's content names, and so trusts none of it: only http(s), no private addresses but those of
 * the source itself, and no more bytes, time and redirects than an image needs.
 * @param isOwn whether an address lies on the source's own host
 * @param stop calls it off
 * @throws ImageProblem, Unreachable where it is the connection that failed; the reason of `stop`
 */
export const download = async (
  address: string,
  isOwn: (url: URL) => boolean,
  limits: DownloadLimits = DOWNLOAD_LIMITS,
  stop?: AbortSignal,
): Promise<Buffer> => {
  const late = AbortSignal.timeout(limits.time);
  // Not AbortSignal.any: what it makes of a signal that lives on is kept for as long in Node 20.
  const either = new AbortController();
  const { signal } = either;
  const end = (): void => either.abort();
  late.addEventListener('abort', end);
  stop?.addEventListener('abort', end);
  let url = new URL(address);
  try {
    stop?.throwIfAborted();
    for (let redirects = 0; ; redirects += 1) {
      if (redirects > limits.redirects) {
        throw new ImageProblem(`It was redirected more than ${limits.redirects} times.`);
      }
      const answer = await get(url, isOwn(url), signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        throw new ImageProblem(`The server answered with ${statusCode}.`);
      }
      return await read(answer, limits);
    }
  } catch (error) {
    if (error instanceof ImageProblem) throw error;
    stop?.throwIfAborted();
    if (late.aborted) throw new Unreachable(`It took longer than ${limits.time / 1000} s.`);
    const { code, message } = error as NodeJS.ErrnoException;
    const Problem = CONNECTION_FAILURES.has(code ?? '') ? Unreachable : ImageProblem;
    throw new Problem(`It could not be fetched: ${code ?? message}.`);
  } finally {
    stop?.removeEventListener('abort', end);
  }
};

const get = (url: URL, isOwn: boolean, signal: AbortSignal): Promise<http.IncomingMessage> => {
  if (!/^https?:$/.test(url.protocol)) {
    throw new ImageProblem(`Images come from http and https addresses, not from ${url.protocol}`);
  }
  if (!isOwn) refusePrivateHost(url);
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions = {
      signal,
      headers: { Accept: 'image/*', 'User-Agent': 'content-delivery-import' },
      // A connection is not shared: one that was opened for the source's own host was not looked at.
      agent: false,
      ...(isOwn ? {} : { lookup: publicLookup as NonNullable<https.RequestOptions['lookup']> }),
    };
    request(url, options, resolve).on('error', reject).end();
  });
};

const read = async (answer: http.IncomingMessage, { bytes }: DownloadLimits): Promise<Buffer> => {
  const tooLarge = (): ImageProblem => {
    answer.destroy();
    return new ImageProblem(`It is larger than ${Math.round(bytes / 1024 / 1024)} MB.`);
  };
  if (Number(answer.headers['content-length'] ?? 0) > bytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
