import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { publicLookup, refusePrivateHost } from './addresses';
import { Busy, PrivateAddress, RemoteFileProblem, Unreachable, UnsuitableAnswer } from './problems';
import { parseRetryAfter } from './retry-after';
import { withinTime } from './within-time';

export interface RemoteFileOptions {
  /** Milliseconds for all of it, redirects included. */
  time: number;
  redirects: number;
  /** The request's user agent and accepted types. */
  headers: Readonly<Record<string, string>>;
  /** Whether a URL may lead into a private network, and to any port. */
  isTrusted(url: URL): boolean;
  /** The ports that others may have; any, when it is left out. */
  ports?: readonly number[];
  /** Calls it off. */
  stop?: AbortSignal | undefined;
}

export interface RemoteFile {
  answer: http.IncomingMessage;
  /** Where redirects led to. */
  url: URL;
}

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
 * Fetches an address that came as input, and so trusts none of it: only http(s), no private addresses but
 * trusted ones, looked at again after each redirect, and no more time than is given. What the answer holds is taken by
 * `take`, which bounds its size.
 * @throws RemoteFileProblem, Unreachable where it is the connection that failed; the reason of `stop`
 */
export const openRemoteFile = <Result>(
  address: string,
  options: RemoteFileOptions,
  take: (file: RemoteFile) => Promise<Result>,
): Promise<Result> =>
  withinTime(options.time, options.stop, async (signal, isLate) => {
    try {
      options.stop?.throwIfAborted();
      return await take(await follow(new URL(address), options, signal));
    } catch (error) {
      if (error instanceof RemoteFileProblem) throw error;
      options.stop?.throwIfAborted();
      if (isLate()) throw new Unreachable(`It took longer than ${options.time / 1000} s.`);
      const { code, message } = error as NodeJS.ErrnoException;
      const Problem = CONNECTION_FAILURES.has(code ?? '') ? Unreachable : RemoteFileProblem;
      throw new Problem(`It could not be fetched: ${code ?? message}.`);
    }
  });

const follow = async (address: URL, options: RemoteFileOptions, signal: AbortSignal): Promise<RemoteFile> => {
  let url = address;
  for (let redirects = 0; redirects <= options.redirects; redirects += 1) {
    const answer = await get(url, options, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      url = new URL(headers.location, url);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      const message = `The server answered with ${statusCode}.`;
      if (statusCode === 429 || statusCode === 503) {
        throw new Busy(message, parseRetryAfter(headers['retry-after'], new Date()));
      }
      throw new UnsuitableAnswer(message);
    }
    return { answer, url };
  }
  throw new UnsuitableAnswer(`It was redirected more than ${options.redirects} times.`);
};

const get = (
  url: URL,
  { isTrusted, ports, headers }: RemoteFileOptions,
  signal: AbortSignal,
): Promise<http.IncomingMessage> => {
  if (!/^https?:$/.test(url.protocol)) {
    throw new RemoteFileProblem(`Files come from http and https addresses, not from ${url.protocol}`);
  }
  const trusted = isTrusted(url);
  if (!trusted) {
    refusePrivateHost(url);
    if (ports && !ports.includes(portOf(url))) {
      throw new PrivateAddress(`Files are not fetched from port ${url.port}.`);
    }
  }
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions = {
      signal,
      headers,
      // A connection is not shared: one that was opened for a trusted host was not looked at.
      agent: false,
      ...(trusted ? {} : { lookup: publicLookup as NonNullable<https.RequestOptions['lookup']> }),
    };
    request(url, options, resolve)
      // Of an answer that switches protocols, Node says nothing else.
      .on('upgrade', ({ statusCode }: http.IncomingMessage, socket: Duplex) => {
        socket.destroy();
        reject(new UnsuitableAnswer(`The server answered with ${statusCode}.`));
      })
      .on('error', reject)
      .end();
  });
};

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
