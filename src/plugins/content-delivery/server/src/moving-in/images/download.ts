import http from 'node:http';
import https from 'node:https';
import { ImageProblem, publicLookup, refusePrivateHost } from './addresses';

export interface DownloadLimits {
  /** Of the image. */
  bytes: number;
  /** Milliseconds for all of it, redirects included. */
  time: number;
  redirects: number;
}

export const DOWNLOAD_LIMITS: DownloadLimits = { bytes: 30 * 1024 * 1024, time: 60_000, redirects: 5 };

/**
 * Fetches what somebody's content names, and so trusts none of it: only http(s), no private addresses but those of
 * the source itself, and no more bytes, time and redirects than an image needs.
 * @param isOwn whether an address lies on the source's own host
 * @throws ImageProblem
 */
export const download = async (
  address: string,
  isOwn: (url: URL) => boolean,
  limits: DownloadLimits = DOWNLOAD_LIMITS,
): Promise<Buffer> => {
  const signal = AbortSignal.timeout(limits.time);
  let url = new URL(address);
  try {
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
    if (signal.aborted) throw new ImageProblem(`It took longer than ${limits.time / 1000} s.`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ImageProblem(`It could not be fetched: ${code ?? message}.`);
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
