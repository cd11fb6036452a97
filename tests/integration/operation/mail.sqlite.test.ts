import request from 'supertest';
import { signIn } from '../../support/admin-panel';
import { createSuperAdmin } from '../../support/admin-users';
import { startMailServer, type MailServer, type TakenMail } from '../../support/mail-server';
import { until } from '../../support/until';
import { startServer, type TestServer } from '../../support/strapi';

const NEW_PASSWORD = 'Kettle-stone-42';
const SETTINGS = {
  PUBLIC_URL: 'https://cms.example.com/content/',
  HOST: '0.0.0.0',
  MAIL_FROM: 'Example CMS <cms@example.com>',
  SMTP_HOST: '127.0.0.1',
  SMTP_TLS: 'none',
};

let mailServer: MailServer | undefined;
let server: TestServer | undefined;
const start = async (environment: Record<string, string | undefined>): Promise<TestServer> => {
  server = await startServer(environment);
  return server;
};
afterEach(async () => {
  await server?.stop();
  await mailServer?.close();
  server = mailServer = undefined;
  for (const name of Object.keys(SETTINGS)) Reflect.deleteProperty(process.env, name);
  Reflect.deleteProperty(process.env, 'SMTP_PORT');
});

const mailOf = ({ mails }: MailServer): Promise<TakenMail> => until('a mail', () => mails[0]);

const forgets = async ({ strapi }: TestServer, email: string): Promise<void> => {
  const answer = await request(strapi.server.httpServer).post('/admin/forgot-password').send({ email });
  expect(answer.status).toBe(204);
};

describe('a forgotten password', () => {
  it('leads by mail to the public address, and is chosen there', async () => {
    mailServer = await startMailServer();
    const { strapi } = await start({ ...SETTINGS, SMTP_PORT: String(mailServer.port) });
    const user = await createSuperAdmin(strapi);
    const before = await signIn(strapi, user.email, user.password);
    await forgets({ strapi } as TestServer, user.email);

    const { from, to, text } = await mailOf(mailServer);
    expect({ from, to }).toEqual({ from: 'cms@example.com', to: [user.email] });
    const links = new Set(text.match(/https?:\/\/[^\s"<]+/g));
    expect([...links]).toEqual([
      expect.stringMatching(/^https:\/\/cms\.example\.com\/content\/admin\/auth\/reset-password\?code=\w+$/),
    ]);

    const code = new URL([...links].join('')).searchParams.get('code');
    const answer = await request(strapi.server.httpServer)
      .post('/admin/reset-password')
      .send({ resetPasswordToken: code, password: NEW_PASSWORD });
    expect(answer.status).toBe(200);
    expect((await before.get('/admin/users/me')).status).toBe(401);
    await signIn(strapi, user.email, NEW_PASSWORD);
  });

  it('is answered by mail also where the server ends just after it', async () => {
    mailServer = await startMailServer();
    const { strapi, stop } = await start({ ...SETTINGS, SMTP_PORT: String(mailServer.port) });
    const user = await createSuperAdmin(strapi);
    const error = jest.spyOn(strapi.log, 'error').mockReturnValue(strapi.log);
    await forgets({ strapi } as TestServer, user.email);
    server = undefined;
    await stop();
    expect(mailServer.mails.map(({ to }) => to)).toEqual([[user.email]]);
    expect(error).not.toHaveBeenCalled();
  });

  it('without a mail server is said in the log, and nothing else happens', async () => {
    const { strapi } = await start({ PUBLIC_URL: 'https://cms.example.com' });
    const user = await createSuperAdmin(strapi);
    const error = jest.spyOn(strapi.log, 'error').mockReturnValue(strapi.log);
    await forgets({ strapi } as TestServer, user.email);
    const [said] = await until('a line in the log', () => error.mock.calls[0]);
    expect(String((said as unknown as Error).stack)).toBe(
      'No mail was sent, as no mail server is set: SMTP_HOST and MAIL_FROM do that (docs/operations/mail-and-access.md).',
    );
    expect(error).toHaveBeenCalledTimes(1);
    await signIn(strapi, user.email, user.password);
  });

  it('that the mail server refuses is said in the log, without the password of the mail server', async () => {
    mailServer = await startMailServer({ login: { user: 'me', password: 'right' } });
    const { strapi } = await start({
      ...SETTINGS,
      SMTP_PORT: String(mailServer.port),
      SMTP_USERNAME: 'me',
      SMTP_PASSWORD: 'very-secret',
    });
    Reflect.deleteProperty(process.env, 'SMTP_USERNAME');
    Reflect.deleteProperty(process.env, 'SMTP_PASSWORD');
    const user = await createSuperAdmin(strapi);
    const error = jest.spyOn(strapi.log, 'error').mockReturnValue(strapi.log);
    await forgets({ strapi } as TestServer, user.email);
    const [said] = await until('a line in the log', () => error.mock.calls[0]);
    const { stack } = said as unknown as Error;
    expect(stack).toMatch(/did not accept SMTP_USERNAME and SMTP_PASSWORD: 535 /);
    expect(stack).not.toContain('very-secret');
  });
});

describe('mails to end users', () => {
  it('lead to the public address', async () => {
    mailServer = await startMailServer();
    const { strapi } = await start({ ...SETTINGS, SMTP_PORT: String(mailServer.port) });
    const user = await strapi.db
      .query('plugin::users-permissions.user')
      .create({ data: { email: 'reader@example.com', username: 'reader', provider: 'local' } });
    const users = strapi.plugin('users-permissions').service('user') as {
      sendConfirmationEmail(user: object): Promise<void>;
    };
    await users.sendConfirmationEmail(user as object);
    const { text } = await mailOf(mailServer);
    expect(text).toMatch(
      /https:\/\/cms\.example\.com\/content\/api\/auth\/email-confirmation\?confirmation=\w+/,
    );
    expect(text).not.toContain('0.0.0.0');
  });
});
