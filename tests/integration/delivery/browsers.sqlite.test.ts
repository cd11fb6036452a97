import request, { type Response } from 'supertest';
import { CACHED_PATHS, PATHS } from '../../support/requests';
import { withServer } from '../../support/with-server';

const ORIGINS = [
  'https://front.example.com',
  'http://localhost:3000',
  'http://localhost:1337',
  'https://xn--mnchen-3ya.example',
  'chrome-extension://abcdefgh',
  'null',
];

describe('front ends that call from the browser', () => {
  const { server, api, withWebsite } = withServer();
  const website = withWebsite();

  /** Any page may read the answer and the headers that matter, and cookies play no part. */
  const expectReadable = (response: Response, status: number): void => {
    expect(response.status).toBe(status);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    const exposed = (response.headers['access-control-expose-headers'] as string | undefined) ?? '';
    expect(exposed.split(/\s*,\s*/)).toEqual(
      expect.arrayContaining(['ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy']),
    );
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(response.headers).not.toHaveProperty('set-cookie');
    // The answer is the same for every origin, so caches keep one.
    expect((response.headers['vary'] as string | undefined) ?? '').not.toMatch(/origin|\*/i);
    // A page of another origin may use it in spite of Strapi's security headers.
    expect(response.headers['cross-origin-resource-policy'] ?? 'cross-origin').toBe('cross-origin');
  };

  it.each(PATHS)('read every answer of %s, from any origin', async (path) => {
    for (const origin of ORIGINS) {
      const ok = await api.get(path, { apiKey: website.key }, { Origin: origin });
      expectReadable(ok, 200);
      const etag = ok.headers['etag'] as string | undefined;
      if (CACHED_PATHS.includes(path as (typeof CACHED_PATHS)[number])) {
        const conditional = { Origin: origin, 'If-None-Match': etag ?? '' };
        expectReadable(await api.get(path, { apiKey: website.key }, conditional), 304);
      } else expect(etag).toBeUndefined();
      expectReadable(await api.get(path, {}, { Origin: origin }), 401);
      expectReadable(await api.get(path, 'apiKey=a&apiKey=b', { Origin: origin }), 400);
      expectReadable(await request(server.strapi.server.httpServer).post(path).set('Origin', origin), 405);
    }
  });

  it.each(['/api/blog', '/api/pseo-pages'])('read that %s has no such slug', async (path) => {
    for (const origin of ORIGINS) {
      expectReadable(await api.get(path, { apiKey: website.key, slug: 'none' }, { Origin: origin }), 404);
    }
  });

  it.each(PATHS)('get the same from %s without an Origin', async (path) => {
    expectReadable(await api.get(path, { apiKey: website.key }), 200);
    expectReadable(await api.get(path), 401);
  });

  it.each(PATHS)('have their preflight to %s answered, without a key', async (path) => {
    for (const origin of ORIGINS) {
      const response = await request(server.strapi.server.httpServer).options(path).set({
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'if-none-match, x-requested-with',
      });
      expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' });
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
      const listOf = (name: string) =>
        ((response.headers[name] as string | undefined) ?? '').toLowerCase().split(/\s*,\s*/);
      expect(listOf('access-control-allow-methods').sort()).toEqual(['get', 'head']);
      expect(listOf('access-control-allow-headers')).toEqual(
        expect.arrayContaining(['if-none-match', 'x-requested-with']),
      );
      expect(Number(response.headers['access-control-max-age'])).toBeGreaterThan(0);
    }
  });
});
