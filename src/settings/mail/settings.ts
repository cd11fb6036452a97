import { isIP } from 'node:net';
import { hostIn } from '../environment/hosts';
import { wholeNumber } from '../environment/numbers';
import { choiceIn, textIn } from '../environment/texts';
import type { Env } from '../environment/variables';

/** How the way to the mail server is encrypted: by STARTTLS, from the first byte, or not at all. */
export type MailTls = 'starttls' | 'implicit' | 'none';

/** The mail server that takes mails, and who they are from. */
export interface MailSettings {
  host: string;
  port: number;
  tls: MailTls;
  /** Null where the server takes mails from everybody who reaches it. */
  login: { user: string; password: string } | null;
  /** As in the header of a mail. */
  from: string;
  /** As in the header of a mail; empty for none. */
  replyTo: string;
}

const VARIABLES = [
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_TLS',
  'SMTP_USERNAME',
  'SMTP_PASSWORD',
  'MAIL_FROM',
  'MAIL_REPLY_TO',
] as const;

const TLS: readonly MailTls[] = ['starttls', 'implicit', 'none'];
const IMPLICIT_PORT = 465;
const PORTS: Record<MailTls, number> = { starttls: 587, implicit: IMPLICIT_PORT, none: 25 };

const ADDRESS = String.raw`[^\s<>@",;:]+@[^\s<>@",;:]+`;
const MAILBOX = new RegExp(String.raw`^(?:"((?:[^"\\]|\\.)*)"|([^<>"]*))\s*<(${ADDRESS})>$`);
const ALONE = new RegExp(`^${ADDRESS}$`);

/** A sender as headers have it: a name with a comma or a dot would be taken for several without quotation marks. */
const senderIn = (env: Env, name: 'MAIL_FROM' | 'MAIL_REPLY_TO'): string => {
  const text = textIn(env, name, '');
  if (text === '' || ALONE.test(text)) return text;
  const [, quoted, plain = '', address] = MAILBOX.exec(text) ?? [];
  if (address === undefined) {
    throw new Error(
      `${name} is "${text}"; it must be one e-mail address, such as cms@example.com or Example <cms@example.com>.`,
    );
  }
  const shown = quoted ?? plain.trim().replace(/["\\]/g, String.raw`\$&`);
  return shown === '' ? address : `"${shown}" <${address}>`;
};

/**
 * Reads from the environment by which server mails are sent.
 * @returns null where no variable of mail is set
 * @throws Error that names what is missing or wrong; secrets are not repeated
 */
export const mailSettingsOf = (env: Env): MailSettings | null => {
  const set = VARIABLES.filter((name) => textIn(env, name, '') !== '');
  if (set.length === 0) return null;
  const missing = (['SMTP_HOST', 'MAIL_FROM'] as const).filter((name) => !set.includes(name));
  if (missing.length > 0) {
    throw new Error(
      `Mails are to be sent, as ${set.join(', ')} ${set.length === 1 ? 'is' : 'are'} set, but ` +
        `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not. Without any of these variables none are sent.`,
    );
  }
  const user = textIn(env, 'SMTP_USERNAME', '');
  const password = textIn(env, 'SMTP_PASSWORD', '');
  if ((user === '') !== (password === '')) {
    throw new Error(
      `${user === '' ? 'SMTP_USERNAME' : 'SMTP_PASSWORD'} is not set: set both, or none where the mail server asks for none.`,
    );
  }
  const port = wholeNumber(env, 'SMTP_PORT', 0, { min: 1, max: 65_535 });
  const tls = choiceIn(env, 'SMTP_TLS', port === IMPLICIT_PORT ? 'implicit' : 'starttls', TLS);
  return {
    host: hostIn(env, 'SMTP_HOST', ''),
    port: port === 0 ? PORTS[tls] : port,
    tls,
    login: user === '' ? null : { user, password },
    from: senderIn(env, 'MAIL_FROM'),
    replyTo: senderIn(env, 'MAIL_REPLY_TO'),
  };
};

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** What works and is unwise, for the log. */
export const mailWarnings = (env: Env): string[] => {
  const settings = mailSettingsOf(env);
  return settings?.tls === 'none' && !isThisMachine(settings.host)
    ? [
        `SMTP_TLS is none, so that links to reset passwords${settings.login ? ', and SMTP_PASSWORD,' : ''} go to ${settings.host} unencrypted.`,
      ]
    : [];
};
