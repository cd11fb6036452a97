import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { commandsOf } from '../../support/commands';
import { startMailServer, type MailServer } from '../../support/mail-server';
import { temporaryFolder } from '../../support/temporary-folder';

const LOGIN = { user: 'me', password: 'very-secret' };
const { execute } = commandsOf('mail-test');

describe('npm run mail:test', () => {
  const folder = temporaryFolder();
  let mailServer: MailServer;
  beforeAll(async () => {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...[
          '-subj',
          '/CN=localhost',
          '-addext',
          'subjectAltName=DNS:localhost',
          '-keyout',
          key,
          '-out',
          cert,
        ],
      ],
      { stdio: 'ignore' },
    );
    mailServer = await startMailServer({
      tls: 'starttls',
      certificate: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') },
      login: LOGIN,
    });
  });
  afterAll(() => mailServer.close());

  const environment = () => ({
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(mailServer.port),
    SMTP_USERNAME: LOGIN.user,
    SMTP_PASSWORD: LOGIN.password,
    MAIL_FROM: 'Example, Inc. <cms@example.com>',
    NODE_EXTRA_CA_CERTS: path.join(folder, 'cert.pem'),
  });

  it('sends one mail, encrypted and signed in', async () => {
    const { code, out, err } = await execute(['somebody@example.com'], environment());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^The mail server localhost:\d+ has taken a mail from "Example, Inc\." <cms@example\.com> to somebody@example\.com\./,
    );
    expect(mailServer.mails).toEqual([
      expect.objectContaining({
        from: 'cms@example.com',
        to: ['somebody@example.com'],
        user: LOGIN.user,
        isEncrypted: true,
      }),
    ]);
  });

  it.each([
    [{ NODE_EXTRA_CA_CERTS: '' }, /^No mail was sent\. The certificate of the mail server localhost:\d+ /],
    [
      { SMTP_HOST: '127.0.0.1' },
      /^No mail was sent\. The certificate .* SMTP_HOST must be a name that it is for/,
    ],
    [{ SMTP_PASSWORD: 'another' }, /did not accept SMTP_USERNAME and SMTP_PASSWORD: 535 /],
    [{ SMTP_TLS: 'implicit' }, /does not encrypt from the first byte/],
    [{ SMTP_HOST: '' }, /but SMTP_HOST is not\./],
    [{ MAIL_FROM: '"cms@example.com"' }, /^MAIL_FROM has quotation marks around its value/],
  ])('with %j says in a sentence what is wrong', async (variables, words) => {
    const { code, out, err } = await execute(['somebody@example.com'], { ...environment(), ...variables });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(words);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain(LOGIN.password);
  });

  it.each([[[]], [['nobody']], [['a@example.com', 'b@example.com']]])(
    'wants one address, not %j',
    async (args) => {
      const { code, err } = await execute(args);
      expect(code).toBe(2);
      expect(err).toContain('Say to whom the mail goes: one e-mail address.');
    },
  );
});
