import type { KeywordCount } from '../../../../contracts/editing';
import { WorkerOverrun, type TaskWorker } from '../../platform/task-worker';
import { countKeywords, type Keyword } from './keywords';

export type KeywordTasks = { countKeywords: typeof countKeywords };

/** Characters of HTML, and keywords, that are read here: milliseconds of work, also for a tag of nothing but attributes. */
const SHORT = { html: 4_000, links: 100 };

/** Counts keywords, in the worker where it may take long; null where it takes too long. */
export const createKeywordCounter =
  (worker: TaskWorker<KeywordTasks>) =>
  async (html: string, links: readonly Keyword[]): Promise<KeywordCount[] | null> => {
    if (html.length <= SHORT.html && links.length <= SHORT.links) return countKeywords(html, links);
    try {
      return await worker.run(
        'countKeywords',
        html,
        links.map(({ keyword, url }) => ({ keyword, url })),
      );
    } catch (error) {
      if (error instanceof WorkerOverrun) return null;
      throw error;
    }
  };
