import type { PageJob } from '../../../../contracts/pseo-pages';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { isUnderWay } from '../../shared/is-under-way';

const WHILE_UNDER_WAY = 1_000;

/** When the last of them ended; it changes with each end, also of one that was never seen under way. */
const lastEndOf = (jobs: readonly PageJob[]): string =>
  jobs.reduce((last, { finishedAt }) => (finishedAt !== null && finishedAt > last ? finishedAt : last), '');

/** The latest changes of many pages on a website, the latest first; followed while one is under way. */
export const usePageJobs = (website: string | null) => {
  const { answer, problem, reload } = useAnswer<{ data: PageJob[] }>(
    website === null ? null : withQuery(`/${PLUGIN_ID}/pseo-page-jobs`, { website }),
    ({ data }) => (data.some(isUnderWay) ? WHILE_UNDER_WAY : null),
  );
  return {
    jobs: answer?.data ?? [],
    /** Null until it is known. What is read afterwards has what the jobs changed that had ended. */
    lastEnd: answer === null && problem === null ? null : lastEndOf(answer?.data ?? []),
    problem,
    reload,
  };
};
