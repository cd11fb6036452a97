import type { Knex } from 'knex';
import request from 'supertest';
import { contentOf } from '../../fixtures/content';
import { withOutage } from '../../support/outage';
import { targets } from '../../support/warmed';
import { serviceOf } from '../../support/services';

describe('the probes', () => {
  const { server, outage } = withOutage({ DATABASE_POOL_MIN: '0', DATABASE_POOL_MAX: '2' });

  beforeAll(() => {
    jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
  });
  afterAll(() => jest.restoreAllMocks());

  const get = (path: string) => request(server.strapi.server.httpServer).get(path);
  const health = async () => (await get('/_health')).status;
  const readiness = async () => {
    const { status, body, headers } = await get('/_ready');
    expect(headers['cache-control']).toBe('no-store');
    return { status, body: body as unknown };
  };

  const READY = { status: 200, body: { status: 'ready' } };
  const UNREACHABLE = {
    status: 503,
    body: { status: 'unavailable', reason: 'The database cannot be reached.' },
  };

  it('say that the process is there, and that it can answer, while the database is within reach only', async () => {
    expect(await readiness()).toEqual(READY);
    expect(await health()).toBe(204);
    await outage.begin();
    try {
      expect(await readiness()).toEqual(UNREACHABLE);
      expect(await health()).toBe(204);
    } finally {
      await outage.end();
    }
    expect(await readiness()).toEqual(READY);
  });

  it('say when there is little room on a disk', async () => {
    const { diskSpace } = serviceOf(server.strapi, 'operation');
    const spaces = await diskSpace.read();
    expect(spaces.map(({ folder }) => folder)).toEqual(expect.arrayContaining(['uploads', 'temporary']));
    expect(spaces.every(({ free }) => free > 0)).toBe(true);
    const full = jest
      .spyOn(diskSpace, 'read')
      .mockResolvedValue(spaces.map((space) => ({ ...space, isLow: space.folder === 'uploads' })));
    expect(await readiness()).toEqual({
      status: 503,
      body: { status: 'unavailable', reason: 'There is little room left for the uploaded files.' },
    });
    full.mockRestore();
    expect(await readiness()).toEqual(READY);
  });

  it('do not wait for a pool that others have taken, nor do cached responses', async () => {
    const content = contentOf(server.strapi);
    const website = await content.website();
    const terms = targets.terms(website);
    expect((await get(terms)).status).toBe(200);
    const { connection } = server.strapi.db;
    const { max } = (connection.client as { pool: { max: number } }).pool;
    const held: Knex.Transaction[] = [];
    while (held.length < max) held.push(await connection.transaction());
    try {
      expect(await health()).toBe(204);
      expect(await readiness()).toEqual(READY);
      const { status, headers } = await get(terms);
      expect([status, headers['x-stale']]).toEqual([200, undefined]);
    } finally {
      for (const transaction of held) await transaction.rollback();
    }
    expect(await readiness()).toEqual(READY);
  });

  it('are read only', async () => {
    const head = await request(server.strapi.server.httpServer).head('/_ready');
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: undefined });
    const post = await request(server.strapi.server.httpServer).post('/_ready');
    expect({ status: post.status, allow: post.headers['allow'] }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    });
  });
});
