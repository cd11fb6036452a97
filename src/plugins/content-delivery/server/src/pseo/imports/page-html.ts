import type { Fault } from '../../../../contracts/pseo-imports';
import { htmlProblem } from '../templates/broken-html';
import type { Variables } from '../templates/templates';
import { WorkerOverrun, type TaskWorker } from '../../platform/task-worker';
import { textHashOfPage } from './page-text';

type PageHtmlTasks = { htmlProblem: typeof htmlProblem; textHashOfPage: typeof textHashOfPage };

/** Characters that are read here: a few milliseconds of work, whatever they are. */
const SHORT = 20_000;

const TOO_LONG =
  'It takes too long to read, so it could not be checked. Look for elements with thousands of attributes.';

/** Reads the HTML of pages: what is long in another process. */
export const createPageHtml = (worker: TaskWorker<PageHtmlTasks>) => ({
  /** What is wrong with the HTML of a page, which takes longer to find than all else. */
  async faults(html: string | null): Promise<Fault[]> {
    if (html === null) return [];
    try {
      const problem = html.length > SHORT ? await worker.run('htmlProblem', html) : htmlProblem(html);
      if (!problem) return [];
      const { message, line, column } = problem;
      return [
        { kind: 'broken-html', message: `${message} (line ${line}, column ${column} of the page's HTML)` },
      ];
    } catch (error) {
      if (!(error instanceof WorkerOverrun)) throw error;
      return [{ kind: 'broken-html', message: TOO_LONG }];
    }
  },

  /** What pages are compared by. */
  async textHash(html: string, variables: Variables): Promise<string> {
    return html.length > SHORT
      ? worker.run('textHashOfPage', html, variables)
      : textHashOfPage(html, variables);
  },
});

export type PageHtml = ReturnType<typeof createPageHtml>;
