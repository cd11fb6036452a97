import { pruneChangeLog } from '../../../src/plugins/content-delivery/server/src/freshness/changes/prune';
import { beginHistory } from '../../../src/plugins/content-delivery/server/src/freshness/history';
import { UID, type TestWebsite } from '../../fixtures/content';
import { expectError } from '../../support/requests';
import { withServer } from '../../support/with-server';

interface Answer {
  changes: Record<string, unknown>[];
  next: string;
  complete: boolean;
}

describe('GET /api/changes', () => {
  const { server, content, api } = withServer();
  let website: TestWebsite;

  beforeEach(async () => {
    website = await content.website();
  });

  const changes = async (since?: string, { key } = website): Promise<Answer> => {
    const response = await api.changes(key, since === undefined ? {} : { since });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    expect(response.headers).not.toHaveProperty('etag');
    return response.body as Answer;
  };

  it('gives the present cursor, and from then on what has changed, oldest first', async () => {
    await content.post(website.documentId, { slug: 'before' });
    const start = await changes();
    expect(start).toEqual({ changes: [], next: expect.stringMatching(/^[\w-]+$/) as string, complete: true });
    expect(await changes(start.next)).toEqual(start);
    const { documentId } = await content.post(website.documentId, { slug: 'first' });
    await content.update(UID.post, documentId, { slug: 'second' }, 'published');
    await content.tag(website.documentId);
    await content.post((await content.website()).documentId, { slug: 'elsewhere' });
    await content.unpublish(UID.post, documentId);
    const answer = await changes(start.next);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    const none = { id: null, slug: null, previousSlug: null, at };
    const post = { type: 'post', id: documentId, previousSlug: null, at };
    expect(answer.complete).toBe(true);
    expect(answer.changes).toEqual([
      { ...post, action: 'published', slug: 'first' },
      { ...post, action: 'updated', slug: 'second', previousSlug: 'first' },
      { type: 'redirects', action: 'updated', ...none },
      { type: 'taxonomies', action: 'updated', ...none },
      { ...post, action: 'removed', slug: 'second' },
      { type: 'redirects', action: 'updated', ...none },
    ]);
    expect(Object.keys(answer.changes[0] ?? {})).toEqual([
      'type',
      'action',
      'id',
      'slug',
      'previousSlug',
      'at',
    ]);
    expect((await changes(answer.next)).changes).toEqual([]);
  });

  it('comes in parts that have each change once', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'post' });
    const { next: start } = await changes();
    const sql = server.strapi.db.connection;
    const counter = { scope: `website:${website.documentId}` };
    const revisions = server.strapi.db.metadata.get('plugin::content-delivery.revision').tableName;
    const { revision } = (await sql(revisions).where(counter).first('revision')) as { revision: number };
    const rows = Array.from({ length: 1_001 }, (_, i) => ({
      website: website.documentId,
      revision: revision + 1 + i,
      at: new Date(),
      type: 'post',
      action: 'updated',
      entry: documentId,
      slug: `slug-${i}`,
    }));
    await sql.batchInsert('content_delivery_changes', rows, 50);
    await sql(revisions)
      .where(counter)
      .update({ revision: revision + 1_001 });

    const seen: unknown[] = [];
    const sizes: number[] = [];
    for (let since = start; ;) {
      const answer = await changes(since);
      seen.push(...answer.changes.map(({ slug }) => slug));
      sizes.push(answer.changes.length);
      since = answer.next;
      if (answer.complete) break;
    }
    expect(sizes).toEqual([500, 500, 1]);
    expect(seen).toEqual(rows.map(({ slug }) => slug));
  });

  it('is a 400 for what is no cursor', async () => {
    const { next } = await changes();
    const bad = [
      '',
      ' ',
      '0',
      '-1',
      'null',
      next.toUpperCase(),
      `${next} `,
      `0${next}`,
      `${next}-0`,
      'ä',
      '\0',
    ];
    const numbers = next.replace(/-[^-]+$/, '-0zz');
    for (const since of [...bad, numbers, next.replace(/[^-]+$/, 'zzzzzzz')]) {
      expectError(await api.changes(website.key, { since }), 400, 'ValidationError', /"since"/);
    }
    for (const query of [`since=${next}&since=${next}`, `since[]=${next}`, `since[a]=${next}`]) {
      const response = await api.get('/api/changes', `apiKey=${website.key}&${query}`);
      expectError(response, 400, 'ValidationError', /"since"/);
    }
  });

  it('is a 410 for a cursor that leads nowhere here', async () => {
    const { next } = await changes();
    const [name, history, revision] = next.split('-') as [string, string, string];
    const later = (parseInt(revision, 36) + 1).toString(36);
    const gone = async (since: string, key = website.key) =>
      expectError(await api.changes(key, { since }), 410, 'GoneError', /Read everything again/);
    await gone([name, history, later].join('-'));
    await gone([name, (parseInt(history, 36) - 1).toString(36), revision].join('-'));
    await gone(next, (await content.website()).key);
    expect((await changes(next)).complete).toBe(true);
  });

  it('is a 410 once rows are deleted that are behind the cursor, and not before', async () => {
    const { next: empty } = await changes();
    const { documentId } = await content.post(website.documentId, { slug: 'post' });
    const { next: first } = await changes();
    await content.update(UID.post, documentId, { title: 'Second' }, 'published');
    const { next: second } = await changes();
    const prune = (rows: number) => pruneChangeLog(server.strapi, { days: 30, rows }, () => true);
    await prune(2);
    expect((await changes(empty)).changes).toHaveLength(2);
    await prune(1);
    expectError(await api.changes(website.key, { since: empty }), 410, 'GoneError');
    expect((await changes(first)).changes).toHaveLength(1);
    await prune(0);
    expectError(await api.changes(website.key, { since: first }), 410, 'GoneError');
    expect((await changes(second)).changes).toEqual([]);
  });

  it('is a 410 after a restore', async () => {
    const { next } = await changes();
    await server.strapi.db.transaction(({ trx }) => beginHistory(server.strapi, trx));
    expectError(await api.changes(website.key, { since: next }), 410, 'GoneError');
    expect((await changes((await changes()).next)).complete).toBe(true);
  });
});
