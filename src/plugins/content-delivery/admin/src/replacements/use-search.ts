import { useEffect, useRef, useState } from 'react';
import { useAPIErrorHandler, useFetchClient, type FetchError } from '@strapi/strapi/admin';
import type { FoundPost, ReplaceResults, ReplaceScope, ReplaceSearch } from '../../../contracts/replacements';
import { MAX_POSTS } from '../../../contracts/replacements';
import { REPLACEMENTS } from './paths';

export interface Search {
  /** What was searched for; it may not be what the form says by now. */
  scope: ReplaceScope;
  posts: FoundPost[];
  unread: ReplaceResults['unread'];
  looked: number;
  total: number;
  isDone: boolean;
  /** True when there is more than one run can change. */
  isCut: boolean;
}

/** Looks through posts part by part, and shows what is found on the way. */
export const useSearch = () => {
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const [search, setSearch] = useState<Search | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current = -1;
    },
    [],
  );

  const forget = () => {
    turn.current += 1;
    setSearch(null);
    setProblem(null);
  };

  const start = async (scope: ReplaceScope): Promise<void> => {
    forget();
    const own = turn.current;
    let found: Search = { scope, posts: [], unread: [], looked: 0, total: 0, isDone: false, isCut: false };
    setSearch(found);
    try {
      for (let after: string | null = null; !found.isDone;) {
        const body: ReplaceSearch = { ...scope, after };
        const { data: answer } = await post<{ data: ReplaceResults }>(`${REPLACEMENTS}/search`, body);
        if (turn.current !== own) return;
        const { posts, unread, looked, total, next } = answer.data;
        const all = [...found.posts, ...posts];
        const isCut = all.length > MAX_POSTS || (all.length === MAX_POSTS && next !== null);
        found = {
          scope,
          posts: all.slice(0, MAX_POSTS),
          unread: [...found.unread, ...unread],
          looked: found.looked + looked,
          total,
          isDone: next === null || isCut,
          isCut,
        };
        after = next;
        setSearch(found);
      }
    } catch (error) {
      if (turn.current !== own) return;
      setSearch(null);
      setProblem(formatAPIError(error as FetchError));
    }
  };

  return { search, problem, start, forget };
};
