import type {
  PageJob,
  PageRefusal,
  PageRefusals,
} from '../../../../src/plugins/content-delivery/contracts/pseo-pages';
import type { Jobs } from '../../../../src/plugins/content-delivery/server/src/jobs';
import { contentPermissions, signInWith } from '../../../support/admin-panel';
import { anotherProcess } from '../../../support/another-process';
import { HELD_WORK, holdWork } from '../../../support/held-work';
import { leftBehind } from '../../../support/jobs';
import { startServerProcess } from '../../../support/server-process';
import { until } from '../../../support/until';
import { withServer } from '../../../support/with-server';

export const JOBS = '/content-delivery/pseo-page-jobs';
/** The plugin's permissions on pages, of which the first is to see the list. */
export const OWN = ['list', 'change'].map((name) => ({
  action: `plugin::content-delivery.pseo-pages.${name}`,
  subject: null,
}));

/** So many that a job takes several transactions. */
export const MANY = 450;
/** More than it does while it is held. */
export const LONG = 1_200;
/** Milliseconds for one job. */
const LONGEST = 100_000;

/** A server whose work on pages can be held, and its jobs as the panel shows them. */
export const withPageJobs = () => {
  const { server, content, api, documentsOf, asSuperAdmin } = withServer(HELD_WORK);
  const panel = asSuperAdmin();

  const find = async (documentId: string): Promise<PageJob> =>
    (await panel.get(`${JOBS}/${documentId}`)).body.data as PageJob;
  const reached = (what: string, documentId: string, isSo: (job: PageJob) => boolean): Promise<PageJob> =>
    until(
      what,
      async () => {
        const job = await find(documentId);
        return isSo(job) && job;
      },
      { within: LONGEST },
    );
  const cancel = async (documentId: string): Promise<void> =>
    expect((await panel.post(`${JOBS}/${documentId}/cancel`)).status).toBe(200);

  return {
    server,
    content,
    api,
    documentsOf,
    panel,
    find,
    reached,

    /** In parts of two. */
    async refusalsOf({ documentId }: PageJob): Promise<PageRefusal[]> {
      const found: PageRefusal[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { status, body } = await panel.get(`${JOBS}/${documentId}/refusals?limit=2&cursor=${cursor}`);
        expect(status).toBe(200);
        const part = body.data as PageRefusals;
        found.push(...part.refusals);
        cursor = part.nextCursor;
      }
      return found;
    },

    /** Signs in with rights to types of content, and to pages at large. */
    signIn: (types: string[], conditions: string[] = [], own = OWN) =>
      signInWith(server.strapi, [...contentPermissions(server.strapi, types, conditions), ...own]),

    /** Other processes, as far as jobs can tell; to be called in a `describe`. */
    otherProcesses() {
      const instances: Jobs[] = [];
      // Some of what Strapi's libraries do reaches for it; in here they are the test's own. It stays until the end of a
      // file, as listeners are told of the last pages when a job is done already.
      beforeAll(() => void Object.assign(globalThis, { strapi: server.strapi }));
      afterEach(async () => {
        await Promise.all(instances.splice(0).map(({ runner }) => runner.stop()));
      });
      return (): Jobs => {
        const { jobs } = anotherProcess(server.strapi);
        instances.push(jobs);
        return jobs;
      };
    },

    /** Has a process begin a job and die in the middle. @returns the job as it was left */
    async leftByDeadProcess(documentId: string, event: 'entry.publish' | 'entry.update'): Promise<PageJob> {
      const held = await holdWork(server.strapi, event);
      const doomed = await startServerProcess();
      await reached('some pages', documentId, ({ done }) => done > 0);
      await doomed.stop();
      await held.release();
      await leftBehind(server.strapi, documentId);
      const left = await find(documentId);
      expect(left).toMatchObject({ state: 'running' });
      expect(left.done).toBeLessThan(LONG);
      return left;
    },

    /** As if the lease of the process that has a job had run out. */
    endLease: (documentId: string) =>
      server.strapi.db
        .connection('content_delivery_jobs')
        .where({ document_id: documentId })
        .update({ lease_until: new Date(0) }),

    /** Has a process begin a job, and cancels that in the middle. @returns the job as it was left */
    async cancelledMidway(
      jobs: Jobs,
      documentId: string,
      event: 'entry.publish' | 'entry.update',
    ): Promise<PageJob> {
      const held = await holdWork(server.strapi, event);
      jobs.runner.start();
      await reached('some pages', documentId, ({ done }) => done > 0);
      await cancel(documentId);
      await jobs.runner.stop();
      await held.release();
      const cancelled = await find(documentId);
      expect(cancelled.state).toBe('cancelled');
      expect(cancelled.done).toBeLessThan(LONG);
      return cancelled;
    },
  };
};
