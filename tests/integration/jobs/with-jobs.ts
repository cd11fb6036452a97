import {
  createJobs,
  type Jobs,
  type RunningJob,
} from '../../../src/plugins/content-delivery/server/src/jobs';
import { UID } from '../../fixtures/content';
import { until } from '../../support/until';
import { withServer } from '../../support/with-server';

/** Milliseconds: longer than any test. Where a lease has to end, `endLease` ends it. */
export const LONG_LEASE = 3_600_000;
const TABLE = 'content_delivery_jobs';

/** A promise that is kept from outside. */
export const promised = () => {
  let keep: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (keep = resolve));
  return { promise, keep: () => keep() };
};

/** A server, and jobs of its database that are worked on as the tests say. */
export const withJobs = () => {
  const { server, content } = withServer();
  const made: Jobs[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map(({ runner }) => runner.stop()));
  });

  /** Another process, as far as jobs can tell. */
  const another = (lease = LONG_LEASE): Jobs => {
    const jobs = createJobs(server.strapi, lease);
    made.push(jobs);
    return jobs;
  };

  /** Resolves with the job when it is over. */
  const ended = (jobs: Jobs, documentId: string) =>
    until(`the end of job ${documentId}`, async () => {
      const job = await jobs.find(documentId);
      return job && job.state !== 'waiting' && job.state !== 'running' && job;
    });

  /** As if whoever works on a job had shown no life for as long as a lease. */
  const endLease = (documentId: string) =>
    server.strapi.db
      .connection(TABLE)
      .where({ document_id: documentId })
      .update({ lease_until: new Date(0) });

  /** Makes one account for each number up to `payload.count`, each in a transaction with its progress. */
  const makeAccounts =
    (prefix: string, beforeEachOne: (n: number) => Promise<void> | void = () => undefined) =>
    async (job: RunningJob<{ count: number }, { next: number }>): Promise<void> => {
      for (let n = job.checkpoint?.next ?? 0; n < job.payload.count; n += 1) {
        await beforeEachOne(n);
        await server.strapi.db.transaction(async () => {
          await content.account({ name: `${prefix} ${n}` });
          await job.save({ checkpoint: { next: n + 1 }, done: n + 1, total: job.payload.count });
        });
      }
      await job.save({ report: { made: job.payload.count } });
    };
  const accountsOf = async (prefix: string): Promise<string[]> =>
    (
      (await server.strapi.documents(UID.account as never).findMany({
        filters: { name: { $startsWith: prefix } },
        sort: 'id',
      } as never)) as unknown as { name: string }[]
    ).map(({ name }) => name);
  const expected = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

  return { server, another, ended, endLease, makeAccounts, accountsOf, expected };
};
