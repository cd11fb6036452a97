import request from 'supertest';
import { waitForIdlePool } from '../../../src/plugins/content-delivery/server/src/platform/idle-pool';
import { OPENAPI_PATH } from '../../../src/plugins/content-delivery/contracts/openapi';
import { signInAsSuperAdmin } from '../../support/admin-panel';
import { startEventReceiver } from '../../support/event-receiver';
import { expectError, PATHS } from '../../support/requests';
import { until } from '../../support/until';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

interface RegisteredRoute {
  methods: string[];
  path: string;
}

interface LogEntry {
  level: string;
  message: unknown;
}

/** Where end users with an account sign in; what they send is looked at, and refused here. */
const SIGN_IN = [
  'GET /api/auth/1/callback: 400',
  'GET /api/auth/email-confirmation: 400',
  'HEAD /api/auth/1/callback: 400',
  'HEAD /api/auth/email-confirmation: 400',
  'POST /api/auth/forgot-password: 400',
  'POST /api/auth/local/register: 400',
  'POST /api/auth/local: 400',
  'POST /api/auth/reset-password: 400',
  'POST /api/auth/send-email-confirmation: 400',
];

describe('what is not meant for the public', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite({ apiKey: 'a-key-that-must-never-be-written-anywhere' });

  beforeAll(async () => {
    const campaign = await content.campaign(website.documentId, { htmlTemplate: 'text' });
    await content.post(website.documentId, { slug: 'post' });
    await content.page(campaign.documentId, { slug: 'page' });
  });

  const call = (method: string, path: string) => {
    const agent = request(server.strapi.server.httpServer);
    const name = method.toLowerCase() as 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
    return agent[name](path);
  };

  const routes = (): RegisteredRoute[] =>
    (server.strapi.server.listRoutes() as RegisteredRoute[]).filter(
      ({ path, methods }) => path.startsWith('/api') && methods.length > 0,
    );

  it('is closed under /api without credentials, whatever the route but the description', async () => {
    const open: string[] = [];
    for (const { methods, path } of routes()) {
      // Layers of middlewares are patterns, not addresses.
      if (path.includes('(')) continue;
      const address = path.replace(/:\w+\??/g, '1');
      for (const method of methods) {
        const { status } = await call(method, address);
        if (![401, 403, 404, 405].includes(status)) open.push(`${method} ${address}: ${status}`);
      }
    }
    expect(open.sort()).toEqual([`GET ${OPENAPI_PATH}: 200`, `HEAD ${OPENAPI_PATH}: 200`, ...SIGN_IN].sort());
  });

  it('leaves exactly four routes of our own and their description, all of them for reading', () => {
    const others = /^\/api\/(content-type-builder|email|upload|i18n|auth|users|users-permissions)\//;
    const own = routes().filter(({ path }) => !path.includes('(') && !others.test(`${path}/`));
    expect(own.map(({ path }) => path).sort()).toEqual([...PATHS, OPENAPI_PATH].sort());
    for (const { methods } of own) expect([...methods].sort()).toEqual(['GET', 'HEAD']);
  });

  it.each(PATHS)('answers 401 at %s without a key, however the caller else presents itself', async (path) => {
    for (const headers of [
      { Cookie: `apiKey=${website.key}` },
      { Authorization: 'Basic YTpi' },
      { Authorization: website.key },
      { 'X-Api-Keys': website.key, 'Api-Key': website.key },
      { 'X-API-Key': '' },
    ] as Record<string, string>[]) {
      expectError(await api.get(path, {}, headers), 401, 'UnauthorizedError');
    }
  });

  it('lets no visitor sign up, whatever else they send', async () => {
    const account = { username: 'visitor', email: 'visitor@example.com', password: 'Password-1' };
    for (const more of [{}, { role: 1 }, { confirmed: true }, { provider: 'local' }]) {
      const { status } = await call('post', '/api/auth/local/register').send({ ...account, ...more });
      expect(status).toBe(400);
    }
    expect((await call('post', '/api/users').send(account)).status).toBe(403);
    expect(await server.strapi.db.query('plugin::users-permissions.user').count()).toBe(0);
  });

  describe('an API key', () => {
    let written: string[];
    let level: string;

    beforeEach(() => {
      written = [];
      const { log } = server.strapi;
      level = log.level;
      log.level = 'silly';
      log.on('data', remember);
      for (const transport of log.transports) transport.silent = true;
      for (const stream of [process.stdout, process.stderr]) {
        jest.spyOn(stream, 'write').mockImplementation((chunk) => {
          written.push(String(chunk));
          return true;
        });
      }
    });
    afterEach(() => {
      jest.restoreAllMocks();
      const { log } = server.strapi;
      log.level = level;
      log.off('data', remember);
      for (const transport of log.transports) transport.silent = false;
    });

    const remember = (entry: LogEntry): void => {
      const { message } = entry;
      written.push(
        `${entry.level} ${message instanceof Error ? `${message.message}\n${message.stack}` : String(message)} ${JSON.stringify(entry)}`,
      );
    };

    const expectUnwritten = (key: string): void => {
      const lines = written.join('\n');
      // The requests were logged at all, or their silence would prove nothing.
      expect(lines).toContain('/api/blog');
      expect(lines).not.toContain(key);
      expect(lines).not.toContain(encodeURIComponent(key));
    };

    it('is in no log line and no error body, of requests that succeed and that are refused', async () => {
      const { key } = website;
      for (const path of PATHS) {
        for (const query of [
          `apiKey=${key}`,
          `apiKey=${key}&apiKey=${key}`,
          `apiKey[]=${key}`,
          `apiKey[${key}]=a`,
          `apiKey=${key}x`,
          `apiKey=${key}&slug=${key}&campaignId=${key}`,
          `apiKey=${key}&slug=`,
        ]) {
          const response = await api.get(path, query);
          expect(response.text).not.toContain(key);
          expect(JSON.stringify(response.headers)).not.toContain(key);
        }
        expect((await call('post', `${path}?apiKey=${key}`)).text).not.toContain(key);
      }
      expect((await api.get(`/api/nothing?apiKey=${key}`)).text).not.toContain(key);
      expectUnwritten(key);
    });

    it('is in no log line when its website is created, changed and deleted, also in vain', async () => {
      const key = 'another-key-that-must-never-be-written';
      const own = await content.website({ apiKey: key });
      await api.blog(key);
      await expect(content.website({ apiKey: key })).rejects.toThrow();
      await expect(
        content.update('api::website.website', own.documentId, { apiKey: website.key }),
      ).rejects.toThrow();
      await content.remove('api::website.website', own.documentId);
      expectUnwritten(key);
      expectUnwritten(website.key);
    });

    it.each(['content_delivery_api_keys', 'posts'])(
      'is in no log line and no error body when the table %s cannot be read',
      async (table) => {
        // Nothing of this website has been answered yet, so there are no cached responses to fall back on.
        const unread = await content.website();
        await content.post(unread.documentId, { slug: 'post' });
        // Strapi's own late read of the post would find no table either.
        await waitForIdlePool(server.strapi);
        const rename = (from: string, to: string) => server.strapi.db.connection.schema.renameTable(from, to);
        await rename(table, `${table}_away`);
        try {
          for (const query of [{}, { slug: 'post' }] as Record<string, string>[]) {
            const response = await api.blog(unread.key, query);
            expectError(response, 503, 'ServiceUnavailableError');
            expect(response.text).not.toMatch(/select|posts|api_keys|table|relation/i);
            expect(response.text).not.toContain(unread.key);
          }
        } finally {
          await rename(`${table}_away`, table);
        }
        expectUnwritten(unread.key);
        expect((await api.blog(unread.key)).status).toBe(200);
      },
    );

    it('is in no log line and no error body when the server has a fault of its own', async () => {
      const { templates } = serviceOf(server.strapi, 'delivery');
      jest.spyOn(templates, 'render').mockImplementation(() => {
        throw new Error('an internal detail');
      });
      const response = await api.pseoPages(website.key, { slug: 'page' });
      expectError(response, 500, 'InternalServerError');
      expect(response.text).not.toContain('internal detail');
      await api.blog(website.key, { slug: 'there-is-none' });
      expectUnwritten(website.key);
    });
  });

  it('takes part in no transfer between servers, which would write past all rules', async () => {
    const panel = await signInAsSuperAdmin(server.strapi);
    expect((await panel.get('/admin/transfer/tokens')).status).toBe(404);
    // As it may be left from before.
    const { token } = server.strapi.service('admin::transfer') as unknown as {
      token: { create(wanted: object): Promise<{ accessKey: string }> };
    };
    const wanted = { name: 'left', description: '', permissions: ['push', 'pull'], lifespan: null };
    const { accessKey } = await token.create(wanted);
    for (const way of ['push', 'pull']) {
      const asked = call('GET', `/admin/transfer/runner/${way}`).set('Authorization', `Bearer ${accessKey}`);
      expect((await asked).status).toBe(404);
    }
  });

  it("of this machine and its network is not reached by Strapi's webhooks", async () => {
    const receiver = await startEventReceiver();
    const panel = await signInAsSuperAdmin(server.strapi);
    for (const url of [
      receiver.url,
      receiver.url.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/latest/',
    ]) {
      const made = await panel.post('/admin/webhooks', {
        name: 'inside',
        url,
        headers: {},
        events: ['entry.create'],
      });
      expect({ url, status: made.status }).toEqual({ url, status: 201 });
      const { id } = made.body.data as unknown as { id: number };
      const { body } = await panel.post(`/admin/webhooks/${id}/trigger`, {});
      expect(body.data).toEqual({
        statusCode: 500,
        message: expect.stringContaining('has an address in a private network') as string,
      });
    }
    await content.post(website.documentId, { slug: 'tells-nobody' });
    await waitForIdlePool(server.strapi);
    const { queue } = server.strapi.get('webhookRunner') as unknown as {
      queue: { running: number; queue: unknown[] };
    };
    await until('every call of a webhook', () => queue.running + queue.queue.length === 0);
    expect(receiver.received).toEqual([]);
    receiver.stop();
    const { data } = (await panel.get('/admin/webhooks')).body as unknown as { data: { id: number }[] };
    for (const { id } of data) await panel.delete(`/admin/webhooks/${id}`);
  });
});
