import type { AnswerCache, CachedAnswer } from './cache.js';

interface Bounds {
  /** How many answers are kept: 1000. */
  maxEntries?: number | undefined;
  /** How many characters they may have together: 20 million, about 40 MB. */
  maxCharacters?: number | undefined;
}

/** Keeps answers in memory; those that were not asked for the longest go first. */
export const memoryCache = ({ maxEntries = 1_000, maxCharacters = 20_000_000 }: Bounds = {}): AnswerCache => {
  // In the order of use, the oldest first.
  const answers = new Map<string, CachedAnswer>();
  let characters = 0;

  const remove = (key: string): void => {
    characters -= answers.get(key)?.body.length ?? 0;
    answers.delete(key);
  };

  return {
    get(key) {
      const answer = answers.get(key);
      if (!answer) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    set(key, answer) {
      remove(key);
      if (answer.body.length > maxCharacters) return;
      answers.set(key, answer);
      characters += answer.body.length;
      for (const oldest of answers.keys()) {
        if (answers.size <= maxEntries && characters <= maxCharacters) break;
        remove(oldest);
      }
    },
  };
};
