import { ContentDeliveryError } from '../errors.js';
import type { Settings } from '../options.js';
import { onAbort } from './on-abort.js';
import { redact, type Secrets } from './redact.js';
import type { Runtime } from './runtime.js';

/** What came back, read to its end. */
export interface Received {
  status: number;
  isRedirect: boolean;
  text: string;
  header(name: string): string | null;
}

export interface Asked {
  url: string;
  /** Of the route, for messages. */
  path: string;
  headers: Record<string, string>;
  /** What is in the address. */
  secrets: Secrets;
  signal: AbortSignal | undefined;
}

/**
 * Sends one request and reads its whole answer.
 * @throws ContentDeliveryError of kind `network` or `timeout`; the reason of the caller's signal
 */
export const attempt = async (asked: Asked, settings: Settings, runtime: Runtime): Promise<Received> => {
  const { url, path, headers, secrets, signal } = asked;
  signal?.throwIfAborted();
  const controller = new AbortController();
  let isLate = false;
  const stop = (): void => controller.abort();
  const callOff = runtime.after(settings.timeout, () => {
    isLate = true;
    stop();
  });
  const ignore = onAbort(signal, stop);
  // A custom fetch may ignore the signal.
  const stopped = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });

  try {
    return await Promise.race([send(url, headers, controller.signal, settings), stopped]);
  } catch (error) {
    signal?.throwIfAborted();
    if (isLate) {
      const message = `GET ${path} took longer than ${settings.timeout} ms.`;
      throw new ContentDeliveryError(message, { kind: 'timeout', path });
    }
    // The error itself is left out: its stack or its address may hold the API key.
    const reason = redact(reasonOf(error), secrets);
    throw new ContentDeliveryError(`GET ${path} got no whole answer: ${reason}`, { kind: 'network', path });
  } finally {
    callOff();
    ignore();
  }
};

const send = async (
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  { fetch }: Settings,
): Promise<Received> => {
  const answer = await fetch(url, { method: 'GET', headers, redirect: 'manual', signal });
  const { status } = answer;
  const isRedirect = answer.type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
  return {
    status,
    isRedirect,
    text: await answer.text(),
    header: (name) => answer.headers.get(name),
  };
};

/** An error and what caused it, in words: `fetch failed: connect ECONNREFUSED`. */
const reasonOf = (error: unknown): string => {
  const reasons: string[] = [];
  // Errors may come from another realm, so they are known by what they have.
  for (let current = error; isObject(current) && reasons.length < 3; current = current['cause']) {
    const { message, code, name } = current;
    const words = [message, code, name].find((word) => typeof word === 'string' && word !== '');
    if (words) reasons.push(words as string);
    else break;
  }
  return reasons.join(': ') || String(error);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
