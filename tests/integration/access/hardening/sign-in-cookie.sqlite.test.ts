import request from 'supertest';
import { createSuperAdmin, type AdminUser } from '../../../support/admin-users';
import { withServer } from '../../../support/with-server';

describe('the cookie of the admin panel, in production', () => {
  const { server } = withServer({ NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1' });
  let user: AdminUser;
  beforeAll(async () => {
    user = await createSuperAdmin(server.strapi);
  });

  const signIn = async (headers: Record<string, string>) => {
    const { status, headers: answered } = await request(server.strapi.server.httpServer)
      .post('/admin/login')
      .set(headers)
      .send({ email: user.email, password: user.password });
    return { status, cookies: (answered['set-cookie'] ?? []) as unknown as string[] };
  };

  it('comes by plain HTTP too, as on a first try on one’s own machine or network', async () => {
    const { status, cookies } = await signIn({});
    expect(status).toBe(200);
    // The second one is the signature of the first.
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^strapi_admin_refresh(?!.*secure).*samesite=strict.*httponly/i);
    // Of the session that it carries.
    const { body } = await request(server.strapi.server.httpServer)
      .post('/admin/access-token')
      .set('Cookie', cookies.map((cookie) => cookie.split(';')[0]).join('; '))
      .expect(200);
    expect(body).toMatchObject({ data: { token: expect.any(String) as string } });
  });

  it('is for HTTPS alone where that is how the client came', async () => {
    const { status, cookies } = await signIn({
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': '192.0.2.7',
    });
    expect(status).toBe(200);
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/^strapi_admin_refresh.*; secure/i);
  });
});
