import { randomBytes } from 'node:crypto';
import request, { type Response } from 'supertest';
import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';
import { createEmptyDatabase } from '../../support/databases';
import { requireOutside } from '../../support/outside';
import { startServer } from '../../support/strapi';
import { until } from '../../support/until';
import { withServer } from '../../support/with-server';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
const PASSWORD = 'Kettle-stone-42';
const QUOTA = 4;

let counter = 0;
const unusedEmail = (): string => `reader-${process.pid}-${(counter += 1)}@example.com`;

interface Bcrypt {
  compare(password: string, hash: string): Promise<boolean>;
}
const bcrypt = requireOutside<Bcrypt>('bcryptjs');

/** Where Strapi's own limits keep what they count. */
interface Store {
  prototype: { incr(...input: unknown[]): Promise<unknown> };
}
const store = requireOutside<Store>('koa2-ratelimit/src/MemoryStore.js').prototype;

it('registration of end users is closed at the first start, and stays open when an administrator has allowed it', async () => {
  const database = await createEmptyDatabase();
  const advanced = { type: 'plugin', name: 'users-permissions', key: 'advanced' };
  try {
    const first = await startServer({}, database);
    const settings = (await first.strapi.store.get(advanced)) as object;
    expect(settings).toMatchObject({ allow_register: false, default_role: 'authenticated' });
    await first.strapi.store.set({ ...advanced, value: { ...settings, allow_register: true } });
    await first.stopAndKeepDatabase();
    const second = await startServer({}, database);
    expect(await second.strapi.store.get(advanced)).toMatchObject({ allow_register: true });
    const { status } = await request(second.strapi.server.httpServer).post('/api/auth/local/register');
    expect(status).toBe(400);
    await second.stopAndKeepDatabase();
  } finally {
    await database.drop();
  }
});

