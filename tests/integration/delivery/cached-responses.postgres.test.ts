import http from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { unique, UID, type TestWebsite } from '../../fixtures/content';
import { connectTo, portOf, targetOf, type Connection, type WireAnswer } from '../../support/connections';
import { expectExactly, figuresOf, targets, withWarmingServer, type Expected } from '../../support/warmed';
import { serviceOf } from '../../support/services';

const { posts, post, links, pages, page, terms } = targets;
const LONG = '<p>Not too short to be compressed.</p>'.repeat(200);

const decode = async ({ bytes, headers }: WireAnswer): Promise<string> => {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return (await promisify(brotliDecompress)(bytes)).toString('utf8');
  if (encoding === 'gzip') return (await promisify(gunzip)(bytes)).toString('utf8');
  expect(encoding).toBeUndefined();
  return bytes.toString('utf8');
};

describe('cached responses', () => {
  const { server, content, api, site } = withWarmingServer({
    // What is counted here is what comes after the limit.
    RATE_LIMIT_WRONG_KEYS: '10000',
  });

  /** A website of an account of its own with something on every route. */
  const fullSite = async () => {
    const account = await content.account();
    const website = await content.website({ account: account.documentId });
    const tag = await content.tag(website.documentId, 'Tag');
    const image = await content.image(`/uploads/${unique('image')}.webp`);
    const { documentId } = await content.post(website.documentId, {
      slug: 'post',
      content: LONG,
      featuredImage: image,
    });
    await content.link({ account: account.documentId });
    const campaign = await content.campaign(website.documentId);
    await content.page(campaign.documentId, { slug: 'page' });
    const addresses = [
      posts(website),
      post(website, 'post'),
      links(website),
      pages(website),
      pages(website, { campaignId: campaign.documentId }),
      page(website, 'page'),
      terms(website),
    ];
    return { website, account, tag, campaign, image, post: documentId, addresses };
  };

  it('of one website stay in place when another website changes', async () => {
    const [a, b] = [await fullSite(), await fullSite()];
    // A draft shows nothing to anybody.
    await content.draft(b.website.documentId, { featuredImage: a.image });
    const kept: WireAnswer[] = [];
    for (const target of b.addresses) kept.push(await api.warm(target, {}));
    const files = server.strapi.db.query('plugin::upload.file');
    for (const change of [
      () => files.update({ where: { id: a.image }, data: { url: '/uploads/other.webp' } }),
      () => files.updateMany({ where: { id: { $in: [a.image] } }, data: { alternativeText: 'Other' } }),
      async () => files.delete({ where: { id: await content.image('/uploads/unused.webp') } }),
      () => files.delete({ where: { id: a.image } }),
      () => content.update(UID.post, a.post, { title: 'Other' }, 'published'),
      () => content.update(UID.tag, a.tag.documentId, { name: 'Other' }),
      () => content.update(UID.campaign, a.campaign.documentId, { htmlTemplate: 'Other' }),
      () => content.update(UID.website, a.website.documentId, { apiKey: unique('other') }),
      () => content.link({ account: a.account.documentId }),
      () => content.update(UID.account, a.account.documentId, { name: unique('other') }),
    ]) {
      await change();
      const { hits, builds } = figuresOf(server);
      for (const [index, target] of b.addresses.entries()) {
        const { status, text, headers } = await api.get(target);
        expect({ status, text, etag: headers.etag }).toEqual({
          status: 200,
          text: kept[index]?.text,
          etag: kept[index]?.headers.etag,
        });
      }
      expect(figuresOf(server)).toMatchObject({ builds, hits: hits + b.addresses.length });
    }
  });

  it('are built once for a thousand requests that arrive together', async () => {
    const { website } = await fullSite();
    const { builds } = figuresOf(server);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => api.get(post(website, 'post'))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expectExactly(answers[0] as WireAnswer, { slug: 'post', content: LONG });
    expect(figuresOf(server).builds).toBe(builds + 1);
  });

  it('are built once more for a thousand requests after a change', async () => {
    const { website, post: documentId } = await fullSite();
    await api.warm(post(website, 'post'), { slug: 'post' });
    await content.update(UID.post, documentId, { title: 'Changed' }, 'published');
    const { builds } = figuresOf(server);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => api.get(post(website, 'post'))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expectExactly(answers[0] as WireAnswer, { title: 'Changed' });
    expect(figuresOf(server).builds).toBe(builds + 1);
  });

  describe('for five hundred requests that wait together', () => {
    const WAITING = 500;

    /** How often the database was read while so many asked. */
    const readsOf = async (target: string, expected: Expected): Promise<number> => {
      const { reader } = serviceOf(server.strapi, 'delivery');
      const reads = [jest.spyOn(reader, 'snapshot'), jest.spyOn(reader, 'single')];
      try {
        const answers = await Promise.all(Array.from({ length: WAITING }, () => api.get(target)));
        for (const answer of answers) expectExactly(answer, expected);
        return reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      } finally {
        for (const read of reads) read.mockRestore();
      }
    };

    it('a key is looked up once more after a change, whatever they ask for', async () => {
      const { website, addresses, tag } = await fullSite();
      for (const target of addresses) await api.warm(target, {});
      await content.update(UID.tag, tag.documentId, { name: 'Changed' });
      // The key, and the response itself.
      expect(await readsOf(terms(website), { tags: [{ name: 'Changed' }] })).toBe(2);
    });

    it('a key that opens nothing is looked up few times', async () => {
      expect(await readsOf(posts({ key: unique('unknown') }), 401)).toBeLessThan(WAITING / 10);
    });

    it('different keys that open nothing are looked up together', async () => {
      const { reader } = serviceOf(server.strapi, 'delivery');
      const reads = jest.spyOn(reader, 'snapshot');
      const answers = await Promise.all(
        Array.from({ length: 90 }, () => api.get(posts({ key: unique('unknown') }))),
      );
      for (const answer of answers) expectExactly(answer, 401);
      expect(reads.mock.calls.length).toBeLessThan(45);
      reads.mockRestore();
    });

    it.each(['include', 'withhold'])(
      'a slug that nothing has is looked up few times where scheduled posts are treated as %j',
      async (scheduledPosts) => {
        const website = await site({ scheduledPosts });
        expect(await readsOf(post(website, 'none'), 404)).toBeLessThan(WAITING / 10);
      },
    );

    it('a post is read once, where scheduled posts are withheld too', async () => {
      const website = await site({ scheduledPosts: 'withhold' });
      await content.post(website.documentId, { slug: 'post' });
      await api.get(terms(website));
      expect(await readsOf(post(website, 'post'), { slug: 'post' })).toBe(1);
    });
  });

  it('of a post, and of a slug that nothing has, are of one statement', async () => {
    const website = await site();
    await content.post(website.documentId, {
      slug: 'post',
      tags: [(await content.tag(website.documentId)).documentId],
    });
    await api.get(terms(website));
    const { reader } = serviceOf(server.strapi, 'delivery');
    const statements = jest.fn();
    const single = reader.single.bind(reader);
    const spies = [
      jest.spyOn(reader, 'snapshot'),
      jest.spyOn(reader, 'single').mockImplementation((read) =>
        single((snapshot) =>
          read({
            rows: (statement, values) => {
              statements();
              return snapshot.rows(statement, values);
            },
          }),
        ),
      ),
    ];
    expectExactly(await api.get(post(website, 'post')), { slug: 'post' });
    expectExactly(await api.get(post(website, 'none')), 404);
    expect(statements).toHaveBeenCalledTimes(2);
    expect(spies[0]).not.toHaveBeenCalled();
    for (const spy of spies) spy.mockRestore();
  });

  describe('in an encoding', () => {
    let website: TestWebsite;

    beforeAll(async () => {
      ({ website } = await fullSite());
    });

    it.each([
      ['gzip, deflate, br', 'br'],
      ['br;q=0.5, gzip;q=0.9', 'gzip'],
      ['identity;q=1, *;q=0', undefined],
    ])('asked for as %j are sent as %s, on either lane', async (accept, encoding) => {
      const plain = await api.get(post(website, 'post'));
      for (let lane = 0; lane < 2; lane += 1) {
        const answer = await api.get(post(website, 'post'), { 'Accept-Encoding': accept });
        expect({ status: answer.status, text: await decode(answer) }).toEqual({
          status: 200,
          text: plain.text,
        });
        expect(answer.headers).toMatchObject({
          vary: 'Accept-Encoding',
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(answer.bytes.length),
        });
        expect(answer.headers['content-encoding']).toBe(encoding);
        if (encoding) {
          expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 5);
          expect(answer.headers.etag).not.toBe(plain.headers.etag);
        } else expect(answer.headers.etag).toBe(plain.headers.etag);
      }
    });

    it('have a tag of their own, which a 304 answers to and the other encodings do not', async () => {
      const target = post(website, 'post');
      const encodings = ['br', 'gzip', 'identity'];
      const etags: string[] = [];
      for (const encoding of encodings) {
        etags.push((await api.get(target, { 'Accept-Encoding': encoding })).headers.etag as string);
      }
      expect(new Set(etags).size).toBe(3);
      for (const encoding of encodings) {
        for (const etag of etags) {
          const isOwn = etag === etags[encodings.indexOf(encoding)];
          const answer = await api.get(target, { 'Accept-Encoding': encoding, 'If-None-Match': etag });
          expect(answer.status).toBe(isOwn ? 304 : 200);
          expect(answer.headers).toMatchObject({
            vary: 'Accept-Encoding',
            'cache-control': 'public, max-age=0, must-revalidate',
            etag: etags[encodings.indexOf(encoding)],
          });
          expect(answer.bytes.length > 0).toBe(!isOwn);
        }
      }
    });

    it('are compressed from one build, and follow a change in every encoding', async () => {
      const own = await fullSite();
      const target = post(own.website, 'post');
      const { builds } = figuresOf(server);
      const seen = new Set<string>();
      for (const title of ['One', 'Two']) {
        await content.update(UID.post, own.post, { title }, 'published');
        const answers = await Promise.all(
          ['br', 'gzip', 'identity', 'br', 'gzip', 'identity'].map((encoding) =>
            api.get(target, { 'Accept-Encoding': encoding }),
          ),
        );
        for (const answer of answers) {
          expect(answer.status).toBe(200);
          expect(JSON.parse(await decode(answer))).toMatchObject({ title, content: LONG });
          seen.add(answer.headers.etag as string);
        }
      }
      expect(figuresOf(server).builds).toBe(builds + 2);
      expect(seen.size).toBe(6);
    });

    it('are sent as they are when there is little to save', async () => {
      const answer = await api.get(posts(await site()), { 'Accept-Encoding': 'br, gzip' });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '[]' });
      expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding' });
      expect(answer.headers).not.toHaveProperty('content-encoding');
    });
  });

  describe('on the fast lane', () => {
    /** The same Strapi without anything in front of it. */
    let slow: Connection;
    let slowServer: http.Server;

    beforeAll(async () => {
      slowServer = http.createServer(server.strapi.server.app.callback());
      slow = connectTo(await portOf(slowServer));
    });
    afterAll(async () => {
      slow.close();
      await new Promise((done) => slowServer.close(done));
    });

    /** All that a caller sees; a date, the request's own number and what belongs to the connection aside. */
    const seen = ({ status, headers, bytes }: WireAnswer) => {
      const rest = { ...headers };
      for (const name of ['date', 'x-request-id', 'connection', 'keep-alive'])
        Reflect.deleteProperty(rest, name);
      return { status, headers: rest, body: bytes.toString('base64') };
    };

    it('are answered like those of Strapi alone: status, every header and body', async () => {
      const { website, addresses } = await fullSite();
      const apiKey = website.key;
      const others = [
        post(website, 'none'),
        page(website, 'none'),
        targetOf('/api/blog', { apiKey, slug: '' }),
        targetOf('/api/blog', { apiKey: 'unknown' }),
        '/api/blog',
        `/api/blog?apiKey=${apiKey}&slug=post&slug=post`,
        `/api/blog/?apiKey=${apiKey}`,
        `/API/Blog?apiKey=${apiKey}`,
        `/api/blog?apiKey=${apiKey}&unknown=1`,
        `/api/blog?unknown=1&apiKey=${apiKey}#fragment`,
        `/api/blog?apiKey=${encodeURIComponent(apiKey).replace(/-/g, '%2D')}`,
      ];
      for (const target of [...addresses, ...others]) {
        const etag = (await api.get(target)).headers.etag ?? '"none"';
        const packed = (await api.get(target, { 'Accept-Encoding': 'br' })).headers.etag ?? '"none"';
        const few: Record<string, string>[] = [{}, { 'Accept-Encoding': 'br' }, { 'If-None-Match': '*' }];
        const many: Record<string, string>[] = [
          ...few,
          { 'Accept-Encoding': 'gzip' },
          { 'Accept-Encoding': 'identity;q=1, *;q=0' },
          { Origin: 'https://front.example.com' },
          { 'If-None-Match': etag },
          { 'If-None-Match': `W/${etag}, "other"` },
          { 'If-None-Match': '"other"' },
          { 'If-None-Match': packed, 'Accept-Encoding': 'br' },
          { Range: 'bytes=0-1' },
        ];
        for (const method of ['GET', 'HEAD']) {
          for (const sent of others.includes(target) ? few : many) {
            const alone = seen(await slow.send(method, target, sent));
            expect({ target, method, sent, ...seen(await api.send(method, target, sent)) }).toEqual({
              target,
              method,
              sent,
              ...alone,
            });
          }
        }
      }
    });

    it('are given for GET and HEAD only', async () => {
      const { addresses } = await fullSite();
      for (const target of addresses) {
        await api.warm(target, {});
        for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
          expect({ method, ...seen(await api.send(method, target)) }).toEqual({
            method,
            ...seen(await slow.send(method, target)),
          });
        }
      }
    });

    it('are not given to a key that is no longer valid, nor to another website by an old address', async () => {
      const first = await fullSite();
      for (const target of first.addresses) await api.warm(target, {});
      await content.update(UID.website, first.website.documentId, { apiKey: unique('renewed') });
      for (const target of first.addresses) {
        expectExactly(await api.get(target), 401);
        expectExactly(await api.get(target, { 'If-None-Match': '*' }), 401);
        expect((await api.send('HEAD', target)).status).toBe(401);
      }
    });

    it('are not given to a key that differs by case or by spaces', async () => {
      const key = unique('Case-Key');
      const website: TestWebsite = await site({ apiKey: key });
      await api.warm(posts(website), []);
      for (const other of [key.toLowerCase(), key.toUpperCase(), `${key} `, ` ${key}`]) {
        expectExactly(await api.get(posts({ key: other })), 401);
      }
    });

    it('are given under very long addresses too, which are not remembered', async () => {
      const { website, post: documentId } = await fullSite();
      const long = `${post(website, 'post')}&unknown=${'x'.repeat(8_000)}`;
      const short = await api.warm(post(website, 'post'), { slug: 'post' });
      for (let i = 0; i < 3; i += 1) {
        const { status, text, headers } = await api.get(long);
        expect({ status, text, etag: headers.etag }).toEqual({
          status: 200,
          text: short.text,
          etag: short.headers.etag,
        });
      }
      await content.update(UID.post, documentId, { title: 'Changed' }, 'published');
      expectExactly(await api.get(long), { title: 'Changed' });
    });
  });
});
