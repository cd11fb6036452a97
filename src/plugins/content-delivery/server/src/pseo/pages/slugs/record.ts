import type { Core } from '@strapi/strapi';
import { recordActivity } from '../../../freshness/activity/record';
import { originOf, writtenBy } from '../../../freshness/changes/origin';
import { websiteScope } from '../../../freshness/revisions';
import type { Job } from '../../../jobs';
import { pageJobReportOf } from '../page-jobs';
import type { SlugsPayload } from './job';

/** Records how many pages have got another slug, when the work on them ends. */
export const recordSlugs = async (strapi: Core.Strapi, job: Job): Promise<void> => {
  const { website } = job;
  const { changed: amount } = pageJobReportOf(job);
  if (website === null || amount === 0) return;
  const { userId } = job.payload as SlugsPayload;
  await writtenBy({ ...originOf(strapi), source: 'bulk', userId }, () =>
    recordActivity(strapi, [
      {
        action: 'slugs-changed',
        type: 'pseo-page',
        scope: websiteScope(website),
        entry: null,
        amount,
      },
    ]),
  );
};
