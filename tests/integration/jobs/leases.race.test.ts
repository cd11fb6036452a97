import type { Jobs, RunningJob } from '../../../src/plugins/content-delivery/server/src/jobs';
import { unique } from '../../fixtures/content';
import { resumeClock, stopClockAndIntervalsAt } from '../../support/clock';
import { databaseKind } from '../../support/databases';
import { outsideOfTransactions } from '../../support/waiting-writers';
import { until } from '../../support/until';
import { LONG_LEASE, promised, withJobs } from './with-jobs';

/** Milliseconds of the stopped clock. */
const LEASE = 30_000;

describe('jobs of several processes', () => {
  const { server, another, ended, endLease, makeAccounts, accountsOf } = withJobs();
  let jobs: Jobs;
  beforeEach(() => {
    jobs = another();
  });
  afterEach(resumeClock);

  /** As if a process had been killed in the middle of a job. */
  const kill = async (kind: string): Promise<void> => {
    const [reached, released] = [promised(), promised()];
    const dying = another();
    dying.handle(kind, async (job: RunningJob<unknown, number>) => {
      const { step, stand } = job.payload as { step: number; stand?: boolean };
      const from = stand ? 0 : (job.checkpoint ?? 0);
      await job.save(stand ? { done: 7 } : { checkpoint: from + step, done: from + step });
      reached.keep();
      await released.promise;
      throw new Error('Its process is gone.');
    });
    dying.runner.start();
    await reached.promise;
    const [{ documentId } = { documentId: '' }] = await jobs.list({ kind });
    await endLease(documentId);
    // What comes after counts for nothing: another owner has the job by then, or nobody.
    await server.strapi.db
      .connection('content_delivery_jobs')
      .where({ document_id: documentId })
      .update({ owner: 'dead' });
    released.keep();
    await dying.runner.stop();
  };

  it('end after some processes were lost over them at one place, and go on when somebody says so', async () => {
    const errors = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    jobs.handle('poison', async () => undefined);
    const { documentId } = await jobs.add({ kind: 'poison', payload: { step: 1, stand: true } });
    for (let n = 0; n < 3; n += 1) await kill('poison');
    jobs.runner.start();
    expect(await ended(jobs, documentId)).toMatchObject({
      state: 'failed',
      done: 7,
      message: expect.stringContaining('let it go on from where it stood') as string,
    });
    const said = () => errors.mock.calls.flat().filter((line) => String(line).includes(documentId));
    // The state is there before it is said.
    await until('the log to say it', () => said().length > 0);
    expect(said()).toHaveLength(1);
    errors.mockRestore();
    expect(await jobs.resume(documentId)).toBe(true);
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done', message: null });
  });

  it('are tried on as long as they come further', async () => {
    jobs.handle('moving', async () => undefined);
    const { documentId } = await jobs.add({ kind: 'moving', payload: { step: 5 } });
    for (let n = 0; n < 4; n += 1) await kill('moving');
    expect(await jobs.find(documentId)).toMatchObject({ state: 'running', done: 20 });
    jobs.runner.start();
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done' });
  });

  // On SQLite nobody can look while somebody else writes.
  const isSqlite = databaseKind() === 'sqlite';

  it.each(isSqlite ? ['outside of any'] : ['inside of a transaction', 'outside of any'])(
    'stay with a process whose step takes longer than a lease, %s',
    async (where) => {
      stopClockAndIntervalsAt('2031-05-01T12:00:00.000Z');
      const [one, other] = [another(LEASE), another(LEASE)];
      let begun = 0;
      const step = async (job: RunningJob): Promise<void> => {
        for (let third = 0; third < 6; third += 1) {
          jest.advanceTimersByTime(LEASE / 3);
          // As another process would: not in the transaction of this one.
          await outsideOfTransactions(async () => {
            await until('the lease to be renewed', async () => {
              const { leaseUntil } = (await one.find(job.documentId)) ?? {};
              return Number(leaseUntil) - Date.now() === LEASE;
            });
            await other.runner.drain();
          });
        }
        await job.save({ done: 1 });
      };
      const kind = `long ${where}`;
      for (const { handle } of [one, other]) {
        handle(kind, async (job: RunningJob) => {
          begun += 1;
          await (where === 'outside of any' ? step(job) : server.strapi.db.transaction(() => step(job)));
        });
      }
      const { documentId } = await one.add({ kind, payload: null });
      await one.runner.drain();
      expect(begun).toBe(1);
      expect(await one.find(documentId)).toMatchObject({ state: 'done', done: 1, message: null });
    },
  );

  it('have a whole lease from when a renewal is written, which may have waited for a longer transaction', async () => {
    stopClockAndIntervalsAt('2031-05-01T12:00:00.000Z');
    const one = another(LEASE);
    let left = 0;
    one.handle('behind a transaction', async (job: RunningJob) => {
      await server.strapi.db.transaction(async ({ trx }) => {
        // On SQLite it has the only connection, and the renewal waits.
        await trx('content_delivery_jobs').first();
        jest.advanceTimersByTime(3 * LEASE);
      });
      left = await until('the lease to be renewed', async () => {
        const { leaseUntil } = (await one.find(job.documentId)) ?? {};
        const rest = Number(leaseUntil) - Date.now();
        return rest > 0 && rest;
      });
    });
    const { documentId } = await one.add({ kind: 'behind a transaction', payload: null });
    await one.runner.drain();
    expect(left).toBeGreaterThan(LEASE / 2);
    expect(await one.find(documentId)).toMatchObject({ state: 'done' });
  });

  it('are not taken from a process that shows life while another one is about to', async () => {
    if (isSqlite) return;
    const [reached, released] = [promised(), promised()];
    const other = another();
    let begun = 0;
    for (const one of [jobs, other]) {
      one.handle('late', async () => {
        begun += 1;
        reached.keep();
        await released.promise;
      });
    }
    const { documentId } = await jobs.add({ kind: 'late', payload: null });
    jobs.runner.start();
    await reached.promise;
    await endLease(documentId);
    const { connection } = server.strapi.db;
    let taking: Promise<void> | undefined;
    await connection.transaction(async (trx) => {
      await trx('content_delivery_jobs')
        .where({ document_id: documentId })
        .update({ lease_until: new Date(Date.now() + LONG_LEASE) });
      const asked = new Promise<void>((resolve) => {
        const hear = ({ sql }: { sql: string }): void => {
          if (!/^update .content_delivery_jobs/.test(sql)) return;
          connection.off('query', hear);
          resolve();
        };
        connection.on('query', hear);
      });
      taking = other.runner.drain();
      await asked;
    });
    // It has looked, found the job left behind, and then that it is not.
    released.keep();
    await taking;
    expect(begun).toBe(1);
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done' });
  });

  it('are each done by one of several processes', async () => {
    const prefix = unique('shared');
    const all = [jobs, another(), another()];
    for (const one of all) one.handle('shared', makeAccounts(prefix));
    const added = [];
    for (let n = 0; n < 6; n += 1) added.push(await jobs.add({ kind: 'shared', payload: { count: 1 } }));
    for (const { runner } of all) runner.start();
    for (const { documentId } of added) expect((await ended(jobs, documentId)).state).toBe('done');
    expect(await accountsOf(prefix)).toHaveLength(6);
  });
});
