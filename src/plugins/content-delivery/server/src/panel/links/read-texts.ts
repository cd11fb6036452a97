import type { LinkRule } from '../../../../../../../client/src/keywords/rules';
import { WorkerOverrun, type TaskWorker } from '../../platform/task-worker';
import type { CampaignTemplate, createSurvey, SurveyedText, TextLinks } from './survey-texts';

export type SurveyTasks = { surveyTexts: ReturnType<typeof createSurvey> };

/**
 * Reads the links of texts on another thread.
 * @param throwIfEnding throws where the work is to end: a text that is too long takes seconds
 */
export const createTextReader = (
  thread: Pick<TaskWorker<SurveyTasks>, 'run'>,
  throwIfEnding: () => Promise<void>,
) => {
  let unread = 0;

  /** @returns the links of each text in the same order; null where it could not be read */
  const read = async (
    texts: readonly SurveyedText[],
    rules: readonly LinkRule[],
    template: CampaignTemplate | null,
  ): Promise<(TextLinks | null)[]> => {
    if (texts.length === 0) return [];
    try {
      const found = await thread.run('surveyTexts', texts, rules, template);
      unread += found.filter((links) => links === null).length;
      return found;
    } catch (error) {
      if (!(error instanceof WorkerOverrun)) throw error;
      if (texts.length === 1) {
        unread += 1;
        return [null];
      }
      // One of them is too long: the others are read without it.
      const each = [];
      for (const text of texts) {
        await throwIfEnding();
        each.push(...(await read([text], rules, template)));
      }
      return each;
    }
  };

  return {
    read,
    /** How many texts could not be read. */
    unread: (): number => unread,
  };
};

export type TextReader = ReturnType<typeof createTextReader>;
