import { useCallback, useEffect, useRef, useState } from 'react';
import { useAPIErrorHandler, useFetchClient, type FetchError } from '@strapi/strapi/admin';
import { WHATEVER_IS_SHOWN } from '../shown-website';

/** Milliseconds until a question is asked again that got no answer. */
const AFTER_A_FAILURE = 5_000;

interface Answered<Answer> {
  path: string;
  answer: Answer;
}

interface Failed {
  path: string;
  problem: string;
}

/**
 * What a route of the plugin answers, asked again when the path or `since` changes, or `reload` is called.
 *
 * @param path null asks nothing
 * @param askAgainAfter milliseconds until it is asked again by itself; null for never
 * @param since when something happened that changes the answer
 * @returns the last answer to this path, and why the latest question there failed, in words for people
 */
export const useAnswer = <Answer>(
  path: string | null,
  askAgainAfter: (answer: Answer) => number | null = () => null,
  since: string | null = null,
) => {
  const { get } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const [answered, setAnswered] = useState<Answered<Answer> | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [turn, setTurn] = useState(0);
  const wait = useRef(askAgainAfter);
  wait.current = askAgainAfter;
  const format = useRef(formatAPIError);
  format.current = formatAPIError;
  const reload = useCallback(() => setTurn((count) => count + 1), []);

  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      let next: number | null;
      try {
        const { data } = await get<Answer>(path, { ...WHATEVER_IS_SHOWN, signal: controller.signal });
        if (controller.signal.aborted) return;
        setAnswered({ path, answer: data });
        setFailed(null);
        next = wait.current(data);
      } catch (error) {
        if (controller.signal.aborted) return;
        setFailed({ path, problem: format.current(error as FetchError) });
        next = isRefusal(error) ? null : AFTER_A_FAILURE;
      }
      if (next !== null) timer = setTimeout(() => void ask(), next);
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [get, path, turn, since]);

  /** Puts in place what another request has answered. */
  const replace = useCallback(
    (answer: Answer) => {
      if (path === null) return;
      setAnswered({ path, answer });
      setTurn((count) => count + 1);
    },
    [path],
  );

  const isCurrent = answered !== null && answered.path === path;
  const problem = failed !== null && failed.path === path ? failed.problem : null;
  return {
    answer: isCurrent ? answered.answer : null,
    /** The answer to the path before, as long as there is none to this one. */
    latest: answered?.answer ?? null,
    isLoading: path !== null && !isCurrent && problem === null,
    problem,
    reload,
    replace,
  };
};

/** The server has answered and will not say something else soon. */
const isRefusal = (error: unknown): boolean => {
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500;
};
