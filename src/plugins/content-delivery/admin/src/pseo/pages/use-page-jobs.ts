import type { PageJob } from '../../../../panel-contract';
import { PLUGIN_ID } from '../../plugin-id';
import { withQuery } from '../../panel-api/queries';
import { useAnswer } from '../../panel-api/use-answer';

const WHILE_UNDER_WAY = 1_000;

export const isUnderWay = ({ state }: PageJob): boolean => state === 'waiting' || state === 'running';

/** The latest changes of many pages on a website, the latest first; followed while one is under way. */
export const usePageJobs = (website: string | null) =>
  useAnswer<{ data: PageJob[] }>(
    website === null ? null : withQuery(`/${PLUGIN_ID}/pseo-page-jobs`, { website }),
    ({ data }) => (data.some(isUnderWay) ? WHILE_UNDER_WAY : null),
  );
