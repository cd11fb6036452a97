import type { JobState } from '../../../contracts/jobs';

/** Whether work that takes a while has not come to its end. */
export const isUnderWay = ({ state }: { state: JobState }): boolean =>
  state === 'waiting' || state === 'running';
