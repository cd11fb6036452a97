import type { RevisionSource } from '../../freshness/current';
import { EVERYTHING } from '../../freshness/revisions';
import { startPatientTimer } from '../../platform/patient-timer';

/** Milliseconds after which a database that does not answer counts as out of reach. */
const LIMIT = 2_000;

/** Asks whether the database answers with revisions now. However many ask, there is one read at a time. */
export const createReachability = (source: RevisionSource): (() => Promise<boolean>) => {
  let reading: Promise<boolean> | null = null;
  const read = (): Promise<boolean> =>
    (reading ??= new Promise<boolean>((resolve) => {
      source.read([EVERYTHING], (error) => resolve(!error));
    }).finally(() => {
      reading = null;
    }));

  return () =>
    new Promise((resolve) => {
      const endWait = startPatientTimer(LIMIT, () => resolve(false));
      void read().then((isRead) => {
        endWait();
        resolve(isRead);
      });
    });
};
