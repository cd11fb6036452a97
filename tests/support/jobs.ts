import type { Core } from '@strapi/strapi';
import type { PageJob } from '../../src/plugins/content-delivery/contracts/pseo-pages';
import type { Job } from '../../src/plugins/content-delivery/server/src/jobs';
import { toPageJob } from '../../src/plugins/content-delivery/server/src/pseo/pages/page-jobs';
import { inTime } from './in-time';
import { serviceOf } from './services';
import { until } from './until';

/** Milliseconds between two looks at a job. */
const LOOK_EVERY = 30;
/** Milliseconds in which a job goes on; one whose process has died is taken up by another one after 30 seconds. */
const STANDSTILL = 50_000;

/** Jobs are worked on in this file as in a server that listens. */
export const runningJobs = (strapi: () => Core.Strapi) => {
  const jobs = () => serviceOf(strapi(), 'jobs');
  beforeAll(() => jobs().runner.start());
  afterAll(() => jobs().runner.stop());
  return {
    /** Resolves when the job is over. @throws Error when it stands still */
    async ended(documentId: string): Promise<PageJob> {
      let last = 'nothing';
      for (;;) {
        const job = await until(
          `job ${documentId} to go on`,
          async () => {
            const now = await jobs().find(documentId);
            return now && inWords(now) !== last && now;
          },
          { within: STANDSTILL, every: LOOK_EVERY, seen: () => last },
        );
        if (job.state !== 'waiting' && job.state !== 'running') return toPageJob(job);
        last = inWords(job);
      }
    },
  };
};

const inWords = ({ state, done, total }: Job): string => `${state}, ${done} of ${total}`;

/**
 * Waits for what a process that has died may have sent last: its transaction may still be on its way to the end, and
 * holds the row of its job until then.
 */
export const leftBehind = async (strapi: Core.Strapi, job: string): Promise<void> => {
  const released = strapi.db.connection.transaction(async (sql) => {
    await sql('content_delivery_jobs').where({ document_id: job }).forUpdate().first('id');
  });
  await inTime(`the row of job ${job}, which a process that has died may hold`, released);
};
