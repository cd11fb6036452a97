import { JobProblem, type Jobs } from '../../../src/plugins/content-delivery/server/src/jobs';
import { unique } from '../../fixtures/content';
import { promised, withJobs } from './with-jobs';

describe('jobs', () => {
  const { server, another, ended, endLease, makeAccounts, accountsOf, expected } = withJobs();
  let jobs: Jobs;
  beforeEach(() => {
    jobs = another();
  });
  /** A job that has begun, and waits before the account of a number until it is released. */
  const heldAt = async (number: number, kind: string, prefix: string, count: number) => {
    const [reached, released] = [promised(), promised()];
    jobs.handle(
      kind,
      makeAccounts(prefix, async (n) => {
        if (n !== number) return;
        reached.keep();
        await released.promise;
      }),
    );
    const { documentId } = await jobs.add({ kind, payload: { count } });
    jobs.runner.start();
    await reached.promise;
    return { documentId, release: released.keep };
  };

  it('are worked on in the background, and tell how far they are', async () => {
    const prefix = unique('plain');
    jobs.handle('plain', makeAccounts(prefix));
    const { documentId, state, createdAt } = await jobs.add({ kind: 'plain', payload: { count: 3 } });
    expect(state).toBe('waiting');
    expect(createdAt).toBeInstanceOf(Date);
    jobs.runner.start();
    expect(await ended(jobs, documentId)).toMatchObject({
      state: 'done',
      done: 3,
      total: 3,
      report: { made: 3 },
      message: null,
      startedAt: expect.any(Date) as Date,
      finishedAt: expect.any(Date) as Date,
    });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 3));
    // One that is added while the runner is on is begun at once.
    const next = await jobs.add({ kind: 'plain', payload: { count: 0 } });
    expect((await ended(jobs, next.documentId)).state).toBe('done');
  });

  it('begin when the transaction has ended that they were added in, and outside of it', async () => {
    const prefix = unique('added');
    let hasBegun = false;
    jobs.handle(
      'added',
      makeAccounts(prefix, () => void (hasBegun = true)),
    );
    jobs.runner.start();
    // It has looked for work, and found none.
    await jobs.runner.drain();
    const { documentId } = await server.strapi.db.transaction(async () => {
      const added = await jobs.add({ kind: 'added', payload: { count: 2 } });
      for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(hasBegun).toBe(false);
      return added;
    });
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done', message: null });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 2));
  });

  it('are refused when nobody does such work', async () => {
    await expect(jobs.add({ kind: 'unheard of', payload: null })).rejects.toThrow(/unheard of/);
  });

  it('say why they failed, in words for people, and can go on from there', async () => {
    const prefix = unique('failing');
    let isBroken = true;
    jobs.handle(
      'failing',
      makeAccounts(prefix, (n) => {
        if (n === 2 && isBroken) throw new JobProblem('Row 3 has no city.');
      }),
    );
    const { documentId } = await jobs.add({ kind: 'failing', payload: { count: 4 } });
    jobs.runner.start();
    expect(await ended(jobs, documentId)).toMatchObject({
      state: 'failed',
      message: 'Row 3 has no city.',
      done: 2,
    });
    isBroken = false;
    expect(await jobs.resume(documentId)).toBe(true);
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done', message: null, done: 4 });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 4));
    expect(await jobs.resume(documentId)).toBe(false);
  });

  it('show nothing internal when something else went wrong', async () => {
    const log = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    jobs.handle('broken', async () => {
      throw new Error('SELECT secret FROM somewhere');
    });
    const { documentId } = await jobs.add({ kind: 'broken', payload: null });
    jobs.runner.start();
    const { state, message } = await ended(jobs, documentId);
    expect({ state, isInternal: message?.includes('SELECT') }).toEqual({
      state: 'failed',
      isInternal: false,
    });
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });

  it('end when they are cancelled: what was saved stays, nothing more happens', async () => {
    const prefix = unique('cancelled');
    const { documentId, release } = await heldAt(2, 'cancelled', prefix, 5);
    expect(await jobs.cancel(documentId)).toBe(true);
    release();
    await jobs.runner.stop();
    expect(await jobs.find(documentId)).toMatchObject({ state: 'cancelled', done: 2 });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 2));
    expect(await jobs.cancel(documentId)).toBe(false);
  });

  it('are taken up where the clock was set back since their process was lost', async () => {
    jobs.handle('left', async () => undefined);
    const { documentId } = await jobs.add({ kind: 'left', payload: null });
    const lost = { state: 'running', owner: 'lost', lease_until: new Date(Date.now() + 3 * 24 * 3_600_000) };
    await server.strapi.db
      .connection('content_delivery_jobs')
      .where({ document_id: documentId })
      .update(lost);
    jobs.runner.start();
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done' });
  });

  it('are given back at a shutdown and go on elsewhere', async () => {
    const prefix = unique('moved');
    const { documentId, release } = await heldAt(1, 'moved', prefix, 3);
    const stopping = jobs.runner.stop();
    release();
    await stopping;
    expect(await jobs.find(documentId)).toMatchObject({ state: 'waiting', done: 1 });

    const other = another();
    other.handle('moved', makeAccounts(prefix));
    other.runner.start();
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done', done: 3 });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 3));
  });

  it('are taken from a process that shows no life, whose late work then counts for nothing', async () => {
    const prefix = unique('stolen');
    const { documentId, release } = await heldAt(2, 'stolen', prefix, 4);
    await endLease(documentId);
    const other = another();
    other.handle('stolen', makeAccounts(prefix));
    other.runner.start();
    expect(await ended(jobs, documentId)).toMatchObject({ state: 'done', done: 4 });
    release();
    await jobs.runner.stop();
    expect(await jobs.find(documentId)).toMatchObject({ state: 'done', done: 4 });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 4));
  });
});
