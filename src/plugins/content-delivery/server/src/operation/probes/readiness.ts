import type { RevisionSource } from '../../freshness/current';
import { NAMES, type DiskSpace } from '../disk-space';
import { EVERYTHING } from '../../freshness/revisions';
import { startPatientTimer } from '../../platform/patient-timer';
import type { Traffic } from '../shutdown/traffic';

export type Readiness = { status: 'ready' } | { status: 'unavailable'; reason: string };

/** Milliseconds after which a database that does not answer counts as out of reach. */
const LIMIT = 2_000;

/**
 * Whether this instance can do its work: its database answers with revisions, there is room on its disks, and it is not about to
 * end. However many ask, there is one read at a time.
 */
export const createReadiness = (
  source: RevisionSource,
  traffic: Traffic,
  diskSpace: Pick<DiskSpace, 'read'>,
) => {
  let reading: Promise<boolean> | null = null;
  const read = (): Promise<boolean> =>
    (reading ??= new Promise<boolean>((resolve) => {
      source.read([EVERYTHING], (error) => resolve(!error));
    }).finally(() => {
      reading = null;
    }));

  const isReachable = (): Promise<boolean> =>
    new Promise((resolve) => {
      const endWait = startPatientTimer(LIMIT, () => resolve(false));
      void read().then((isRead) => {
        endWait();
        resolve(isRead);
      });
    });

  return async (): Promise<Readiness> => {
    if (traffic.isEnding) return { status: 'unavailable', reason: 'The server is shutting down.' };
    if (!(await isReachable())) return { status: 'unavailable', reason: 'The database cannot be reached.' };
    const low = (await diskSpace.read()).find(({ isLow }) => isLow);
    if (low)
      return { status: 'unavailable', reason: `There is little room left for the ${NAMES[low.folder]}.` };
    return { status: 'ready' };
  };
};
