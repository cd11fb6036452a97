import type { ServerResponse } from 'node:http';
import request, { type Response } from 'supertest';
import { waitForIdlePool } from '../../../../src/plugins/content-delivery/server/src/platform/idle-pool';
import { createSuperAdmin } from '../../../support/admin-users';
import { signIn, signInAsSuperAdmin, withAdminToken } from '../../../support/admin-panel';
import { requireOutside } from '../../../support/outside';
import { passTime, withStoppedClock } from '../../../support/stopped-clock';
import { until } from '../../../support/until';
import { withServer } from '../../../support/with-server';

const GOOD = 'Kettle-stone-42';
const QUOTA = 8;
/** Attempts that Strapi allows one address for one e-mail address. */
const STRAPIS_OWN = 5;

let counter = 0;
const unusedEmail = (): string => `nobody-${process.pid}-${(counter += 1)}@example.com`;

const faultsOf = (response: Response): unknown => {
  const { error } = response.body as {
    error: { details: { errors: { path: string[]; message: string }[] } };
  };
  return {
    status: response.status,
    path: error.details.errors[0]?.path,
    message: error.details.errors[0]?.message,
  };
};
const refused = (path: string[], message: RegExp) => ({
  status: 400,
  path,
  message: expect.stringMatching(message) as string,
});

describe('passwords of the admin panel', () => {
  const { server } = withServer({ RATE_LIMIT_SIGN_INS: '0' });
  const post = (path: string, body: object) => request(server.strapi.server.httpServer).post(path).send(body);

  it('are refused at their field for the first administrator, and taken when they are good', async () => {
    const person = { firstname: 'Mara', lastname: 'Lindqvist', email: 'mara@example.com' };
    for (const [password, message] of [
      ['Short-pass1', /at least 12 characters/],
      ['Lindqvist-and-co-1', /name/],
    ] as const) {
      const response = await post('/admin/register-admin', { ...person, password });
      expect(faultsOf(response)).toEqual(refused(['password'], message));
    }
    expect((await post('/admin/register-admin', { ...person, password: GOOD })).status).toBe(200);
  });

  it('are refused for whoever takes up an invitation', async () => {
    const role: { id: number } = await server.strapi.service('admin::role').getSuperAdmin();
    const { registrationToken }: { registrationToken: string } = await server.strapi
      .service('admin::user')
      .create({ email: 'newcomer@example.com', roles: [role.id] });
    const accept = (password: string) =>
      post('/admin/register', {
        registrationToken,
        userInfo: { firstname: 'Someone', lastname: 'Else', password },
      });
    // The form has the first and last name; the e-mail address is in the invitation.
    for (const password of ['Someone-kettle-1', 'Newcomer-kettle-1']) {
      expect(faultsOf(await accept(password))).toEqual(refused(['userInfo', 'password'], /name/));
    }
    expect((await accept(GOOD)).status).toBe(200);
  });

  it('are refused when they are changed, by their user and by an administrator', async () => {
    const { email, password } = await createSuperAdmin(server.strapi);
    const panel = await signIn(server.strapi, email, password);
    const own = await panel.put('/admin/users/me', { currentPassword: password, password: 'Short-pass1' });
    expect(own.status).toBe(400);
    const other = await createSuperAdmin(server.strapi);
    for (const bad of ['Short-pass1', `Kettle-${other.email.split('@')[0]}-1`]) {
      expect((await panel.put(`/admin/users/${other.id}`, { password: bad })).status).toBe(400);
    }
    expect((await panel.put('/admin/users/me', { currentPassword: password, password: GOOD })).status).toBe(
      200,
    );
    await signIn(server.strapi, email, GOOD);
  });

  it('are refused when they are reset', async () => {
    const { id, email } = await createSuperAdmin(server.strapi);
    const resetPasswordToken = `reset-${id}`;
    await server.strapi.db.query('admin::user').update({
      where: { id },
      data: { resetPasswordToken, resetPasswordTokenExpiresAt: new Date(Date.now() + 60_000) },
    });
    const reset = (password: string, token: unknown = resetPasswordToken) =>
      post('/admin/reset-password', { resetPasswordToken: token, password });
    expect(faultsOf(await reset('Short-pass1', 'none'))).toEqual(
      refused(['password'], /at least 12 characters/),
    );
    const own = `Kettle-${email.split('@')[0]}-1`;
    expect(faultsOf(await reset(own))).toEqual(refused(['password'], /e-mail address/));
    // A condition in place of a token finds nobody, whose name the password could be held against.
    expect(faultsOf(await reset(own, { $ne: null }))).toMatchObject({
      status: 400,
      path: ['resetPasswordToken'],
    });
    expect((await reset(GOOD)).status).toBe(200);
  });
});

