import type {
  PurgeAttempt,
  PurgeTarget,
} from '../../../src/plugins/content-delivery/contracts/purge-targets';
import type { Purges } from '../../../src/plugins/content-delivery/server/src/events/purges';
import { UID } from '../../fixtures/content';
import {
  contentPermissions,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
  LISTED_WEBSITES,
} from '../../support/admin-panel';
import { apiKeysOf } from '../../support/api-keys';
import {
  bunny,
  cloudflare,
  fastly,
  startCacheStandIn,
  willing,
  type CacheStandIn,
} from '../../support/cache-stand-ins';
import { resumeClock } from '../../support/clock';
import { databaseKind } from '../../support/databases';
import { passTime } from '../../support/stopped-clock';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

const TARGET = 'plugin::content-delivery.purge-target';
const MANAGE = { action: 'plugin::content-delivery.purge-target.manage', subject: null };
const USUAL = 'public, max-age=0, must-revalidate';
const kept = (seconds: number): string => `${USUAL}, s-maxage=${seconds}`;
const ZONE = 'abcdef0123456789abcdef0123456789';
const TOKEN = 'a-token-of-thirty-two-characters';

describe('purge targets of a website', () => {
  const { server, content, api, documentsOf, rowsOf } = withServer({
    DELIVERY_CACHE_TAGS: 'Cache-Tag',
    PURGE_ALLOWED_NETWORKS: '127.0.0.0/8',
    RATE_LIMIT_SIGN_INS: '0',
  });
  const documents = documentsOf(TARGET);
  let cache: CacheStandIn;
  let panel: AdminPanel;

  beforeAll(async () => {
    panel = await signInAsSuperAdmin(server.strapi);
    // The first request has started it; here each test says when it looks.
    await purges().runner.stop();
  });
  beforeEach(async () => {
    cache = await startCacheStandIn(willing);
    // However long a test takes, no time passes but what it says.
    passTime(0);
  });
  afterEach(async () => {
    resumeClock();
    cache.stop();
    for (const { documentId } of await documents.findMany({})) await documents.delete({ documentId });
  });

  const purges = (): Purges => serviceOf(server.strapi, 'purges');
  const tell = () => purges().runner.drain();
  const site = async (data: Record<string, unknown> = {}): Promise<string> => {
    const account = (await content.defaultAccount()).documentId;
    return (await content.website({ account, ...data })).documentId;
  };
  const target = async (website: string, data: Record<string, unknown> = {}): Promise<string> => {
    const { documentId } = await documents.create({
      data: { website, kind: 'http', url: cache.url, ...data },
    });
    return documentId;
  };
  /** A target with nothing left to purge of what was before. */
  const settled = async (website: string, data: Record<string, unknown> = {}): Promise<string> => {
    const documentId = await target(website, data);
    await tell();
    passTime(11_000);
    await tell();
    cache.take();
    return documentId;
  };
  const at = (website: string, documentId = '', rest = ''): string =>
    `/content-delivery/websites/${website}/purge-targets${documentId && `/${documentId}`}${rest}`;
  const shown = async (website: string): Promise<PurgeTarget | undefined> =>
    (await purges().store.list(website))[0];
  const attempts = (documentId: string): Promise<PurgeAttempt[]> => purges().store.attempts(documentId);
  const signInAgain = async (): Promise<void> => {
    panel = await signInAsSuperAdmin(server.strapi);
  };
  /** The tags of each request since the last look. */
  const sent = async (): Promise<string[][]> => {
    await tell();
    return cache.take().map(({ raw }) => (JSON.parse(raw) as { tags: string[] }).tags.sort());
  };
  const keyOf = (website: string) => apiKeysOf(server.strapi).reveal(website);

  it('are sent the tags that are old at once, and once more when what was on its way has arrived', async () => {
    const [website, other] = [await site(), await site()];
    await settled(website);
    const { documentId } = await content.post(website);
    await content.post(other);
    await content.draft(website);
    const tags = [`p-${documentId}`, `posts-${website}`];
    await tell();
    const [request, ...more] = cache.take();
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/json' },
    });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(request?.raw ?? '')).toEqual({ websiteId: website, tags });
    passTime(9_000);
    expect(await sent()).toEqual([]);
    passTime(1_500);
    expect(await sent()).toEqual([tags]);
    passTime(60_000);
    expect(await sent()).toEqual([]);
    await content.category(website);
    await content.update(UID.website, website, { url: 'https://changed.example' });
    // Every answer has the website's tag.
    expect(await sent()).toEqual([[`w-${website}`]]);
    passTime(11_000);
    expect(await sent()).toEqual([[`w-${website}`]]);
  });

  it('are sent a tag once more that became old again while it was sent', async () => {
    const website = await site();
    await settled(website);
    const { documentId } = await content.post(website);
    let isFirst = true;
    cache.answerWith(async () => {
      if (isFirst) {
        isFirst = false;
        await content.update(UID.post, documentId, { title: 'Meanwhile' }, 'published');
        // Another instance has seen it before this one has its answer.
        await purges().prune(() => true);
      }
      return { status: 200 };
    });
    await tell();
    expect(cache.take()).toHaveLength(2);
    // The pause begins anew, as what is on its way may be what was there before the second change.
    passTime(10_500);
    expect(await sent()).toHaveLength(1);
  });

  it('are the only ones that let caches keep answers, and only what they can be purged of', async () => {
    const website = await site();
    const apiKey = await keyOf(website);
    const { documentId: post } = await content.post(website, { slug: 'kept' });
    const controls = async (headers: Record<string, string> = {}): Promise<(string | undefined)[]> => {
      const found: (string | undefined)[] = [];
      for (const [path, query] of [
        ['/api/blog', {}],
        ['/api/blog', { slug: 'kept' }],
        ['/api/internal-links', {}],
        ['/api/pseo-pages', {}],
        ['/api/taxonomies', {}],
      ] as const) {
        // The second is answered by the fast lane, where there is one.
        for (let time = 0; time < 2; time += 1) {
          const answer = await api.get(path, { apiKey, ...query }, headers);
          found.push((answer.headers as Record<string, string>)['cache-control']);
          const { etag } = answer.headers as Record<string, string>;
          const again = await api.get(
            path,
            { apiKey, ...query },
            { ...headers, 'If-None-Match': etag ?? '' },
          );
          expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
          found.push((again.headers as Record<string, string>)['cache-control']);
        }
      }
      return found;
    };
    const bytes = async (): Promise<string[]> => [
      (await api.blog(apiKey)).text,
      (await api.blog(apiKey, { slug: 'kept' })).text,
    ];
    const before = await bytes();
    expect(new Set(await controls())).toEqual(new Set([USUAL]));
    const documentId = await settled(website, { sharedSeconds: 120 });
    expect(new Set(await controls())).toEqual(new Set([kept(120)]));
    expect(new Set(await controls({ 'Accept-Encoding': 'br' }))).toEqual(new Set([kept(120)]));
    expect(await bytes()).toEqual(before);
    for (const path of ['/api/redirects', '/api/changes', '/api/openapi.json']) {
      expect((await api.get(path, { apiKey })).headers['cache-control']).not.toContain('s-maxage');
    }
    expect((await api.blog(apiKey, { slug: 'none' })).headers['cache-control']).toBe('no-store');
    // The least of several, and none where one of them cannot be purged.
    const second = await settled(website, { sharedSeconds: 60 });
    expect(new Set(await controls())).toEqual(new Set([kept(60)]));
    cache.answerWith(() => ({ status: 500 }));
    await content.update(UID.post, post, { title: 'Not sent' }, 'published');
    await tell();
    expect(new Set(await controls())).toEqual(new Set([kept(60)]));
    passTime(61_000);
    await tell();
    expect(await shown(website)).toMatchObject({ suspended: true, active: true });
    expect(new Set(await controls())).toEqual(new Set([USUAL]));
    cache.answerWith(willing);
    passTime(61_000);
    await tell();
    expect(await shown(website)).toMatchObject({ suspended: false, failingSince: null });
    expect(new Set(await controls())).toEqual(new Set([kept(60)]));
    await documents.update({ documentId: second, data: { active: false } });
    expect(new Set(await controls())).toEqual(new Set([kept(120)]));
    await documents.delete({ documentId });
    expect(new Set(await controls())).toEqual(new Set([USUAL]));
  });

  it('let caches keep nothing longer than until the clock makes it old', async () => {
    const website = await site({ scheduledPosts: 'withhold' });
    const apiKey = await keyOf(website);
    await settled(website, { sharedSeconds: 3_600 });
    passTime(1);
    await content.post(website, { scheduleDate: new Date(Date.now() + 90_000).toISOString() });
    expect((await api.blog(apiKey)).headers['cache-control']).toBe(kept(90));
    passTime(30_500);
    expect((await api.blog(apiKey)).headers['cache-control']).toBe(kept(59));
    expect((await api.taxonomies(apiKey)).headers['cache-control']).toBe(kept(3_600));
  });

  it('raise the revision of their website, and are purged for every key that ends', async () => {
    const website = await site();
    const revision = async (): Promise<number> => {
      const row: { revision: number } | undefined = await server.strapi.db
        .connection('content_delivery_revisions')
        .where({ scope: `website:${website}` })
        .first('revision');
      return row?.revision ?? 0;
    };
    const seen = [await revision()];
    const documentId = await target(website);
    seen.push(await revision());
    await documents.update({ documentId, data: { sharedSeconds: 5 } });
    seen.push(await revision());
    await documents.update({ documentId, data: { active: false } });
    seen.push(await revision());
    await documents.delete({ documentId });
    seen.push(await revision());
    expect([...new Set(seen)].sort((a, b) => a - b)).toEqual(seen);

    await settled(website);
    await signInAgain();
    await apiKeysOf(server.strapi).rotate(website);
    expect(await sent()).toEqual([[`w-${website}`]]);
  });

  it('are tried again after a while that grows, and later where they ask for it', async () => {
    const website = await site();
    const documentId = await settled(website);
    cache.answerWith(() => ({ status: 503, body: 'busy' }));
    await content.post(website);
    for (const seconds of [1, 2, 5, 15, 30, 60, 60]) {
      await tell();
      expect(cache.take()).toHaveLength(1);
      passTime(seconds * 1_000 - 300);
      await tell();
      expect(cache.take()).toHaveLength(0);
      passTime(400);
    }
    expect((await attempts(documentId))[0]).toMatchObject({
      status: 503,
      answer: '"busy"',
      isAccepted: false,
    });
    // That caches keep nothing of it meanwhile purges all of the website.
    expect(await shown(website)).toMatchObject({ waiting: 2, failingSince: expect.any(String) });
    cache.answerWith(() => ({ status: 429, headers: { 'Retry-After': '600' } }));
    await tell();
    expect(cache.take()).toHaveLength(1);
    cache.answerWith(willing);
    passTime(590_000);
    await tell();
    expect(cache.take()).toHaveLength(0);
    passTime(11_000);
    await tell();
    expect(cache.take()).toHaveLength(2);
    expect(await shown(website)).toMatchObject({ waiting: 0, failingSince: null });
  });

  it('wait for no moment of a clock that was set back since', async () => {
    const website = await site();
    const target = await settled(website);
    await content.post(website);
    cache.answerWith(() => ({ status: 503 }));
    await tell();
    cache.take();
    const { documentId } = await content.post(website);
    cache.answerWith(willing);
    passTime(-3 * 24 * 3_600_000);
    expect((await sent()).flat()).toContain(`p-${documentId}`);
    expect(await shown(website)).toMatchObject({ waiting: 0, failingSince: null });
    // Also what is purged once more, which is not left for three days.
    passTime(11_000);
    await tell();
    expect(await server.strapi.db.connection('content_delivery_purges').where({ target })).toEqual([]);
  });

  it('are switched off after five days, and purged of the website when they are switched on or off', async () => {
    const website = await site();
    const documentId = await settled(website);
    cache.answerWith(() => ({ status: 403 }));
    await content.post(website);
    await tell();
    passTime(5 * 24 * 3_600_000 + 1_000);
    await tell();
    expect(await shown(website)).toMatchObject({ active: false, off: { reason: 'failing' }, waiting: 0 });
    cache.answerWith(willing);
    cache.take();
    await content.post(website);
    passTime(60_000);
    expect(await sent()).toEqual([]);
    for (const active of [true, false]) {
      await documents.update({ documentId, data: { active } });
      expect(await sent()).toEqual([[`w-${website}`]]);
      passTime(11_000);
      expect(await sent()).toEqual([[`w-${website}`]]);
      passTime(11_000);
      expect(await sent()).toEqual([]);
    }
    expect(await shown(website)).toMatchObject({ active: false, off: null });
  });

  it('forget all of a website where too much is old', async () => {
    const website = await site();
    const documentId = await settled(website);
    const changes = server.strapi.db.connection('content_delivery_changes');
    const { revision } = (await changes.clone().where({ website }).max('revision as revision').first()) as {
      revision: number;
    };
    for (let from = 0; from < 1_100; from += 100) {
      await changes.clone().insert(
        Array.from({ length: 100 }, (_, place) => ({
          website,
          revision: revision + 1 + from + place,
          at: new Date(),
          type: 'post',
          action: 'updated',
          entry: `e${from + place}`,
        })),
      );
    }
    await server.strapi.db
      .connection('content_delivery_revisions')
      .where({ scope: `website:${website}` })
      .update({ revision: revision + 1_100 });
    expect(await sent()).toContainEqual([`w-${website}`]);
    expect((await attempts(documentId)).length).toBeLessThan(5);
  });

  // How each kind is asked, and what is refused before it is stored: no database can change that.
  if (databaseKind() === 'sqlite') {
    it.each([
      ['cloudflare', ZONE, 100, (token: string) => cloudflare(ZONE, token)],
      ['fastly', 'SU1Z0isxPaozGVKXdv0eY', 256, (token: string) => fastly('SU1Z0isxPaozGVKXdv0eY', token)],
      ['bunny', '4711', 1, (token: string) => bunny('4711', token)],
    ] as const)(
      'are purged as %s documents it, so many tags at a time',
      async (kind, zone, most, standIn) => {
        const website = await site();
        const data = { kind, zone, credentials: TOKEN, active: false };
        const documentId = await target(website, data);
        // This server sends the header of one of them.
        await server.strapi.db
          .connection('content_delivery_purge_targets')
          .where({ document_id: documentId })
          .update({ active: true });
        cache.answerWith(standIn(TOKEN));
        const sql = server.strapi.db.connection;
        await tell();
        passTime(11_000);
        await tell();
        await sql('content_delivery_purge_attempts').where({ target: documentId }).delete();
        await sql('content_delivery_purges').insert(
          Array.from({ length: 300 }, (_, place) => ({
            target: documentId,
            tag: `p-${place}`,
            phase: 'first',
            revision: 1,
            due_at: new Date(),
            always: false,
          })),
        );
        await tell();
        const all: PurgeAttempt[] = (
          await sql('content_delivery_purge_attempts').where({ target: documentId })
        ).map((row: { tags: string; told: unknown }) => ({
          ...row,
          tags: row.tags.split(' '),
          isAccepted: Boolean(row.told),
        })) as never;
        const arrived = all.filter(({ isAccepted }) => isAccepted);
        expect(new Set(arrived.flatMap(({ tags }) => tags)).size).toBe(300);
        expect(Math.max(...arrived.map(({ tags }) => tags.length))).toBe(most);
        expect(all).toHaveLength(arrived.length);
        cache.take();

        await sql('content_delivery_purge_targets')
          .where({ document_id: documentId })
          .update({ credentials_cipher: null });
        await content.post(website);
        await tell();
        const [refused] = await attempts(documentId);
        expect(refused).toMatchObject({ isAccepted: false, status: kind === 'cloudflare' ? 403 : 401 });
      },
    );

    it('wait for their turn where Cloudflare or Fastly limits requests', async () => {
      const website = await site();
      const documentId = await settled(website, { kind: 'cloudflare', zone: ZONE, credentials: TOKEN });
      cache.answerWith(cloudflare(ZONE, TOKEN));
      for (let count = 0; count < 30; count += 1) {
        await content.category(website);
        await tell();
      }
      // All that is old is one tag by then: it waits for one request.
      expect(cache.take()).toHaveLength(26);
      expect((await attempts(documentId))[0]).toMatchObject({ status: 429, isAccepted: false });
      passTime(12_500);
      await tell();
      expect((await attempts(documentId))[0]).toMatchObject({ status: 200, isAccepted: true });

      passTime(60_000);
      await tell();
      const reset = Math.floor(Date.now() / 1_000) + 40;
      cache.answerWith(() => ({
        status: 429,
        headers: { 'Fastly-RateLimit-Remaining': '0', 'Fastly-RateLimit-Reset': String(reset) },
      }));
      await content.category(website);
      await tell();
      cache.take();
      cache.answerWith(cloudflare(ZONE, TOKEN));
      passTime(38_000);
      await tell();
      expect(cache.take()).toHaveLength(0);
      passTime(3_000);
      await tell();
      expect(cache.take()).toHaveLength(1);
      // A no in a 200 is a no.
      cache.answerWith(() => ({ status: 200, body: { success: false, errors: [{ code: 1 }] } }));
      await content.category(website);
      await tell();
      expect((await attempts(documentId))[0]).toMatchObject({ status: 200, isAccepted: false });
    });

    it('send Varnish the tags in one header, and keep credentials to themselves', async () => {
      const website = await site();
      await signInAgain();
      const made = await panel.post(at(website), {
        kind: 'varnish',
        url: `${cache.url}/purge`,
        credentials: TOKEN,
        sharedSeconds: 600,
      });
      expect(made.status).toBe(201);
      const { documentId, ...rest } = made.body.data as PurgeTarget;
      expect(rest).toMatchObject({ kind: 'varnish', mask: `••••••••${TOKEN.slice(-4)}`, active: true });
      await tell();
      expect(cache.take()).toMatchObject([
        {
          method: 'PURGE',
          path: '/purge',
          headers: { 'xkey-purge': `w-${website}`, authorization: `Bearer ${TOKEN}` },
          raw: '',
        },
      ]);
      const everywhere = JSON.stringify([
        await shown(website),
        await documents.findMany({}),
        await server.strapi.db.connection('content_delivery_purge_targets').select('*'),
        (await panel.get(at(website))).body,
        (await panel.get(at(website, documentId, '/attempts'))).body,
      ]);
      expect(everywhere).not.toContain(TOKEN);
      // Given back as they were read, they stay; given as null, they go.
      const mask = String((await documents.findOne({ documentId }))?.['credentials']);
      await documents.update({ documentId, data: { credentials: mask, sharedSeconds: 5 } });
      expect(await shown(website)).toMatchObject({ mask, sharedSeconds: 5 });
      expect((await panel.put(at(website, documentId), { credentials: null })).status).toBe(200);
      expect(await shown(website)).toMatchObject({ mask: null });
      expect((await panel.post(at(website, documentId, '/test'))).status).toBe(200);
      passTime(20_000);
      await tell();
      expect(cache.take().map(({ headers }) => headers['xkey-purge'])).toEqual(['test', `w-${website}`]);
      await signInAgain();
      expect((await panel.put(at(website, documentId), { active: false })).status).toBe(200);
      await tell();
      cache.take();
      expect((await panel.post(at(website, documentId, '/purge'))).status).toBe(200);
      expect((await panel.post(at(website, documentId, '/test'))).status).toBe(200);
      await tell();
      expect(cache.take().map(({ headers }) => headers['xkey-purge'])).toEqual(['test', `w-${website}`]);
      expect((await panel.delete(at(website, documentId))).status).toBe(204);
      expect(await shown(website)).toBeUndefined();
    });

    it('do not take their credentials to another server', async () => {
      const website = await site();
      const documentId = await target(website, {
        kind: 'cloudflare',
        zone: ZONE,
        credentials: TOKEN,
        active: false,
      });
      for (const change of [
        { url: 'https://attacker.example' },
        { kind: 'http', zone: null, url: 'https://attacker.example' },
      ]) {
        expect(await panel.put(at(website, documentId), change)).toMatchObject({
          status: 400,
          body: { error: { details: { errors: [{ path: ['credentials'] }] } } },
        });
      }
      const again = { url: 'https://api.example', credentials: TOKEN };
      expect((await panel.put(at(website, documentId), again)).status).toBe(200);
    });

    it.each([
      ['kind', { kind: 'squid' }],
      ['kind', { kind: null }],
      ['kind', { kind: 'fastly', zone: 'abc', credentials: TOKEN }],
      ['url', { url: '' }],
      ['url', { url: 'ftp://example.com' }],
      ['url', { url: 7 }],
      ['zone', { zone: 'abc' }],
      ['zone', { kind: 'cloudflare', zone: '../../accounts', credentials: TOKEN }],
      ['zone', { kind: 'cloudflare', credentials: TOKEN }],
      ['zone', { kind: 'bunny', zone: '12/../3', credentials: TOKEN }],
      ['credentials', { kind: 'cloudflare', zone: ZONE }],
      ['credentials', { credentials: 'two words' }],
      ['credentials', { credentials: 'line\r\nHost: x' }],
      ['credentials', { credentials: '••••••••abcd' }],
      ['credentials', { credentials: 7 }],
      ['sharedSeconds', { sharedSeconds: 0 }],
      ['sharedSeconds', { sharedSeconds: 1.5 }],
      ['sharedSeconds', { sharedSeconds: -1 }],
      ['sharedSeconds', { sharedSeconds: 31_536_001 }],
      ['active', { active: 'yes' }],
    ])('refuse a wrong %s at its field: %#', async (field, data) => {
      const website = await site();
      await signInAgain();
      const answer = await panel.post(at(website), { kind: 'http', url: 'https://example.com/', ...data });
      expect(answer.status).toBe(400);
      expect(answer.body.error?.details.errors).toEqual([expect.objectContaining({ path: [field] })]);
      expect(await shown(website)).toBeUndefined();
    });
  }

  it('stay at their place while they are switched on, and with their website', async () => {
    const [website, other] = [await site(), await site()];
    const documentId = await target(website);
    const change = (data: Record<string, unknown>) => documents.update({ documentId, data });
    await expect(change({ url: `${cache.url}/elsewhere` })).rejects.toThrow('Switch the purge target off');
    await expect(change({ website: other })).rejects.toThrow('stays with its website');
    await expect(target('nowhere')).rejects.toThrow('belongs to a website');
    await change({ active: false });
    await change({ url: `${cache.url}/elsewhere`, active: true });
    await tell();
    expect(cache.take().map(({ path }) => path)).toContain('/elsewhere');
    await content.remove(UID.website, website);
    expect(await documents.findOne({ documentId })).toBeNull();
    const sql = server.strapi.db.connection;
    for (const table of ['purges', 'purge_attempts'])
      expect(await sql(`content_delivery_${table}`).where({ target: documentId })).toEqual([]);
  });

  it('are nobody’s but those who may see the website and manage purge targets', async () => {
    const [own, foreign] = [await site(), await site()];
    const permissions = [...contentPermissions(server.strapi, [UID.website], [LISTED_WEBSITES]), MANAGE];
    const { id, panel: editor } = await signInWith(server.strapi, permissions);
    await rowsOf(UID.website).update({ where: { documentId: own }, data: { editors: [id] } });
    const [ownTarget, foreignTarget] = [await target(own), await target(foreign)];
    expect((await editor.get(at(own))).body.data).toHaveLength(1);
    expect((await editor.put(at(own, ownTarget), { sharedSeconds: 9 })).status).toBe(200);
    for (const [method, path] of [
      ['get', at(foreign)],
      ['post', at(foreign)],
      ['put', at(foreign, foreignTarget)],
      ['put', at(own, foreignTarget)],
      ['delete', at(own, foreignTarget)],
      ['post', at(own, foreignTarget, '/test')],
      ['post', at(own, foreignTarget, '/purge')],
      ['get', at(own, foreignTarget, '/attempts')],
      ['get', at('%00', ownTarget, '/attempts')],
      ['get', at(own, '%00', '/attempts')],
    ] as const) {
      const answer = await editor[method](
        path,
        method === 'get' ? undefined : { kind: 'http', url: cache.url },
      );
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const { panel: reader } = await signInWith(
      server.strapi,
      contentPermissions(server.strapi, [UID.website]),
    );
    expect((await reader.get(at(own))).status).toBe(403);
    expect((await reader.post(at(own, ownTarget, '/purge'))).status).toBe(403);
  });
});
