import type { RevisionSource } from '../../freshness/current';
import { EVERYTHING } from '../../freshness/revisions';
import { within } from '../../platform/patient-timer';
import { together } from '../../platform/together';

/** Milliseconds after which a database that does not answer counts as out of reach. */
const LIMIT = 2_000;

/** Asks whether the database answers with revisions now. However many ask, there is one read at a time. */
export const createReachability = (source: RevisionSource): (() => Promise<boolean>) => {
  const read = together(
    () => new Promise<boolean>((resolve) => source.read([EVERYTHING], (error) => resolve(!error))),
  );
  return () => within(LIMIT, read(), false);
};
