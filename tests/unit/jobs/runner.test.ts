import type { Core } from '@strapi/strapi';
import { createJobRunner } from '../../../src/plugins/content-delivery/server/src/jobs/runner';
import type { RunningJob } from '../../../src/plugins/content-delivery/server/src/jobs/job';
import type { JobStore } from '../../../src/plugins/content-delivery/server/src/jobs/store';
import { markLoss } from '../../../src/plugins/content-delivery/server/src/platform/database/loss';

const lostConnection = (): Error => {
  const error = new Error('Connection terminated unexpectedly');
  markLoss(error);
  return error;
};

/** One job, as its store has it. */
const oneJob = (work: (job: RunningJob<unknown, unknown>) => Promise<void>) => {
  let state = 'waiting';
  const logged: unknown[] = [];
  const store = {
    claim: async () => {
      if (state !== 'waiting') return null;
      state = 'running';
      return { documentId: 'job', kind: 'kind' };
    },
    renew: async () => true,
    save: async () => true,
    finish: async (_id: string, _owner: string, to: string) => void (state = to),
  } as unknown as JobStore;
  const log = { error: (error: unknown) => logged.push(error), debug: () => undefined };
  const runner = createJobRunner({ log } as unknown as Core.Strapi, store, new Map([['kind', work]]), 60_000);
  return { state: () => state, logged, poll: () => runner.wake(), runner };
};

describe('a job that loses its connection to the database', () => {
  it('is tried again with the next poll, from where it stood', async () => {
    let tries = 0;
    const job = oneJob(async () => {
      tries += 1;
      if (tries < 3) throw lostConnection();
    });
    job.runner.start();
    await job.poll();
    expect([tries, job.state()]).toEqual([1, 'waiting']);
    await job.poll();
    await job.poll();
    expect([tries, job.state()]).toEqual([3, 'done']);
    await job.runner.stop();
  });

  it('fails once it has lost many in a row, and not where it gets on in between', async () => {
    let getsOn = true;
    let tries = 0;
    const job = oneJob(async (running) => {
      tries += 1;
      if (getsOn) await running.save({});
      throw lostConnection();
    });
    job.runner.start();
    for (let poll = 0; poll < 20; poll += 1) await job.poll();
    expect(job.state()).toBe('waiting');
    getsOn = false;
    tries = 0;
    for (let poll = 0; poll < 20; poll += 1) await job.poll();
    expect(job.state()).toBe('failed');
    expect(tries).toBeLessThan(7);
    expect(job.logged).toHaveLength(1);
    await job.runner.stop();
  });

  it('fails at once with any other error', async () => {
    const job = oneJob(async () => {
      throw new Error('a fault of ours');
    });
    job.runner.start();
    await job.poll();
    expect(job.state()).toBe('failed');
    await job.runner.stop();
  });
});
