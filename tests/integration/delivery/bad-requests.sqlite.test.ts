import type http from 'node:http';
import request from 'supertest';
import { OPENAPI_PATH } from '../../../src/plugins/content-delivery/contracts/openapi';
import { expectError, PATHS, rawRequestsTo } from '../../support/requests';
import { withServer } from '../../support/with-server';

const FOREIGN_MARK = 'mark-of-the-other-website';
const UNAUTHORIZED = [401, 'UnauthorizedError'] as const;
const INVALID = [400, 'ValidationError'] as const;

describe('requests that the four routes refuse', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite();

  beforeAll(async () => {
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
      ['an unknown key', 'apiKey=unknown'],
      ['a key with NUL', 'apiKey=%00'],
      ['the name in another case', 'apikey=KEY'],
    ])('answers 401 for %s', async (_what, query) => {
      const response = await api.get(path, query.replaceAll('KEY', website.key));
      expectError(response, ...UNAUTHORIZED);
      expect(response.text).not.toContain(website.key);
    });

    it.each([
      ['repeated', 'apiKey=KEY&apiKey=KEY'],
      ['a list in percent-encoding', 'apiKey%5B%5D=KEY'],
      ['an object', 'apiKey[$ne]=KEY'],
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
  });

  describe.each([
    ['in front of Koa', true],
    ['of Strapi alone', false],
  ])('addresses in other spellings, by the lane %s', (_which, isFast) => {
    let http: Awaited<ReturnType<typeof rawRequestsTo>>;
    let plain: http.RequestListener[] = [];

    beforeAll(async () => {
      http = await rawRequestsTo(server);
      if (isFast) return;
      const { httpServer, app } = server.strapi.server;
      plain = httpServer.listeners('request') as http.RequestListener[];
      httpServer.removeAllListeners('request').on('request', app.callback());
    });
    afterAll(() => {
      http.close();
      if (isFast) return;
      const { httpServer } = server.strapi.server;
      httpServer.removeAllListeners('request');
      for (const listener of plain) httpServer.on('request', listener);
    });

    /** What two answers with the same content have in common. */
    const lasting = (headers: object) => ({ ...headers, date: undefined, 'x-request-id': undefined });

    const spellings = (path: string): string[] => [
      `/${path}`,
      `//${path}`,
      path.replace('/api/', '/api//'),
      `${path}/`,
      `/${path}/`,
      `${path}//`,
      path.replace('/api/', '/./api/'),
      path.replace('/api/', '/x/../api/'),
      path.replace('/api/', '/%61pi/'),
      path.toUpperCase(),
      `http://elsewhere.example.com${path}`,
    ];

    it.each([...PATHS, OPENAPI_PATH])('are answered as %s itself', async (path) => {
      const query = `?apiKey=${website.key}`;
      const usual = await http.send('GET', path + query);
      expect(usual.status).toBe(200);
      for (const spelling of spellings(path)) {
        for (const method of ['GET', 'HEAD']) {
          const { status, text, headers } = await http.send(method, spelling + query);
          expect({ spelling, method, status }).toEqual({ spelling, method, status: 200 });
          expect(text).toBe(method === 'GET' ? usual.text : '');
          expect({ spelling, ...lasting(headers) }).toEqual({ spelling, ...lasting(usual.headers) });
        }
        const without = await http.send('GET', spelling);
        expect(without.status).toBe(path === OPENAPI_PATH ? 200 : 401);
        const posted = await http.send('POST', spelling + query);
        expect(posted).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
        const preflight = await http.send('OPTIONS', spelling, { 'Access-Control-Request-Method': 'GET' });
        expect(preflight).toMatchObject({
          status: 204,
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD' },
        });
      }
    });

    it.each([
      ['GET', '/api', 404],
      ['GET', '/api/', 404],
      ['GET', '//api', 404],
      ['GET', '/api/nope', 404],
      ['HEAD', '/api/nope', 404],
      ['GET', '//api//nope/', 404],
      ['GET', '/API/nope', 404],
      ['POST', '/api/nope', 404],
      ['DELETE', '/api/nope', 404],
      ['PUT', '/api/upload/files', 405],
      ['OPTIONS', '/api/blog', 405],
      ['GET', '/api/%', 400],
      ['GET', '/api/%ZZ', 400],
      ['GET', '/api/blog/%', 400],
      ['GET', '/api/%00', 404],
      ['GET', '/api/%2e%2e%2f%2e%2e%2fetc', 404],
      ['GET', '/api/blog?slug=%ZZ', 401],
      ['GET', '/api/blog?apiKey=KEY&slug=%ZZ', 404],
      ['GET', '/api/blog?apiKey=KEY&slug=%', 404],
      // Strapi's: whoever presents nothing is the role Public, which may do nothing.
      ['GET', '/api/upload/files', 403],
      ['GET', '/api/content-delivery/x', 404],
      ['GET', `/api/blog?apiKey=${'a'.repeat(20_000)}`, 431],
      ['GET', `/api/${'a'.repeat(20_000)}`, 431],
    ])('get errors of one shape that browsers can read: %s %s', async (method, target, status) => {
      const answer = await http.send(method, target.replace('KEY', website.key));
      expect({ status: answer.status, headers: answer.headers }).toMatchObject({
        status,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'access-control-allow-origin': '*',
          'access-control-expose-headers': expect.stringContaining('Retry-After') as string,
        },
      });
      if (method === 'HEAD') return expect(answer.text).toBe('');
      expect(JSON.parse(answer.text)).toEqual({
        data: null,
        error: {
          status,
          name: expect.stringMatching(/Error$/) as string,
          message: expect.stringMatching(/\S/) as string,
          details: status === 404 && target.includes('slug=') ? { code: 'unknown-slug' } : {},
        },
      });
      expect(answer.text).not.toMatch(/malicious|node_modules|\/work|ENOENT/i);
    });

    it('let a browser ask before it reads an address that is not there', async () => {
      const { status, headers } = await http.send('OPTIONS', '/api/nope', {
        Origin: 'https://www.example.com',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-api-key',
      });
      expect({ status, headers }).toMatchObject({
        status: 204,
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-api-key' },
      });
    });
  });

  describe.each([
    ['/api/blog', 'slug'],
    ['/api/pseo-pages', 'slug'],
    ['/api/pseo-pages', 'campaignId'],
  ])('%s?%s', (path, name) => {
    it.each([
      ['empty', 'NAME='],
      ['repeated', 'NAME=a&NAME=b'],
      ['an object', 'NAME[$eq]=a'],
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
