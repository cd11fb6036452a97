import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import provider from '@strapi/provider-email-nodemailer';
import { describeMailFailure } from '../../../../src/settings/mail/failure';
import type { MailSettings } from '../../../../src/settings/mail/settings';
import { transportOf } from '../../../../src/settings/mail/transport';
import { startMailServer, type MailServer } from '../../../support/mail-server';
import { stop } from '../../../support/stop';

const SETTINGS: MailSettings = {
  host: '127.0.0.1',
  port: 0,
  tls: 'none',
  login: null,
  from: '"Example" <cms@example.com>',
  replyTo: '',
};
const LOGIN = { user: 'me', password: 'very-secret' };
const MAIL = { to: 'editor@example.com', subject: 'A subject', text: 'A text' };

const open: (Server | MailServer)[] = [];
afterEach(async () => {
  for (const server of open.splice(0))
    await stop('a server', () =>
      'mails' in server ? server.close() : new Promise((done) => server.close(done)),
    );
});
const mailServer = async (...options: Parameters<typeof startMailServer>): Promise<MailServer> => {
  const server = await startMailServer(...options);
  open.push(server);
  return server;
};

/** As Strapi makes it of its configuration. */
const mailer = (settings: Partial<MailSettings> | null) => {
  const all = settings && { ...SETTINGS, ...settings };
  return provider.init(transportOf(all), {
    defaultFrom: all?.from ?? '',
    defaultReplyTo: all?.replyTo ?? '',
  });
};

/** What is said of a mail that cannot be sent. */
const failureWith = async (settings: Partial<MailSettings> | null): Promise<string> => {
  const failure: unknown = await mailer(settings)
    .send(MAIL)
    .then(
      () => 'It was sent.',
      (error: unknown) => error,
    );
  expect(failure).toBeInstanceOf(Error);
  const { message, stack } = failure as Error;
  // Nothing is in a log that is not in the sentence.
  expect(stack).toBe(message);
  expect(message).not.toContain(LOGIN.password);
  return message;
};

describe('a mail', () => {
  it('is handed to the mail server, from who is set', async () => {
    const { port, mails } = await mailServer({ login: LOGIN });
    await mailer({ port, login: LOGIN }).send(MAIL);
    expect(mails).toEqual([
      expect.objectContaining({ from: 'cms@example.com', to: ['editor@example.com'], user: 'me' }),
    ]);
    expect(mails[0]?.text).toMatch(/^From: "?Example"? <cms@example\.com>\r$/m);
    expect(mails[0]?.text).not.toMatch(/^Reply-To:/m);
    await expect(mailer({ port, login: LOGIN }).verify()).resolves.toBe(true);
  });

  it('names where answers go', async () => {
    const { port, mails } = await mailServer();
    await mailer({ port, replyTo: 'office@example.com' }).send(MAIL);
    expect(mails[0]?.text).toMatch(/^Reply-To: office@example\.com\r$/m);
  });

  it('goes nowhere without a mail server, and that is said', async () => {
    expect(await failureWith(null)).toBe(
      'No mail was sent, as no mail server is set: SMTP_HOST and MAIL_FROM do that (docs/operations/mail-and-access.md).',
    );
    await expect(mailer(null).verify()).rejects.toThrow('no mail server is set');
  });

  it.each([
    [
      'by a server that wants a sign-in',
      { login: LOGIN },
      {},
      /wants a sign-in, SMTP_USERNAME and SMTP_PASSWORD: 530 /,
    ],
    [
      'with a wrong password',
      { login: { ...LOGIN, password: 'another' } },
      { login: LOGIN },
      /did not accept SMTP_USERNAME and SMTP_PASSWORD: 535 .*credentials invalid/,
    ],
    [
      'from an address that is not ours',
      { refusesSender: 'cms@example.com' },
      {},
      /takes no mails from "Example" <cms@example\.com> \(MAIL_FROM\): 553 Sender address rejected/,
    ],
    [
      'to an address that is not theirs',
      { refusesRecipient: 'editor@example.com' },
      {},
      /does not take a mail to this recipient: 554 Relay access denied/,
    ],
    [
      'that looks unwanted',
      { refusesMail: 'DMARC policy violation' },
      {},
      /did not take the mail from .* \(MAIL_FROM\): 550 DMARC policy violation/,
    ],
    [
      'in the clear where encryption is asked for',
      { tls: 'none' },
      { tls: 'starttls' },
      /does not go over to encryption \(SMTP_TLS=starttls\): .* SMTP_TLS=none sends without/,
    ],
    [
      'encrypted from the first byte to a server that is not',
      { tls: 'none' },
      { tls: 'implicit' },
      /does not encrypt from the first byte, as SMTP_TLS=implicit has it\. Servers .* mostly want SMTP_TLS=starttls\./,
    ],
  ] as const)(
    'cannot be sent %s: it is said why, and by which variables',
    async (_, server, settings, words) => {
      const { port, mails } = await mailServer(server);
      const message = await failureWith({ port, ...settings });
      expect(message).toMatch(
        /^No mail was sent\. The mail server 127\.0\.0\.1:\d+ \(SMTP_HOST, SMTP_PORT\) /,
      );
      expect(message).toMatch(words);
      expect(mails).toEqual([]);
    },
  );

  it.each(['starttls', 'implicit'] as const)(
    'is not sent with a certificate that nobody vouches for (%s)',
    async (tls) => {
      // It warns of the certificate that it has for tests.
      const warn = jest.spyOn(console, 'error').mockImplementation();
      const { port, mails } = await mailServer({ tls });
      warn.mockRestore();
      expect(await failureWith({ host: 'localhost', port, tls })).toMatch(
        /^No mail was sent\. The certificate of the mail server localhost:\d+ \(SMTP_HOST, SMTP_PORT\) is not accepted: .* NODE_EXTRA_CA_CERTS/,
      );
      expect(mails).toEqual([]);
    },
  );

  it('finds nobody where nothing listens', async () => {
    const { port, close } = await startMailServer();
    await close();
    expect(await failureWith({ port })).toBe(
      `No mail was sent. Nothing takes mails at 127.0.0.1:${port} (SMTP_HOST, SMTP_PORT): the connection was refused.`,
    );
  });

  it.each([
    [
      { message: 'getaddrinfo ENOTFOUND smtp.exmaple.com', code: 'EDNS' },
      'The mail server 127.0.0.1 (SMTP_HOST) cannot be found: getaddrinfo ENOTFOUND smtp.exmaple.com.',
    ],
    [
      { message: 'Connection timeout', code: 'ETIMEDOUT', command: 'CONN' },
      'does not answer: Connection timeout. Many networks let no mail out on port 25.',
    ],
    [
      { message: 'Greeting never received', code: 'ETIMEDOUT', command: 'CONN' },
      'took the connection and said nothing. Servers that are asked on port 465 want SMTP_TLS=implicit.',
    ],
  ])('finds nobody, and %j says why', (error, words) => {
    expect(describeMailFailure(Object.assign(new Error(), error), { ...SETTINGS, port: 465 })).toContain(
      words,
    );
  });

  it('finds nobody where the server ends the connection', async () => {
    const rude = createServer((socket) => socket.end('421 Too busy\r\n'));
    open.push(rude);
    rude.listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const { port } = rude.address() as AddressInfo;
    expect(await failureWith({ port })).toMatch(
      /The mail server 127\.0\.0\.1:\d+ .* broke off: 421 Too busy\./,
    );
  });
});
