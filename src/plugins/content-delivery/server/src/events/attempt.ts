import type { IncomingHttpHeaders } from 'node:http';
import type { Core } from '@strapi/strapi';
import { postTo } from '../platform/outgoing/post';
import { RemoteFileProblem } from '../platform/outgoing/problems';
import type { IsAllowed } from './allowed';
import { retryAfter } from './retries';

/** Milliseconds for one attempt. */
const ATTEMPT_TIME = 15_000;
/** Bytes of an answer that are kept. */
const ANSWER_BYTES = 1_024;

/** What came of an attempt. */
export interface Outcome {
  /** When it began. */
  at: Date;
  milliseconds: number;
  /** Null where no answer came. */
  status: number | null;
  answer: string | null;
  /** Why there is no answer, in words for people. */
  problem: string | null;
  /** When the receiver wants to be asked again. */
  notBefore: Date | null;
}

export const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

export interface Outgoing {
  url: string;
  method?: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** An attempt that was not made. */
export const notMade = (problem: string): Outcome => ({
  at: new Date(),
  milliseconds: 0,
  status: null,
  answer: null,
  problem,
  notBefore: null,
});

/** Why an answer of this status counts as none, in words for people; null where it is no redirect. */
export const redirectProblem = (status: number): string | null =>
  status >= 300 && status < 400 ? 'Redirects are not followed. Enter the address they lead to.' : null;

/** Why no answer came, in words for people. */
export const problemOf = (error: unknown): string =>
  error instanceof RemoteFileProblem ? error.message : 'The request could not be sent.';

/**
 * Sends something to an address that came as input, once.
 * @param wish when the receiver wants to be asked again, from the headers of its answer
 * @throws the reason of `stop`
 */
export const attempt = async (
  strapi: Core.Strapi,
  { url, ...request }: Outgoing,
  {
    isAllowed,
    stop,
    at = new Date(),
    wish = (headers: IncomingHttpHeaders) => retryAfter(headers['retry-after'], new Date()),
  }: {
    isAllowed: IsAllowed;
    stop: AbortSignal;
    at?: Date;
    wish?(headers: IncomingHttpHeaders): Date | null;
  },
): Promise<Outcome> => {
  const started = performance.now();
  const outcome = (answered: Partial<Outcome>): Outcome => ({
    at,
    milliseconds: Math.round(performance.now() - started),
    status: null,
    answer: null,
    problem: null,
    notBefore: null,
    ...answered,
  });
  try {
    const { status, headers, text } = await postTo(new URL(url), {
      ...request,
      time: ATTEMPT_TIME,
      answerBytes: ANSWER_BYTES,
      isAllowed,
      stop,
    });
    return outcome({
      status,
      answer: text,
      problem: redirectProblem(status),
      notBefore: wish(headers),
    });
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof RemoteFileProblem)) {
      strapi.log.debug(`A request could not be sent: ${String(error)}`);
    }
    return outcome({ problem: problemOf(error) });
  }
};
