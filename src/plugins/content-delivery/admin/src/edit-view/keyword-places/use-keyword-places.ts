import { useEffect, useRef, useState } from 'react';
import { useAPIErrorHandler, useDebounce, useFetchClient, type FetchError } from '@strapi/strapi/admin';
import type { KeywordPlace, KeywordPlaces, KeywordQuestion } from '../../../../contracts/links';
import { PLUGIN_ID } from '../../shared/plugin-id';

const TYPING_PAUSE_MS = 500;
/** Places that are shown. */
const MAX_PLACES = 5;

interface Found {
  /** The question as text. */
  of: string;
  posts: number;
  places: KeywordPlace[];
  looked: number;
  total: number;
  isDone: boolean;
}

type Question = Omit<KeywordQuestion, 'after'>;

/**
 * Where front ends would link a keyword, asked again after a pause in typing; long lists of posts are looked through part by
 * part.
 * @param question null asks nothing
 */
export const useKeywordPlaces = (question: Question | null) => {
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const format = useRef(formatAPIError);
  format.current = formatAPIError;
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const text = JSON.stringify(question);
  const asked = useDebounce(text, TYPING_PAUSE_MS) as string;

  useEffect(() => {
    const given = JSON.parse(asked) as Question | null;
    setProblem(null);
    if (!given) return;
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      let sum: Found = { of: asked, posts: 0, places: [], looked: 0, total: 0, isDone: false };
      for (let after: string | null = null; ;) {
        const { data }: { data: { data: KeywordPlaces } } = await post<{ data: KeywordPlaces }>(
          `/${PLUGIN_ID}/keyword-places`,
          { ...given, after },
          { signal: controller.signal },
        );
        if (controller.signal.aborted) return;
        const part: KeywordPlaces = data.data;
        sum = {
          of: asked,
          posts: sum.posts + part.posts,
          places: [...sum.places, ...part.places].slice(0, MAX_PLACES),
          looked: sum.looked + part.looked,
          total: part.total,
          isDone: part.next === null,
        };
        setFound(sum);
        if (part.next === null) return;
        after = part.next;
      }
    };
    ask().catch((error: unknown) => {
      if (!controller.signal.aborted) setProblem(format.current(error as FetchError));
    });
    return () => controller.abort();
  }, [asked, post]);

  return { found: question && found?.of === text ? found : null, problem: asked === text ? problem : null };
};
