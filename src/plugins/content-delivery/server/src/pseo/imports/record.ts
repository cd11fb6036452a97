import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import { recordActivity } from '../../freshness/activity/record';
import { writtenBy } from '../../freshness/changes/origin';
import { websiteScope } from '../../freshness/revisions';
import type { Job } from '../../jobs';
import { runResultOf, type RunPayload } from './run';

/** Records what became of an import, in the running transaction. @param rows how many it was about */
export const recordRun = (
  strapi: Core.Strapi,
  action: ActivityAction,
  website: string,
  pageImport: string,
  rows: number,
): Promise<void> =>
  recordActivity(strapi, [
    {
      action,
      type: 'import',
      scope: websiteScope(website),
      entry: pageImport,
      amount: rows,
    },
  ]);

const ENDS: Partial<Record<Job['state'], ActivityAction>> = {
  done: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Records the end of a run, with the rows that are pages now. */
export const recordEnd = async (strapi: Core.Strapi, job: Job): Promise<void> => {
  const action = ENDS[job.state];
  const { website } = job;
  if (!action || website === null) return;
  const { pageImport, userId } = job.payload as RunPayload;
  const { created, updated, same } = runResultOf(job.report);
  const record = () => recordRun(strapi, action, website, pageImport, created + updated + same);
  // Who cancels it does so in person.
  if (action === 'cancelled') await record();
  else await writtenBy({ source: 'import', userId, isLarge: false }, record);
};
