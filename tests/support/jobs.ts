import type { Core } from '@strapi/strapi';
import type { PageJob } from '../../src/plugins/content-delivery/panel-contract';
import type { Jobs } from '../../src/plugins/content-delivery/server/src/jobs';
import { toPageJob } from '../../src/plugins/content-delivery/server/src/pages/page-jobs';

/** Jobs are worked on in this file as in a server that listens. */
export const runningJobs = (strapi: () => Core.Strapi) => {
  const jobs = () => strapi().plugin('content-delivery').service('jobs') as Jobs;
  beforeAll(() => jobs().runner.start());
  afterAll(() => jobs().runner.stop());
  return {
    /** Resolves when the job is over. */
    async ended(documentId: string): Promise<PageJob> {
      for (;;) {
        const job = await jobs().find(documentId);
        if (job && job.state !== 'waiting' && job.state !== 'running') return toPageJob(job);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
};