describe('an account of the admin panel', () => {
  const { server } = withServer({ RATE_LIMIT_SIGN_INS: '0' });
  const users = () => server.strapi.db.query('admin::user');
  const post = (path: string, body: object) => request(server.strapi.server.httpServer).post(path).send(body);

  it('is nothing that a token of it can take, nor make itself another token', async () => {
    const { id, email, password } = await createSuperAdmin(server.strapi);
    const panel = await signIn(server.strapi, email, password);
    const token = await withAdminToken(server.strapi, panel, [
      { action: 'admin::admin-tokens.create', subject: null },
      { action: 'admin::admin-tokens.read', subject: null },
      { action: 'admin::admin-tokens.update', subject: null },
      { action: 'admin::admin-tokens.regenerate', subject: null },
    ]);
    const { id: own } = (await server.strapi.db
      .query('admin::api-token')
      .findOne({ orderBy: { id: 'desc' } })) as {
      id: number;
    };
    const name = 'Another';
    for (const answer of [
      await token.put('/admin/users/me', { email: 'attacker@example.com' }),
      await token.get('/admin/users/me/sessions'),
      await token.delete('/admin/users/me/sessions'),
      await token.post('/admin/logout', {}),
      await token.post('/admin/admin-tokens', {
        name,
        description: '',
        lifespan: null,
        adminPermissions: [],
      }),
      await token.get(`/admin/admin-tokens/${own}`),
      await token.put(`/admin/admin-tokens/${own}`, { name, adminPermissions: [] }),
      await token.post(`/admin/admin-tokens/${own}/regenerate`, {}),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect(await users().findOne({ where: { id } })).toMatchObject({ email });
    expect((await token.get('/admin/users/me')).status).toBe(200);
    expect((await panel.get('/admin/users/me/sessions')).status).toBe(200);
  });

  it('is not taken over by an invitation that was left aside for a password', async () => {
    const role: { id: number } = await server.strapi.service('admin::role').getSuperAdmin();
    const invited: { id: number; registrationToken: string } = await server.strapi
      .service('admin::user')
      .create({ email: unusedEmail(), roles: [role.id] });
    const { registrationToken } = invited;
    const about = () =>
      request(server.strapi.server.httpServer).get('/admin/registration-info').query({ registrationToken });
    expect((await about()).status).toBe(200);
    const panel = await signInAsSuperAdmin(server.strapi);
    await panel.put(`/admin/users/${invited.id}`, { password: GOOD, isActive: true });
    const userInfo = { firstname: 'Somebody', password: 'Another-kettle-7' };
    expect((await post('/admin/register', { registrationToken, userInfo })).status).toBe(400);
    expect((await about()).status).toBe(400);
    const { email } = (await users().findOne({ where: { id: invited.id } })) as unknown as { email: string };
    await signIn(server.strapi, email, GOOD);
  });

  it.each([
    ['a password from an administrator', { password: 'Another-kettle-7' }, true],
    ['being blocked', { isActive: false }, true],
    ['a name', { firstname: 'Other' }, false],
  ])('loses its sessions, and links to a new password, with %s: %p', async (_what, change, isOver) => {
    const { id, email, password } = await createSuperAdmin(server.strapi);
    const signedIn = await post('/admin/login', { email, password });
    const [cookie = ''] = signedIn.headers['set-cookie'] as unknown as string[];
    await users().update({
      where: { id },
      data: { resetPasswordToken: `reset-${id}`, resetPasswordTokenExpiresAt: new Date(Date.now() + 60_000) },
    });
    const panel = await signInAsSuperAdmin(server.strapi);
    expect((await panel.put(`/admin/users/${id}`, change)).status).toBe(200);
    const again = await request(server.strapi.server.httpServer)
      .post('/admin/access-token')
      .set('Cookie', cookie.split(';')[0] ?? '');
    expect(again.status).toBe(isOver ? 401 : 200);
    expect(await users().count({ where: { id, resetPasswordToken: `reset-${id}` } })).toBe(isOver ? 0 : 1);
  });
});

describe('whether somebody has an e-mail address', () => {
  const { server } = withServer({ RATE_LIMIT_SIGN_INS: '0' });
  const post = (path: string, body: object) => request(server.strapi.server.httpServer).post(path).send(body);
  afterEach(() => jest.restoreAllMocks());

  it('is not told by the work that a sign-in makes, nor by its answer', async () => {
    const bcrypt = requireOutside<Bcrypt>('bcryptjs');
    const { email } = await createSuperAdmin(server.strapi);
    const blocked = await createSuperAdmin(server.strapi);
    const users = server.strapi.db.query('admin::user');
    await users.update({ where: { id: blocked.id }, data: { isActive: false } });
    const invited = await createSuperAdmin(server.strapi);
    await users.update({ where: { id: invited.id }, data: { password: null, isActive: false } });

    const compare = jest.spyOn(bcrypt, 'compare');
    // What Strapi still reads for the events of these changes would be counted too.
    await waitForIdlePool(server.strapi);
    const statements: string[] = [];
    // Housekeeping begins with the first request, and looks which users are gone.
    server.strapi.db.connection.on(
      'query',
      ({ sql }: { sql: string }) =>
        /admin_users/.test(sql) && !sql.startsWith('delete from `content_delivery_') && statements.push(sql),
    );
    const work: unknown[] = [];
    for (const address of [email, blocked.email, invited.email, unusedEmail(), email.toUpperCase()]) {
      compare.mockClear();
      statements.length = 0;
      const { status, body } = await post('/admin/login', { email: address, password: 'Kettle-stone-1' });
      const costs = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash as string));
      work.push({ status, body: body as unknown, costs, statements: statements.length });
    }
    server.strapi.db.connection.removeAllListeners('query');
    // One comparison, as expensive for everybody.
    expect(work[0]).toMatchObject({ status: 400, costs: [expect.any(Number)] });
    expect(work).toEqual(work.map(() => work[0]));
  });

  it('is not told by how long the answer to a forgotten password takes: the work begins after it', async () => {
    const { email } = await createSuperAdmin(server.strapi);
    await waitForIdlePool(server.strapi);
    const order: string[] = [];
    const sent = jest
      .spyOn(server.strapi.plugin('email').service('email') as Mailer, 'sendTemplatedEmail')
      .mockImplementation(({ to }) => {
        order.push(`e-mail to ${to}`);
        return Promise.reject(new Error('No e-mail today'));
      });
    const logged = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    const { httpServer } = server.strapi.server;
    const see = (_request: unknown, response: ServerResponse) =>
      response.once('finish', () => order.push('answered'));
    httpServer.prependListener('request', see);
    server.strapi.db.connection.on('query', ({ sql }: { sql: string }) => {
      if (/^select.*admin_users/.test(sql)) order.push('looked up');
    });
    const answers = [];
    for (const address of [unusedEmail(), email]) {
      order.length = 0;
      const { status, headers } = await post('/admin/forgot-password', { email: address });
      answers.push({ status, names: Object.keys(headers as object) });
      await until('a look for the account', () => order.includes('looked up'));
      expect(order.slice(0, 2)).toEqual(['answered', 'looked up']);
    }
    expect(answers[0]).toEqual(answers[1]);
    await until('a line of the log', () => logged.mock.calls.length > 0);
    expect(sent).toHaveBeenCalledTimes(1);

    // Nothing ends the process when the database is out of reach.
    logged.mockClear();
    jest.spyOn(server.strapi.db, 'query').mockImplementation(() => {
      throw new Error('No database today');
    });
    expect((await post('/admin/forgot-password', { email })).status).toBe(204);
    await until('a line of the log', () => logged.mock.calls.length > 0);
    httpServer.off('request', see);
    server.strapi.db.connection.removeAllListeners('query');
  });
});