describe('accounts of end users', () => {
  const { server, content, api } = withServer({ RATE_LIMIT_SIGN_INS: '0' });
  // Its own limit, of ten requests a minute.
  beforeAll(() => server.strapi.config.set('plugin::users-permissions.ratelimit', { enabled: false }));
  const agent = () => request(server.strapi.server.httpServer);
  const post = (path: string, body?: object): Promise<Response> =>
    Promise.resolve(body === undefined ? agent().post(path) : agent().post(path).send(body));

  const createUser = async (data: object = {}) => {
    const email = unusedEmail();
    const role = await server.strapi.db.query(ROLE).findOne({ where: { type: 'authenticated' } });
    await server.strapi.service(USER)['add']({
      username: email.split('@')[0],
      email,
      password: PASSWORD,
      provider: 'local',
      confirmed: true,
      role: role.id,
      ...data,
    });
    return { email };
  };
  const signIn = (identifier: string, password = PASSWORD) =>
    post('/api/auth/local', { identifier, password });

  it('exist for whoever extends the project: somebody with an account signs in', async () => {
    const { email } = await createUser();
    const { status, body } = await signIn(email);
    expect(status).toBe(200);
    const { jwt } = body as { jwt: string };
    const me = await agent().get('/api/users/me').set('Authorization', `Bearer ${jwt}`);
    expect({ status: me.status, email: (me.body as { email: string }).email }).toEqual({
      status: 200,
      email,
    });
  });

  it('cannot be made by anybody, also on a database that had no such accounts before', async () => {
    const account = { username: 'visitor', email: unusedEmail(), password: PASSWORD };
    const refused = await post('/api/auth/local/register', account);
    expect({ status: refused.status, body: refused.body as unknown }).toMatchObject({
      status: 400,
      body: { error: { message: 'Register action is currently disabled' } },
    });
    expect(await server.strapi.db.query(USER).count({ where: { email: account.email } })).toBe(0);
  });

  it('and visitors have no permission on anything of ours, whatever is granted to their roles', async () => {
    const website = await content.website();
    await content.post(website.documentId, { slug: 'post' });
    const permissions = server.strapi.db.query(PERMISSION);
    expect(await permissions.count({ where: { action: { $contains: 'content-delivery' } } })).toBe(0);
    expect(await permissions.count({ where: { action: { $startsWith: 'api::' } } })).toBe(0);

    const { body } = await signIn((await createUser()).email);
    const bearer = { Authorization: `Bearer ${(body as { jwt: string }).jwt}` };
    const roles = (await server.strapi.db.query(ROLE).findMany()) as { id: number }[];
    const actions = Object.entries(server.strapi.plugin('content-delivery').controllers).flatMap(
      ([controller, handlers]) =>
        Object.keys(handlers).map((action) => `plugin::content-delivery.${controller}.${action}`),
    );
    expect(actions.length).toBeGreaterThan(20);
    for (const { id: role } of roles) {
      for (const action of actions) await permissions.create({ data: { action, role } });
    }
    for (const path of Object.values(DELIVERY_PATHS)) {
      for (const headers of [{}, bearer]) {
        expect((await api.get(path, {}, headers)).status).toBe(401);
        expect((await api.get(path, { apiKey: 'wrong' }, headers)).status).toBe(401);
      }
      // With a key all is as it would be without the token, whichever it is.
      const plain = await api.get(path, { apiKey: website.key });
      for (const headers of [bearer, { Authorization: 'Bearer nonsense' }]) {
        const answer = await api.get(path, { apiKey: website.key }, headers);
        expect([answer.status, answer.text, answer.headers['etag']]).toEqual([
          200,
          plain.text,
          plain.headers['etag'],
        ]);
      }
    }
  });

  it('send no more than visitors, and no files, whatever their role may do', async () => {
    const { body } = await signIn((await createUser()).email);
    const bearer = { Authorization: `Bearer ${(body as { jwt: string }).jwt}` };
    const role = (await server.strapi.db.query(ROLE).findOne({ where: { type: 'authenticated' } })) as {
      id: number;
    };
    const action = 'plugin::upload.content-api.upload';
    await server.strapi.db.query(PERMISSION).create({ data: { action, role: role.id } });
    const long = { password: 'a'.repeat(150_000) };
    const changed = await agent().post('/api/auth/change-password').set(bearer).send(long);
    expect(changed.status).toBe(413);
    const sent = await agent().post('/api/upload').set(bearer).attach('files', Buffer.from('text'), 'a.txt');
    expect(sent.status).toBe(415);
    await server.strapi.db.query(PERMISSION).delete({ where: { action } });
  });

  it('are not told from addresses without one: a password is compared for each, and all is refused alike', async () => {
    const { email } = await createUser();
    const withoutPassword = await createUser({ password: null });
    const compare = jest.spyOn(bcrypt, 'compare');
    try {
      const refusals = [];
      for (const identifier of [email, withoutPassword.email, unusedEmail(), 'nobody']) {
        compare.mockClear();
        const { status, text } = await signIn(identifier, 'Wrong-password-1');
        refusals.push({ status, text, compared: compare.mock.calls.length });
      }
      expect(refusals[0]).toMatchObject({ status: 400, compared: 1 });
      expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    } finally {
      compare.mockRestore();
    }
  });

  it.each(['/api/auth/forgot-password', '/api/auth/send-email-confirmation'])(
    'are not told by %s, which answers before anything is sent',
    async (path) => {
      const known = await createUser();
      const unconfirmed = await createUser({ confirmed: false });
      const blocked = await createUser({ blocked: true });
      // A mail server that never answers.
      const sent: string[] = [];
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const service = server.strapi.plugin('email').service('email') as unknown as {
        send(mail: { to: string }): Promise<void>;
      };
      const send = jest.spyOn(service, 'send').mockImplementation(async ({ to }) => {
        sent.push(to);
        await held;
        throw new Error('no mail server');
      });
      const logged = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
      try {
        for (const { email } of [known, unconfirmed, blocked, { email: unusedEmail() }]) {
          const { status, text } = await post(path, { email });
          expect([status, text.replace(email, '')]).toEqual([
            200,
            path.endsWith('password') ? '{"ok":true}' : '{"email":"","sent":true}',
          ]);
        }
        const due = path.endsWith('password') ? [known.email, unconfirmed.email] : [unconfirmed.email];
        await until('an e-mail to each', () => sent.length >= due.length, { seen: () => sent });
        release();
        await until('a line of the log about each', () => logged.mock.calls.length >= due.length);
        expect([...sent].sort()).toEqual([...due].sort());
        // A refusal is none of the faults that an operator has to see.
        expect(logged).toHaveBeenCalledTimes(due.length);
        // No address of a person is in the log.
        expect(
          logged.mock.calls.flat().filter((line) => due.some((email) => String(line).includes(email))),
        ).toEqual([]);
      } finally {
        send.mockRestore();
        logged.mockRestore();
      }
    },
  );

  describe('with limits for each', () => {
    const LIMIT = 'plugin::users-permissions.ratelimit';
    beforeAll(() => server.strapi.config.set(LIMIT, { enabled: true }));
    afterAll(() => server.strapi.config.set(LIMIT, { enabled: false }));

    it('keep nothing of what requests write, and refuse an e-mail address that is none', async () => {
      const incr = jest.spyOn(store, 'incr');
      try {
        for (const path of [
          '/api/auth/forgot-password',
          '/api/auth/send-email-confirmation',
          '/api/auth/local/register',
          '/admin/login',
          '/admin/register-admin',
          '/admin/forgot-password',
        ]) {
          for (const length of [90_000, 100]) {
            const email = `${randomBytes(length / 2).toString('hex')}@example.com`;
            const { status } = await post(path, { email, password: PASSWORD });
            expect([path, length, status < 300 || status === 400]).toEqual([path, length, true]);
            if (length > 254) expect(status).toBe(400);
          }
        }
        for (const path of ['/api/auth/PROVIDER/callback', '/api/connect/PROVIDER']) {
          const { status } = await agent().get(path.replace('PROVIDER', randomBytes(4_000).toString('hex')));
          expect([400, 404]).toContain(status);
        }
        expect(incr).not.toHaveBeenCalled();
      } finally {
        incr.mockRestore();
      }
    });

    it('count attempts for one provider as one, however its name is spelled', async () => {
      const statuses: number[] = [];
      for (const spelled of ['github', 'GITHUB', 'git%68ub', 'github/', 'github/x', 'other', 'GitHub?x=1']) {
        statuses.push((await agent().get(`/api/connect/${spelled}`)).status);
      }
      expect(statuses).not.toContain(200);
      expect(statuses.slice(-2)).toEqual([429, 429]);
    });

    /** Whether each of six attempts is one too many. */
    const refusals = async (path: string, bodyOf: (attempt: number) => object): Promise<boolean[]> => {
      const seen: boolean[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1) {
        seen.push((await post(path, bodyOf(attempt))).status === 429);
      }
      return seen;
    };
    const THE_SIXTH = [false, false, false, false, false, true];

    it('count attempts for one of them, in small letters and in capital ones', async () => {
      const email = unusedEmail();
      for (const path of ['/api/auth/forgot-password', '/admin/forgot-password']) {
        expect(
          await refusals(path, (attempt) => ({ email: attempt % 2 ? email.toUpperCase() : email })),
        ).toEqual(THE_SIXTH);
      }
    });

    it('count attempts without an e-mail address together, whatever is sent under that name', async () => {
      for (const path of ['/api/auth/reset-password', '/api/auth/local']) {
        expect(await refusals(path, () => ({ email: unusedEmail() }))).toEqual(THE_SIXTH);
      }
    });
  });

  it('refuse a request without a body, or with one that is no object, as bad input', async () => {
    for (const path of [
      '/api/auth/local',
      '/api/auth/local/register',
      '/api/auth/forgot-password',
      '/api/auth/reset-password',
      '/api/auth/send-email-confirmation',
    ]) {
      for (const body of [
        undefined,
        [],
        {},
        { identifier: 'nobody' },
        { identifier: 'nobody', password: 1 },
        { identifier: 1, password: PASSWORD },
        { email: { $ne: null }, identifier: { $ne: null }, code: {} },
      ]) {
        const { status } = await post(path, body);
        expect({ path, body, status }).toEqual({ path, body, status: 400 });
      }
    }
  });
});

describe('attempts of end users to sign in', () => {
  const { server } = withServer({ RATE_LIMIT_SIGN_INS: String(QUOTA) });

  it('are limited for one address, together with whatever else a password or a code can be tried with', async () => {
    const post = async (path: string, body: object) => {
      const { status, body: answer } = await request(server.strapi.server.httpServer).post(path).send(body);
      return { status, body: answer as unknown };
    };
    const refused = {
      status: 429,
      body: { error: { message: expect.stringMatching(/^Too many attempts to sign in/) as string } },
    };
    const guess = { password: PASSWORD, passwordConfirmation: PASSWORD, code: 'none' };
    for (let i = 0; i < QUOTA; i += 1) {
      expect((await post('/api/auth/reset-password', guess)).status).toBe(400);
    }
    for (const path of [
      '/api/auth/local',
      '/api/auth/reset-password',
      '/api/auth/forgot-password',
      '/api/auth/local/register',
      '/admin/login',
    ]) {
      expect(await post(path, { identifier: unusedEmail(), email: unusedEmail(), ...guess })).toMatchObject(
        refused,
      );
    }
  });
});
