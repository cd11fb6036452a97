import { NAMES, type DiskSpace } from '../disk-space';
import type { Traffic } from '../shutdown/traffic';

export type Readiness = { status: 'ready' } | { status: 'unavailable'; reason: string };

/**
 * Whether this instance can do its work: its database answers with revisions, there is room on its disks, and it is not about to
 * end.
 */
export const createReadiness =
  (
    isReachable: () => Promise<boolean>,
    traffic: Traffic,
    diskSpace: Pick<DiskSpace, 'read'>,
  ): (() => Promise<Readiness>) =>
  async () => {
    if (traffic.isEnding) return { status: 'unavailable', reason: 'The server is shutting down.' };
    if (!(await isReachable())) return { status: 'unavailable', reason: 'The database cannot be reached.' };
    const low = (await diskSpace.read()).find(({ isLow }) => isLow);
    if (low)
      return { status: 'unavailable', reason: `There is little room left for the ${NAMES[low.folder]}.` };
    return { status: 'ready' };
  };