interface Bcrypt {
  compare(password: string, hash: string): Promise<boolean>;
  hash(password: string, rounds: number): Promise<string>;
  getRounds(hash: string): number;
}
interface Mailer {
  sendTemplatedEmail(options: { to: string }): Promise<unknown>;
}

describe('passwords', () => {
  const { server } = withServer({ RATE_LIMIT_SIGN_INS: '0' });
  const bcrypt = requireOutside<Bcrypt>('bcryptjs');
  const attempt = (path: string, email: string) =>
    request(server.strapi.server.httpServer)
      .post(path)
      .send({ email, identifier: email, password: 'Wrong-password-1' });

  it('are compared and hashed beside the thread that answers requests', async () => {
    const hash = await bcrypt.hash(GOOD, 10);
    expect(await bcrypt.compare(GOOD, hash)).toBe(true);
    expect(await bcrypt.compare('Wrong-password-1', hash)).toBe(false);
    // What Strapi's package does by itself.
    const before = (bcrypt as unknown as Record<symbol, Bcrypt>)[
      Symbol.for('content-delivery.before')
    ] as Bcrypt;
    /** In which requests could have been answered meanwhile. */
    const ticksDuring = async (compare: Bcrypt['compare']): Promise<number> => {
      let turns = 0;
      let isOver = false;
      const count = (): void => {
        turns += 1;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      await compare(GOOD, hash);
      isOver = true;
      return turns;
    };
    expect(await ticksDuring(before.compare)).toBeLessThan(20);
    expect(await ticksDuring(bcrypt.compare)).toBeGreaterThan(100);
  });

  it('are compared for so many at a time, from whichever addresses: others come again', async () => {
    // It has a limit of five attempts for all names from one address.
    server.strapi.config.set('plugin::users-permissions.ratelimit', { enabled: false });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const compare = jest.spyOn(bcrypt, 'compare').mockImplementation(async () => {
      await held;
      return false;
    });
    const answers: Response[] = [];
    const all = Array.from({ length: 80 }, (_, i) =>
      attempt(i % 2 ? '/admin/login' : '/api/auth/local', unusedEmail()).then((answer) =>
        answers.push(answer),
      ),
    );
    try {
      await until('16 answers', () => answers.length === 16 && compare.mock.calls.length === 64);
      for (const { status, headers, body } of answers) {
        expect({ status, wait: headers['retry-after'] as unknown, body: body as unknown }).toMatchObject({
          status: 503,
          wait: '5',
          body: { error: { message: expect.stringMatching(/^Too many people are signing in/) as string } },
        });
      }
      release();
      await Promise.all(all);
      expect(answers.slice(16).map(({ status }) => status)).toEqual(Array(64).fill(400));
    } finally {
      release();
      await Promise.allSettled(all);
      compare.mockRestore();
    }
    expect((await attempt('/admin/login', unusedEmail())).status).toBe(400);
  });
});

describe('attempts to sign in', () => {
  const { server } = withServer({ RATE_LIMIT_SIGN_INS: String(QUOTA) });
  withStoppedClock();

  const attempt = (email: string) =>
    request(server.strapi.server.httpServer)
      .post('/admin/login')
      .send({ email, password: 'Wrong-password-1' });

  it('are limited for one e-mail address, as Strapi does it', async () => {
    const email = unusedEmail();
    for (let i = 0; i < STRAPIS_OWN; i += 1) expect((await attempt(email)).status).toBe(400);
    expect((await attempt(email)).status).toBe(429);
    passTime(60_000);
  });

  it('are limited for one address, however many e-mail addresses are tried', async () => {
    for (let i = 0; i < QUOTA; i += 1) expect((await attempt(unusedEmail())).status).toBe(400);
    const { status, headers, body } = await attempt(unusedEmail());
    expect({ status, body: body as unknown }).toEqual({
      status: 429,
      body: {
        data: null,
        error: {
          status: 429,
          name: 'RateLimitError',
          message: expect.stringMatching(/^Too many attempts to sign in .+ in 60 seconds\.$/) as string,
          details: {},
        },
      },
    });
    expect(headers['retry-after']).toBe('60');
    // The same quota for whatever a password or a code can be tried with.
    const reset = await request(server.strapi.server.httpServer)
      .post('/admin/reset-password')
      .send({ resetPasswordToken: 'none', password: GOOD });
    expect(reset.status).toBe(429);

    passTime(60_000);
    expect((await attempt(unusedEmail())).status).toBe(400);
  });

  it('are limited for who has taken a session and looks for its password; other changes are not counted', async () => {
    const { email, password } = await createSuperAdmin(server.strapi);
    const panel = await signIn(server.strapi, email, password);
    const change = async (body: Record<string, unknown>) => (await panel.put('/admin/users/me', body)).status;
    for (let i = 0; i < QUOTA; i += 1) expect(await change({ firstname: `Name ${i}` })).toBe(200);
    const guess = { currentPassword: 'Wrong-password-1', password: GOOD };
    // One of them was the sign-in.
    for (let i = 1; i < QUOTA; i += 1) expect(await change(guess)).toBe(400);
    expect(await change(guess)).toBe(429);
    expect(await change({ firstname: 'Name' })).toBe(200);
  });
});
