import request from 'supertest';
import { PATHS } from '../../../support/requests';
import { withServer } from '../../../support/with-server';

/** What would tell an attacker which versions run here. */
const TELLING = ['server', 'x-powered-by', 'x-aspnet-version'];

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

const expectQuiet = (headers: Record<string, string>): void => {
  for (const name of TELLING) expect(headers).not.toHaveProperty(name);
};

describe('security headers', () => {
  const { server, withWebsite } = withServer();
  const website = withWebsite();

  const get = (path: string) => request(server.strapi.server.httpServer).get(path);

  it('of the API let no answer be taken for a page, a script or a frame, from either lane and for errors', async () => {
    for (const path of PATHS) {
      for (const [query, status] of [
        [`apiKey=${website.key}`, 200],
        [`apiKey=${website.key}`, 200],
        ['apiKey=unknown', 401],
        ['', 401],
        ['apiKey=a&apiKey=b', 400],
      ] as const) {
        const response = await get(`${path}?${query}`);
        expect({ path, query, status: response.status }).toEqual({ path, query, status });
        expect(response.headers).toMatchObject({
          ...EVERYWHERE,
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        });
        expect(response.headers).not.toHaveProperty('set-cookie');
        expectQuiet(response.headers as Record<string, string>);
      }
    }
  });

  it('of everything else keep frames, scripts and types of others away', async () => {
    for (const path of [
      '/',
      '/_health',
      '/admin/init',
      '/content-manager/init',
      '/nothing',
      '/uploads/none.png',
    ]) {
      const { headers } = await get(path);
      expect({ path, headers: headers as unknown }).toEqual({
        path,
        headers: expect.objectContaining({ ...EVERYWHERE, 'x-frame-options': 'SAMEORIGIN' }) as unknown,
      });
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self'/);
      expect(headers['content-security-policy']).toMatch(/object-src '(none|self)'/);
      expectQuiet(headers as Record<string, string>);
    }
  });

  it('let no other website use the admin API with the cookies of whoever is signed in', async () => {
    const { httpServer } = server.strapi.server;
    const origin = 'https://www.example.com';
    for (const call of [
      request(httpServer).get('/admin/init'),
      request(httpServer).post('/admin/access-token'),
      request(httpServer).options('/admin/access-token').set('Access-Control-Request-Method', 'POST'),
      request(httpServer).options('/admin/users').set('Access-Control-Request-Method', 'GET'),
    ]) {
      const { headers } = await call.set('Origin', origin);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('let front ends read the API and uploaded files, without cookies', async () => {
    for (const path of [`/api/taxonomies?apiKey=${website.key}`, '/uploads/none.png']) {
      const { headers } = await get(path).set('Origin', 'https://www.example.com');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });
});
