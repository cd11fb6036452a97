import { mailSettingsOf, mailWarnings } from '../../../../src/settings/mail/settings';

type Env = Parameters<typeof mailSettingsOf>[0];
const envOf = (variables: Record<string, string>): Env =>
  ((name: string, usual: string) => variables[name] ?? usual) as unknown as Env;
const settingsFor = (variables: Record<string, string>) => mailSettingsOf(envOf(variables));

const MAIL = { SMTP_HOST: 'smtp.example.com', MAIL_FROM: 'cms@example.com' };

describe('mail', () => {
  it('is not sent as long as nothing is said of it', () => {
    expect(settingsFor({})).toBeNull();
    expect(settingsFor({ SMTP_HOST: '', MAIL_FROM: ' ', SMTP_PASSWORD: '' })).toBeNull();
  });

  it.each([
    [{}, 587, 'starttls'],
    [{ SMTP_PORT: '25' }, 25, 'starttls'],
    [{ SMTP_PORT: '465' }, 465, 'implicit'],
    [{ SMTP_TLS: 'implicit' }, 465, 'implicit'],
    [{ SMTP_TLS: 'none' }, 25, 'none'],
    [{ SMTP_TLS: 'none', SMTP_PORT: '1025' }, 1025, 'none'],
  ])('with %j goes to port %d, encrypted by %s', (variables, port, tls) => {
    expect(settingsFor({ ...MAIL, ...variables })).toMatchObject({ host: 'smtp.example.com', port, tls });
  });

  it.each([
    ['cms@example.com', 'cms@example.com'],
    ['<cms@example.com>', 'cms@example.com'],
    ['Example <cms@example.com>', '"Example" <cms@example.com>'],
    ['Example, Inc. <cms@example.com>', '"Example, Inc." <cms@example.com>'],
    ['"Example, Inc." <cms@example.com>', '"Example, Inc." <cms@example.com>'],
  ])('comes from %s', (given, from) => {
    expect(settingsFor({ ...MAIL, MAIL_FROM: given, MAIL_REPLY_TO: given })).toMatchObject({
      from,
      replyTo: from,
    });
  });

  it.each([
    [{ MAIL_FROM: 'cms@example.com' }, 'as MAIL_FROM is set, but SMTP_HOST is not.'],
    [{ SMTP_HOST: 'smtp.example.com' }, 'as SMTP_HOST is set, but MAIL_FROM is not.'],
    [{ SMTP_USERNAME: 'me', SMTP_PASSWORD: 'secret' }, 'but SMTP_HOST and MAIL_FROM are not.'],
    [{ ...MAIL, SMTP_USERNAME: 'me' }, 'SMTP_PASSWORD is not set: set both'],
    [{ ...MAIL, SMTP_PASSWORD: 'secret' }, 'SMTP_USERNAME is not set: set both'],
    [{ ...MAIL, SMTP_HOST: 'smtp.example.com:587' }, 'SMTP_HOST is "smtp.example.com:587"; it must be'],
    [{ ...MAIL, SMTP_HOST: 'smtps://smtp.example.com' }, 'SMTP_HOST is "smtps://smtp.example.com"'],
    [{ ...MAIL, SMTP_PORT: 'smtp' }, 'SMTP_PORT is "smtp"; it must be a whole number from 1 to 65535.'],
    [{ ...MAIL, SMTP_TLS: 'true' }, 'SMTP_TLS is "true"; it must be one of starttls, implicit, none.'],
    [{ ...MAIL, MAIL_FROM: 'Example' }, 'MAIL_FROM is "Example"; it must be one e-mail address'],
    [{ ...MAIL, MAIL_FROM: 'a@example.com, b@example.com' }, 'it must be one e-mail address'],
    [{ ...MAIL, MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, 'it must be one e-mail address'],
    [{ ...MAIL, MAIL_REPLY_TO: 'nobody' }, 'MAIL_REPLY_TO is "nobody"; it must be one e-mail address'],
    [
      { ...MAIL, SMTP_USERNAME: 'me', SMTP_PASSWORD: '"secret"' },
      'SMTP_PASSWORD has quotation marks around its value',
    ],
  ])('is refused with %j', (variables, message) => {
    expect(() => settingsFor(variables)).toThrow(message);
    expect(() => settingsFor(variables)).not.toThrow(/"?secret/);
  });

  it('that goes unencrypted to another machine is warned of', () => {
    const warnings = (variables: Record<string, string>) => mailWarnings(envOf({ ...MAIL, ...variables }));
    expect(warnings({ SMTP_TLS: 'none' })).toEqual([
      'SMTP_TLS is none, so that links to reset passwords go to smtp.example.com unencrypted.',
    ]);
    expect(warnings({ SMTP_TLS: 'none', SMTP_USERNAME: 'me', SMTP_PASSWORD: 'x' })).toEqual([
      expect.stringContaining('and SMTP_PASSWORD, go to'),
    ]);
    expect(warnings({ SMTP_TLS: 'none', SMTP_HOST: '127.0.0.1' })).toEqual([]);
    expect(warnings({})).toEqual([]);
  });
});
