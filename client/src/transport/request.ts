import { errorIn, isJson, Misunderstood, type Reader } from '../answers/read.js';
import type { CachedAnswer } from '../cache/cache.js';
import { DELIVERY_PATHS } from '../contract.js';
import { ContentDeliveryError } from '../errors.js';
import type { Settings } from '../options.js';
import { addressOf, cacheKeyOf, type Parameters } from './address.js';
import { attempt, type Received } from './attempt.js';
import { redact, type Secrets } from './redact.js';
import { delayBefore, isPassing, retryAfterOf } from './retry.js';
import { sleep, type Runtime } from './runtime.js';

export interface Request<T> {
  path: string;
  parameters: Parameters;
  /** The token of a preview link: its answer is not kept. */
  preview?: string | undefined;
  read: Reader<T>;
  /** What a 404 with this body means; without it, or when it gives undefined, the 404 is an error. */
  orNotFound?: (text: string) => T | undefined;
  /** The same of a 410. */
  orGone?: (text: string) => T | undefined;
  signal: AbortSignal | undefined;
}

/** Asks the server, again where that may help, and understands its answer. */
export const createRequester = (settings: Settings, runtime: Runtime) => {
  const { apiKey, retry } = settings;
  const failure = (
    kind: 'redirect' | 'status' | 'malformed',
    { path, preview }: Pick<Request<unknown>, 'path' | 'preview'>,
    status: number,
    what: string,
    hint?: string,
  ) =>
    new ContentDeliveryError(redact(`GET ${path} ${what}`, { apiKey, preview }), {
      kind,
      path,
      status,
      ...(hint !== undefined && { hint }),
    });

  /** The last answer, or the last failure, after as many attempts as it takes. */
  const ask = async (
    { path, preview, signal }: Request<unknown>,
    url: string,
    etag: string | undefined,
  ): Promise<Received> => {
    const secrets: Secrets = { apiKey, preview };
    const headers = { Accept: 'application/json', ...(etag === undefined ? {} : { 'If-None-Match': etag }) };
    for (let failed = 0; ; failed += 1) {
      const received = await attempt({ url, path, headers, secrets, signal }, settings, runtime).catch(
        (error: unknown) => {
          if (failed < retry.retries && error instanceof ContentDeliveryError) return null;
          throw error;
        },
      );
      if (received && (!isPassing(received.status) || failed >= retry.retries)) return received;
      const retryAfter = received && retryAfterOf(received.header('Retry-After'), runtime.now());
      await sleep(runtime, delayBefore(failed, retryAfter, retry, runtime), signal);
    }
  };

  const understand = <T>(request: Request<T>, received: Received): T => {
    const { read, orNotFound, orGone } = request;
    const { status, text, isRedirect } = received;
    if (isRedirect) {
      const target = received.header('Location')?.replace(/[?#].*$/s, '');
      const where = target ? `to ${target}` : 'somewhere else';
      throw failure(
        'redirect',
        request,
        status,
        `was redirected ${where}.`,
        'Check baseUrl: redirects are not followed.',
      );
    }
    if (status < 200 || status > 299) {
      const meaning = status === 404 ? orNotFound?.(text) : status === 410 ? orGone?.(text) : undefined;
      if (meaning !== undefined) return meaning;
      const words = errorIn(text);
      const what = `was answered with ${status}${words ? `: ${sentence(words)}` : '.'}`;
      throw failure(
        'status',
        request,
        status,
        what,
        status === 404 ? hintOf404(settings.baseUrl, request.path, text) : undefined,
      );
    }
    try {
      return read(text, received.header);
    } catch (error) {
      if (!(error instanceof Misunderstood)) throw error;
      const type = received.header('Content-Type')?.split(';')[0] ?? 'no content type';
      const what = `was answered with ${status}, but not as promised: ${error.message} (${type}).`;
      throw failure('malformed', request, status, what);
    }
  };

  /** @throws ContentDeliveryError; the reason of the caller's signal */
  return async <T>(request: Request<T>): Promise<T> => {
    const { path, parameters, preview } = request;
    if (preview) {
      const url = addressOf(settings, path, { ...parameters, preview });
      return understand(request, await ask(request, url, undefined));
    }
    const url = addressOf(settings, path, parameters);
    const key = cacheKeyOf(settings, path, parameters);
    const kept = await storedAnswer(settings, key);
    let received = await ask(request, url, kept?.etag);

    if (received.status === 304 && kept) {
      try {
        return request.read(kept.body, received.header);
      } catch {
        // The cache has spoilt it: retried without a condition.
        received = await ask(request, url, undefined);
      }
    }
    const understood = understand(request, received);
    const etag = received.header('ETag');
    if (received.status === 200 && etag) await keep(settings, key, { etag, body: received.text });
    return understood;
  };
};

const sentence = (words: string): string => (/[.!?…。]$/.test(words) ? words : `${words}.`);

/** Routes that servers have had from the start. */
const FIRST_PATHS: readonly string[] = [
  DELIVERY_PATHS.blog,
  DELIVERY_PATHS.internalLinks,
  DELIVERY_PATHS.pseoPages,
  DELIVERY_PATHS.taxonomies,
];

/** What is likely wrong where a 404 is not the API's answer about a slug. */
const hintOf404 = (baseUrl: string, path: string, text: string): string => {
  if (/\/api$/i.test(baseUrl)) {
    return `baseUrl ends in /api, and ${path} begins with it: leave it out of baseUrl, unless the server is mounted there.`;
  }
  if (text.trim() !== '' && !isJson(text)) {
    return (
      'That is no answer of the API: check that baseUrl is the address of the content server, and not of a website or of a proxy ' +
      'that does not pass /api on.'
    );
  }
  const check =
    'Check baseUrl, which stands before /api, and that a proxy in front of the server passes /api on';
  return FIRST_PATHS.includes(path) ? `${check}.` : `${check}; or the server is older than ${path}.`;
};

const storedAnswer = async ({ cache }: Settings, key: string): Promise<CachedAnswer | null> => {
  try {
    const kept = await cache?.get(key);
    return kept && typeof kept.etag === 'string' && typeof kept.body === 'string' ? kept : null;
  } catch {
    return null;
  }
};

const keep = async ({ cache }: Settings, key: string, answer: CachedAnswer): Promise<void> => {
  try {
    await cache?.set(key, answer);
  } catch {
    // A cache makes things faster; without it they are as right.
  }
};
