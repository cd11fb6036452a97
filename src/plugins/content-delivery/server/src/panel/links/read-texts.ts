import type { LinkRule } from '../../../../../../../client/src/keywords/rules';
import type { TaskWorker } from '../../platform/task-worker';
import { readOneByOneIfLong } from './one-by-one';
import type { CampaignTemplate, createSurvey, SurveyedText, TextLinks } from './survey-texts';

export type SurveyTasks = { surveyTexts: ReturnType<typeof createSurvey> };

/**
 * Reads the links of texts in another process.
 * @param throwIfEnding throws where the work is to end: a text that is too long takes seconds
 */
export const createTextReader = (
  worker: Pick<TaskWorker<SurveyTasks>, 'run'>,
  throwIfEnding: () => Promise<void>,
) => {
  let unread = 0;

  /** @returns the links of each text in the same order; null where it could not be read */
  const read = async (
    texts: readonly SurveyedText[],
    rules: readonly LinkRule[],
    template: CampaignTemplate | null,
  ): Promise<(TextLinks | null)[]> => {
    const found = await readOneByOneIfLong(
      texts,
      (some) => worker.run('surveyTexts', some, rules, template),
      throwIfEnding,
    );
    unread += found.filter((links) => links === null).length;
    return found;
  };

  return {
    read,
    /** How many texts could not be read. */
    unread: (): number => unread,
  };
};

export type TextReader = ReturnType<typeof createTextReader>;
