import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { lookupOf, refusePrivateHost } from './addresses';
import { Unreachable } from './problems';
import { withinTime } from './within-time';

interface PostOptions {
  /** POST, where it is left out. */
  method?: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Milliseconds for all of it. */
  time: number;
  /** Bytes of the answer that are read. */
  answerBytes: number;
  /** Whether an address may be connected to. */
  isAllowed(address: string): boolean;
  /** Calls it off. */
  stop?: AbortSignal;
}

export interface PostAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** What was read of its body. */
  text: string;
}

/** Milliseconds in which an answer's body is read: its status has said what matters. */
const BODY_TIME = 2_000;

/**
 * Sends a body to an address that came as input: over a separate connection, to no address that is not allowed, without
 * following redirects, and with bounds on time and on what is read.
 * @throws PrivateAddress; Unreachable where no answer came; the reason of `stop`
 */
export const postTo = async (url: URL, options: PostOptions): Promise<PostAnswer> => {
  const { time, stop } = options;
  stop?.throwIfAborted();
  refusePrivateHost(url, options.isAllowed);
  return withinTime(time, stop, async (signal, isLate) => {
    try {
      return await send(url, options, signal);
    } catch (error) {
      stop?.throwIfAborted();
      if (isLate()) throw new Unreachable(`No answer came within ${time / 1000} seconds.`);
      const { code, message } = error as NodeJS.ErrnoException;
      throw code === undefined ? error : new Unreachable(explain(code, message));
    }
  });
};

const explain = (code: string, message: string): string => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the host was not found.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was closed before an answer came.';
  return code.startsWith('ERR_TLS') || /certificate/i.test(message)
    ? `The connection is not secure: ${code}.`
    : `No connection: ${code}.`;
};

const send = (
  url: URL,
  { method = 'POST', headers, body, answerBytes, isAllowed }: PostOptions,
  signal: AbortSignal,
): Promise<PostAnswer> => {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body, 'utf8');
    const options: https.RequestOptions = {
      method,
      signal,
      headers: { ...headers, 'Content-Length': bytes.length },
      // Not shared: each connection is looked at.
      agent: false,
      lookup: lookupOf(isAllowed) as NonNullable<https.RequestOptions['lookup']>,
    };
    request(url, options, (answer) => {
      const { statusCode = 0, headers: answered } = answer;
      void readStart(answer, answerBytes).then((text) => {
        answer.destroy();
        resolve({ status: statusCode, headers: answered, text });
      });
    })
      // Of an answer that switches protocols, Node says nothing else.
      .on('upgrade', ({ statusCode = 101, headers: answered }: http.IncomingMessage, socket: Duplex) => {
        socket.destroy();
        resolve({ status: statusCode, headers: answered, text: '' });
      })
      .on('error', reject)
      .end(bytes);
  });
};

/** The beginning of an answer; less of it where it is slow, or cut off. */
const readStart = (answer: http.IncomingMessage, most: number): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      clearTimeout(timer);
      const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, most));
      // No database is asked to keep it.
      resolve(text.replaceAll('\0', '\uFFFD'));
    };
    const timer = setTimeout(done, BODY_TIME);
    answer.on('data', (chunk: Buffer) => {
      if (size >= most) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) done();
    });
    answer.once('end', done).once('error', done).once('close', done);
  });
