import { AsyncResource } from 'node:async_hooks';
import {
  createJobs,
  JobProblem,
  type Jobs,
  type RunningJob,
} from '../../../src/plugins/content-delivery/server/src/jobs';
import { contentOf, unique, UID, type Content } from '../../fixtures/content';
import { startServer, type TestServer } from '../../support/strapi';

const LEASE = 400;
const LONG_LEASE = 3_600_000;
/** Long enough to be renewed in time on a busy machine. */
const LEASE_TO_RENEW = 3_000;

/** A promise that is kept from outside. */
const promised = () => {
  let keep: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (keep = resolve));
  return { promise, keep: () => keep() };
};

describe('jobs', () => {
  let server: TestServer;
  let content: Content;
  let jobs: Jobs;
  const others: Jobs[] = [];

  beforeAll(async () => {
    server = await startServer();
    content = contentOf(server.strapi);
  });
  beforeEach(() => {
    jobs = another();
  });
  afterEach(async () => {
    await Promise.all(others.splice(0).map(({ runner }) => runner.stop()));
  });
  afterAll(() => server.stop());

  /** Another process, as far as jobs can tell. */
  const another = (lease = LEASE): Jobs => {
    const made = createJobs(server.strapi, lease);
    others.push(made);
    return made;
  };

  const ended = async (documentId: string) => {
    for (;;) {
      const job = await jobs.find(documentId);
      if (job && job.state !== 'waiting' && job.state !== 'running') return job;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

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

  it('are worked on in the background, and tell how far they are', async () => {
    const prefix = unique('plain');
    jobs.handle('plain', makeAccounts(prefix));
    const { documentId, state, createdAt } = await jobs.add({ kind: 'plain', payload: { count: 3 } });
    expect(state).toBe('waiting');
    expect(createdAt).toBeInstanceOf(Date);
    jobs.runner.start();
    expect(await ended(documentId)).toMatchObject({
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
    expect((await ended(next.documentId)).state).toBe('done');
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
    expect(await ended(documentId)).toMatchObject({ state: 'done', message: null });
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
    expect(await ended(documentId)).toMatchObject({
      state: 'failed',
      message: 'Row 3 has no city.',
      done: 2,
    });
    isBroken = false;
    expect(await jobs.resume(documentId)).toBe(true);
    expect(await ended(documentId)).toMatchObject({ state: 'done', message: null, done: 4 });
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
    const { state, message } = await ended(documentId);
    expect({ state, isInternal: message?.includes('SELECT') }).toEqual({
      state: 'failed',
      isInternal: false,
    });
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });

  it('end when they are cancelled: what was saved stays, nothing more happens', async () => {
    const prefix = unique('cancelled');
    const [reached, released] = [promised(), promised()];
    jobs.handle(
      'cancelled',
      makeAccounts(prefix, async (n) => {
        if (n !== 2) return;
        reached.keep();
        await released.promise;
      }),
    );
    const { documentId } = await jobs.add({ kind: 'cancelled', payload: { count: 5 } });
    jobs.runner.start();
    await reached.promise;
    expect(await jobs.cancel(documentId)).toBe(true);
    released.keep();
    await jobs.runner.stop();
    expect(await jobs.find(documentId)).toMatchObject({ state: 'cancelled', done: 2 });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 2));
    expect(await jobs.cancel(documentId)).toBe(false);
  });

  it('are given back at a shutdown and go on elsewhere', async () => {
    const prefix = unique('moved');
    const [reached, released] = [promised(), promised()];
    jobs.handle(
      'moved',
      makeAccounts(prefix, async (n) => {
        if (n !== 1) return;
        reached.keep();
        await released.promise;
      }),
    );
    const { documentId } = await jobs.add({ kind: 'moved', payload: { count: 3 } });
    jobs.runner.start();
    await reached.promise;
    const stopping = jobs.runner.stop();
    released.keep();
    await stopping;
    expect(await jobs.find(documentId)).toMatchObject({ state: 'waiting', done: 1 });

    const other = another();
    other.handle('moved', makeAccounts(prefix));
    other.runner.start();
    expect(await ended(documentId)).toMatchObject({ state: 'done', done: 3 });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 3));
  });

  /** As if whoever works on a job had shown no life for as long as a lease. */
  const endLease = (documentId: string) =>
    server.strapi.db
      .connection('content_delivery_jobs')
      .where({ document_id: documentId })
      .update({ lease_until: new Date(0) });

  it('are taken from a process that shows no life, whose late work then counts for nothing', async () => {
    const prefix = unique('stolen');
    const [reached, released] = [promised(), promised()];
    // It would show life only after a long time.
    jobs = another(LONG_LEASE);
    jobs.handle(
      'stolen',
      makeAccounts(prefix, async (n) => {
        if (n !== 2) return;
        reached.keep();
        await released.promise;
      }),
    );
    const { documentId } = await jobs.add({ kind: 'stolen', payload: { count: 4 } });
    jobs.runner.start();
    await reached.promise;
    await endLease(documentId);
    const other = another();
    other.handle('stolen', makeAccounts(prefix));
    other.runner.start();
    expect(await ended(documentId)).toMatchObject({ state: 'done', done: 4 });
    released.keep();
    await jobs.runner.stop();
    expect(await jobs.find(documentId)).toMatchObject({ state: 'done', done: 4 });
    expect(await accountsOf(prefix)).toEqual(expected(prefix, 4));
  });

  /** As if a process had been killed in the middle of a job. */
  const kill = async (kind: string): Promise<void> => {
    const [reached, released] = [promised(), promised()];
    const dying = another(LONG_LEASE);
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
    expect(await ended(documentId)).toMatchObject({
      state: 'failed',
      done: 7,
      message: expect.stringContaining('let it go on from where it stood') as string,
    });
    expect(errors.mock.calls.flat().filter((line) => String(line).includes(documentId))).toHaveLength(1);
    errors.mockRestore();
    expect(await jobs.resume(documentId)).toBe(true);
    expect(await ended(documentId)).toMatchObject({ state: 'done', message: null });
  });

  it('are tried on as long as they come further', async () => {
    jobs.handle('moving', async () => undefined);
    const { documentId } = await jobs.add({ kind: 'moving', payload: { step: 5 } });
    for (let n = 0; n < 4; n += 1) await kill('moving');
    expect(await jobs.find(documentId)).toMatchObject({ state: 'running', done: 20 });
    jobs.runner.start();
    expect(await ended(documentId)).toMatchObject({ state: 'done' });
  });

  it.each(['inside of a transaction', 'outside of any'])(
    'stay with a process whose step takes longer than a lease, %s',
    async (where) => {
      const kind = `long ${where}`;
      let begun = 0;
      const stepOf =
        (looking: () => void) =>
        async (job: RunningJob): Promise<void> => {
          begun += 1;
          const end = Date.now() + 1.5 * LEASE_TO_RENEW;
          const step = async (): Promise<void> => {
            while (Date.now() < end) {
              looking();
              await new Promise((resolve) => setTimeout(resolve, 50));
            }
            await job.save({ done: 1 });
          };
          await (where === 'outside of any' ? step() : server.strapi.db.transaction(step));
        };
      const other = another(LEASE_TO_RENEW);
      other.handle(
        kind,
        stepOf(() => undefined),
      );
      // The other one looks as a process of its own would: not in the transaction of this one.
      const look = AsyncResource.bind(() => {
        other.runner.start();
        void other.runner.wake();
      });
      jobs = another(LEASE_TO_RENEW);
      jobs.handle(kind, stepOf(look));
      const { documentId } = await jobs.add({ kind, payload: null });
      await jobs.runner.drain();
      expect(await jobs.find(documentId)).toMatchObject({ state: 'done', done: 1, message: null });
      expect(begun).toBe(1);
    },
  );

  it('are not taken from a process that shows life while another one is about to', async () => {
    // On SQLite nobody can look while somebody else writes.
    if (server.strapi.db.dialect.client === 'sqlite') return;
    const [reached, released] = [promised(), promised()];
    jobs = another(LONG_LEASE);
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
    expect(await ended(documentId)).toMatchObject({ state: 'done' });
  });

  it('are each done by one of several processes', async () => {
    const prefix = unique('shared');
    const all = [jobs, another(), another()];
    for (const one of all) one.handle('shared', makeAccounts(prefix));
    const added = [];
    for (let n = 0; n < 6; n += 1) added.push(await jobs.add({ kind: 'shared', payload: { count: 1 } }));
    for (const { runner } of all) runner.start();
    for (const { documentId } of added) expect((await ended(documentId)).state).toBe('done');
    expect(await accountsOf(prefix)).toHaveLength(6);
  });
});
