import type { Socket } from 'node:net';
import knex, { type Knex } from 'knex';
import { confirmCommits } from '../../../src/plugins/content-delivery/server/src/platform/database/commits';
import { waitForIdlePool } from '../../../src/plugins/content-delivery/server/src/platform/idle-pool';
import { contentOf, unique, UID, type Content } from '../../fixtures/content';
import { signInAsSuperAdmin, type AdminPanel } from '../../support/admin-panel';
import { databaseKind } from '../../support/databases';
import { startServerWithFailingCommits, type Failure } from '../../support/failing-commits';
import type { TestServer } from '../../support/strapi';

type Started = Awaited<ReturnType<typeof startServerWithFailingCommits>>;

const POSTS = `/content-manager/collection-types/${UID.post}`;

interface Transacting {
  client: { acquireConnection(): Promise<unknown> };
}
interface Streaming {
  stream?: Socket;
  connection?: { stream?: Socket };
}

/** Nothing is told to anybody before the database has acknowledged it. */
describe('when COMMIT fails', () => {
  let started: Started;
  let server: TestServer;
  let content: Content;
  let panel: AdminPanel;
  let website: string;
  let events: string[];
  let logged: unknown[] = [];

  beforeAll(async () => {
    started = await startServerWithFailingCommits();
    server = started.server;
    jest.spyOn(server.strapi.log, 'error').mockImplementation((message: unknown) => {
      logged.push(message);
      return server.strapi.log;
    });
    content = contentOf(server.strapi);
    panel = await signInAsSuperAdmin(server.strapi);
    website = (await content.website()).documentId;
    server.strapi.eventHub.subscribe(async (name) => void events.push(name));
  });
  beforeEach(() => {
    events = [];
    logged = [];
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await started.stop();
  });

  const eachFailure = async (check: (failure: Failure) => Promise<void>): Promise<void> => {
    for (const failure of started.failures) {
      events = [];
      await check(failure);
    }
  };
  const draftsCalled = (title: string): Promise<number> =>
    server.strapi.db.query(UID.post).count({ where: { title, publishedAt: null } });

  it('a save, a publication and a deletion are no 200, and what follows is stored', async () => {
    await eachFailure(async (failure) => {
      const isStored = failure === 'its answer';
      const [saved, kept, later] = [unique('Saved'), unique('Kept'), unique('Later')];
      const { documentId } = await content.draft(website, { title: kept });
      // Events are told of after that.
      await waitForIdlePool(server.strapi);
      events = [];
      const data = { title: saved, website: { connect: [{ documentId: website }] } };
      const attempts: [string, () => Promise<{ status: number }>][] = [
        ['create', () => panel.post(POSTS, data)],
        ['publish', () => panel.post(`${POSTS}/${documentId}/actions/publish`, { title: kept })],
        ['update', () => panel.put(`${POSTS}/${documentId}`, { title: kept, metaTitle: 'New' })],
        ['delete', () => panel.delete(`${POSTS}/${documentId}`)],
      ];
      for (const [name, attempt] of attempts) {
        const { status } = await started.whileFailing(failure, attempt);
        // What the server says of any other status.
        const said = status === 503 ? [] : logged;
        expect([failure, name, status, said]).toEqual([failure, name, 503, []]);
      }
      await waitForIdlePool(server.strapi);
      expect(events).toEqual([]);
      expect(await draftsCalled(saved)).toBe(isStored ? 1 : 0);
      expect(await draftsCalled(kept)).toBe(isStored ? 0 : 1);

      expect(await panel.post(POSTS, { ...data, title: later })).toMatchObject({ status: 201 });
      expect(await draftsCalled(later)).toBe(1);
    });
  });

  it('nothing is done that was to be done after it, in whichever transaction', async () => {
    const { db } = server.strapi;
    const name = unique('tag');
    await eachFailure(async (failure) => {
      const done: string[] = [];
      const ways: (() => Promise<unknown>)[] = [
        () =>
          db.transaction(async ({ onCommit, trx }) => {
            await trx('tags').insert({ name });
            onCommit(() => void done.push('outer'));
            await db.transaction(async (nested) => {
              nested.onCommit(() => void done.push('nested'));
            });
          }),
        async () => {
          const trx = await db.connection.transaction();
          await trx('tags').insert({ name });
          await trx.commit();
          done.push('by hand');
        },
        async () => {
          await db.connection.transaction((trx) => trx('tags').insert({ name }));
          done.push('a function');
        },
        async () => {
          await content.tag(website, name);
          done.push('a document');
        },
      ];
      for (const way of ways) {
        await expect(started.whileFailing(failure, way)).rejects.toMatchObject({ name: 'CommitError' });
      }
      expect(done).toEqual([]);
      expect(await db.connection('tags').where({ name }).delete()).toBe(
        failure === 'COMMIT' ? 0 : ways.length,
      );
    });
  });

  // Nothing comes between SQLite and its file.
  if (databaseKind() !== 'sqlite') {
    describe('or nothing is answered to it', () => {
      const SOON = 300;
      let own: Knex;
      const stored = (name: string) => own('tags').where({ name }).pluck('name');

      beforeAll(() => {
        const { config } = server.strapi.db.connection.client as { config: Knex.Config };
        own = knex({ ...config, pool: { ...config.pool, min: 0, max: 1 } });
        confirmCommits({ connection: own as never }, { commit: SOON, rollback: SOON });
      });
      afterAll(() => own.destroy());

      it('the writer is told in time that nobody knows, and the connection is not used again', async () => {
        const name = unique('tag');
        const save = () => own.transaction((trx) => trx('tags').insert({ name }));
        await expect(started.whileFailing('no answer', save)).rejects.toMatchObject({
          name: 'CommitError',
          isRolledBack: false,
        });
        expect(await stored(name)).toEqual([]);
      });

      it('so is a connection on which nothing is answered to ROLLBACK', async () => {
        const name = unique('tag');
        const trx = await own.transaction();
        await trx('tags').insert({ name });
        const connection = (await (trx as unknown as Transacting).client.acquireConnection()) as Streaming;
        const tell = started.relay?.lose(
          (connection.stream ?? connection.connection?.stream)?.localPort ?? 0,
        );
        await trx.rollback().catch(() => undefined);
        expect(await stored(name)).toEqual([]);
        // So that the database frees what was locked.
        tell?.();
      });
    });
  }

  it('a transaction that the database has ended before is none, whoever went on in it', async () => {
    const { db } = server.strapi;
    const [first, second] = [unique('First'), unique('Second')];
    const goOn = () =>
      db.transaction(async ({ trx }) => {
        await trx('tags').insert({ name: first });
        await endEarly(trx as never).catch(() => undefined);
        await trx('tags')
          .insert({ name: second })
          .catch(() => undefined);
      });
    await expect(goOn()).rejects.toMatchObject({ name: 'CommitError', isRolledBack: true });
    expect(await db.query(UID.tag).count({ where: { name: { $in: [first, second] } } })).toBe(0);
  });

  interface Statements {
    raw(sql: string): Promise<unknown>;
  }
  /** What ends a transaction there: a failed statement, a deadlock, a write that the disk has no room for. */
  const endEarly = (trx: Statements): Promise<unknown> => {
    if (databaseKind() === 'postgres') return trx.raw('SELECT nothing');
    if (databaseKind() === 'mysql') return deadlock(trx);
    return trx.raw('ROLLBACK').then(() => trx.raw('SELECT nothing'));
  };
  const deadlock = async (trx: Statements): Promise<unknown> => {
    const { connection } = server.strapi.db;
    const [one, two] = [unique('One'), unique('Two')];
    await connection('tags').insert([{ name: one }, { name: two }]);
    const take = (on: Statements, name: string) =>
      on.raw(`UPDATE tags SET locale = 'x' WHERE name = '${name}'`);
    const other = await connection.transaction();
    try {
      await take(trx, one);
      // Has written more, so that it is not the one that is given up.
      await other.raw(`INSERT INTO categories (name) VALUES ${Array(50).fill("('x')").join(',')}`);
      await take(other as never, two);
      const waiting = take(other as never, one);
      const [mine] = await Promise.allSettled([take(trx, two), waiting]);
      if (mine.status === 'fulfilled') throw new Error('The other transaction was given up.');
      throw mine.reason;
    } finally {
      await other.rollback();
      await connection('tags').whereIn('name', [one, two]).delete();
    }
  };
});
