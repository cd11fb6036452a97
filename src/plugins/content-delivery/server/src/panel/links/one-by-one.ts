import { WorkerOverrun } from '../../platform/task-worker';

/**
 * Reads texts together, and each by itself where one of them takes too long.
 * @param between throws where the work is to end: a text that is too long takes seconds
 * @returns in the same order; null for one that takes too long
 */
export const readOneByOneIfLong = async <Text, Read>(
  texts: readonly Text[],
  read: (texts: readonly Text[]) => Promise<(Read | null)[]>,
  between: () => Promise<void> = async () => undefined,
): Promise<(Read | null)[]> => {
  if (texts.length === 0) return [];
  try {
    return await read(texts);
  } catch (error) {
    if (!(error instanceof WorkerOverrun)) throw error;
    if (texts.length === 1) return [null];
    const each = [];
    for (const text of texts) {
      await between();
      each.push(...(await readOneByOneIfLong([text], read)));
    }
    return each;
  }
};
