import { useCallback, useEffect, useRef, useState } from 'react';
import { useAPIErrorHandler, useFetchClient, type FetchError } from '@strapi/strapi/admin';

/**
 * What a route of the plugin answers to a question too long for an address. It is asked again when the question changes.
 *
 * @param body null asks nothing
 * @param pause milliseconds without a change after which it is asked
 * @returns the answer to this question, and why there is none, in words for people
 */
export const usePosted = <Answer>(path: string, body: object | null, pause = 0) => {
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const [answered, setAnswered] = useState<{ question: string; answer: Answer } | null>(null);
  const [failed, setFailed] = useState<{ question: string; problem: string } | null>(null);
  const [turn, setTurn] = useState(0);
  const format = useRef(formatAPIError);
  format.current = formatAPIError;
  const question = body && JSON.stringify({ turn, body });

  useEffect(() => {
    if (question === null) return;
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const asked = JSON.parse(question) as { body: object };
        const { data } = await post<{ data: Answer }>(path, asked.body, { signal: controller.signal });
        if (controller.signal.aborted) return;
        setAnswered({ question, answer: data.data });
        setFailed(null);
      } catch (error) {
        if (controller.signal.aborted) return;
        setFailed({ question, problem: format.current(error as FetchError) });
      }
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [post, path, question, pause]);

  return {
    answer: answered !== null && answered.question === question ? answered.answer : null,
    /** The answer to the question before, as long as there is none to this one. */
    latest: answered?.answer ?? null,
    problem: failed !== null && failed.question === question ? failed.problem : null,
    /** Why the latest question failed, until one is answered. */
    latestProblem: failed?.problem ?? null,
    reload: useCallback(() => setTurn((count) => count + 1), []),
  };
};
