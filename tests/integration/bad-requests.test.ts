import request from 'supertest';
import type { TestWebsite } from '../fixtures/content';
import { expectAnswer, expectError, PATHS } from '../support/requests';
import { withServer } from '../support/with-server';

const FOREIGN_MARK = 'mark-of-the-other-website';
const UNAUTHORIZED = [401, 'UnauthorizedError'] as const;
const INVALID = [400, 'ValidationError'] as const;

describe('requests that the four routes refuse', () => {
  const { server, content, api } = withServer();
  let website: TestWebsite;

  beforeAll(async () => {
    website = await content.website();
    await content.post(website.documentId, { slug: 'post' });
    await content.page((await content.campaign(website.documentId)).documentId, { slug: 'page' });

    const other = await content.website();
    await content.post(other.documentId, { slug: 'foreign', title: FOREIGN_MARK });
    const campaign = await content.campaign(other.documentId);
    await content.page(campaign.documentId, { slug: 'foreign', html: FOREIGN_MARK });
  });

  describe.each(PATHS)('%s', (path) => {
    it.each([
      ['no parameters', ''],
      ['an empty key', 'apiKey='],
      ['a key without a value', 'apiKey'],
      ['an unknown key', 'apiKey=unknown'],
      ['a key of spaces', 'apiKey=%20%20'],
      ['a key with NUL', 'apiKey=%00'],
      ['a key in broken percent-encoding', 'apiKey=%zz%'],
      ['a key that is not UTF-8', 'apiKey=%ff%fe'],
      ['the name in another case', 'apikey=KEY'],
      ['the name of another parameter', 'slug=post'],
      ['a key after a fragment of another name', 'xapiKey=KEY'],
      ['the name of every object', '__proto__=KEY&constructor=KEY'],
    ])('answers 401 for %s', async (_what, query) => {
      const response = await api.get(path, query.replaceAll('KEY', website.key));
      expectError(response, ...UNAUTHORIZED);
      expect(response.text).not.toContain(website.key);
    });

    it.each([
      ['repeated', 'apiKey=KEY&apiKey=KEY'],
      ['repeated, once empty', 'apiKey=KEY&apiKey='],
      ['repeated in another spelling', 'apiKey=KEY&%61piKey=KEY'],
      ['a list', 'apiKey[]=KEY'],
      ['a list with an index', 'apiKey[0]=KEY'],
      ['an object', 'apiKey[$ne]=KEY'],
      ["an object of every object's names", 'apiKey[__proto__]=KEY'],
      ['a list in percent-encoding', 'apiKey%5B%5D=KEY'],
      ['a list beside a plain value', 'apiKey=KEY&apiKey[]=KEY'],
      ['deeply nested', `apiKey${'[a]'.repeat(50)}=KEY`],
    ])('answers 400 for a key that is %s', async (_what, query) => {
      const response = await api.get(path, query.replaceAll('KEY', website.key));
      expectError(response, ...INVALID, /apiKey/);
      expect(response.text).not.toContain(website.key);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
      'answers %s with 405 and Allow',
      async (method) => {
        const agent = request(server.strapi.server.httpServer);
        for (const query of [{}, { apiKey: website.key }]) {
          const sent = {
            POST: 'post',
            PUT: 'put',
            PATCH: 'patch',
            DELETE: 'delete',
            OPTIONS: 'options',
          } as const;
          const call = agent[sent[method]](path).query(query);
          const response = await (method === 'OPTIONS' ? call : call.send({ slug: 'post' }));
          expectError(response, 405, 'MethodNotAllowedError');
          expect(response.headers['allow']).toBe('GET, HEAD');
          expect(response.text).not.toContain(website.key);
        }
      },
    );

    it('refuses another method with 405 before it reads the body', async () => {
      const response = await request(server.strapi.server.httpServer)
        .post(path)
        .set('Content-Type', 'application/json')
        .send('{ not json');
      expectError(response, 405, 'MethodNotAllowedError');
    });

    it('answers HEAD as GET, without a body', async () => {
      const got = await api.get(path, { apiKey: website.key });
      const head = await api.head(path, { apiKey: website.key });
      expect(head.status).toBe(200);
      expect(head.text ?? '').toBe('');
      for (const name of [
        'content-type',
        'content-length',
        'etag',
        'cache-control',
        'access-control-allow-origin',
      ]) {
        expect({ [name]: head.headers[name] as string }).toEqual({ [name]: got.headers[name] as string });
      }
      const refused = await api.head(path);
      expect(refused.status).toBe(401);
      expect(refused.text ?? '').toBe('');
      expect(refused.headers).toMatchObject({
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
    });

    it('is the same with a slash at the end', async () => {
      const plain = await api.get(path, { apiKey: website.key });
      expectAnswer(await api.get(`${path}/`, { apiKey: website.key }), plain.body);
      expectError(await api.get(`${path}/`), ...UNAUTHORIZED);
      const posted = await request(server.strapi.server.httpServer).post(`${path}/`);
      expectError(posted, 405, 'MethodNotAllowedError');
    });
  });

  describe.each([
    ['/api/blog', 'slug'],
    ['/api/pseo-pages', 'slug'],
    ['/api/pseo-pages', 'campaignId'],
  ])('%s?%s', (path, name) => {
    it.each([
      ['empty', 'NAME='],
      ['without a value', 'NAME'],
      ['repeated', 'NAME=a&NAME=b'],
      ['repeated with one value', 'NAME=a&NAME=a'],
      ['repeated, first empty', 'NAME=&NAME=a'],
      ['a list', 'NAME[]=a'],
      ['a list in percent-encoding', 'NAME%5b%5d=a'],
      ['a list with an index', 'NAME[0]=a'],
      ['an object', 'NAME[$eq]=a'],
      ["an object of every object's names", 'NAME[constructor][prototype]=a'],
      ['an unclosed bracket', 'NAME[=a'],
    ])('answers 400 for a value that is %s', async (_what, query) => {
      const response = await api.get(path, `apiKey=${website.key}&${query.replaceAll('NAME', name)}`);
      expectError(response, ...INVALID, new RegExp(name));
      expect(response.text).not.toContain(website.key);
    });

    it('asks for the key first', async () => {
      expectError(await api.get(path, `${name}=&${name}=`), ...UNAUTHORIZED);
    });
  });

  it.each(['/api/blog', '/api/pseo-pages'])(
    'answers 404 for unknown slugs of any kind at %s',
    async (path) => {
      const slugs = [
        'unknown',
        'foreign',
        ' ',
        '\0',
        'post\0',
        '../post',
        'Post',
        'PAGE',
        '__proto__',
        '*',
        '%',
        `'--`,
        '😀',
        'x'.repeat(5000),
      ];
      for (const slug of slugs) {
        const response = await api.get(path, { apiKey: website.key, slug });
        expectError(response, 404, 'NotFoundError');
        expect(response.text).not.toContain(FOREIGN_MARK);
      }
    },
  );

  it('shows nothing internal in any error', async () => {
    const queries = [
      '',
      'apiKey=x',
      'apiKey=x&apiKey=y',
      `apiKey=${website.key}&slug=`,
      `apiKey=${website.key}&slug=nope`,
    ];
    for (const query of queries) {
      const { text, headers } = await api.get('/api/blog', query);
      expect(text).not.toMatch(/stack|node_modules|\.[jt]s\b|select |sql|knex|strapi|koa|hash/i);
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });
});
