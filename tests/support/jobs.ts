import type { Core } from '@strapi/strapi';
import type { PageJob } from '../../src/plugins/content-delivery/contracts/pseo-pages';
import type { Jobs } from '../../src/plugins/content-delivery/server/src/jobs';
import { toPageJob } from '../../src/plugins/content-delivery/server/src/pseo/pages/page-jobs';

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
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
  };
};

/**
 * Waits for what a process that has died may have sent last: its transaction may still be on its way to the end, and
 * holds the row of its job until then.
 */
export const leftBehind = async (strapi: Core.Strapi, job: string): Promise<void> => {
  await strapi.db.connection.transaction(async (sql) => {
    await sql('content_delivery_jobs').where({ document_id: job }).forUpdate().first('id');
  });
};
