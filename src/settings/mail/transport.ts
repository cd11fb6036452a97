import nodemailer, { type SentMessageInfo, type Transport } from 'nodemailer';
import { refusal } from '../../plugins/content-delivery/server/src/platform/refusal';
import { describeMailFailure } from './failure';
import type { MailSettings } from './settings';

/** Milliseconds. */
const CONNECTION_TIMEOUT = 10_000;
const SILENCE_TIMEOUT = 30_000;

const PAGE = 'docs/operations/mail-and-access.md';

const smtp = ({ host, port, tls, login }: MailSettings) =>
  nodemailer.createTransport({
    host,
    port,
    secure: tls === 'implicit',
    // Else whoever stands between could take the offer of encryption out of what the server says.
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: CONNECTION_TIMEOUT,
    greetingTimeout: CONNECTION_TIMEOUT,
    dnsTimeout: CONNECTION_TIMEOUT,
    socketTimeout: SILENCE_TIMEOUT,
  });

/** Sends by the mail server, and says of what fails which variables it is about. */
const transportBy = (settings: MailSettings): Transport => {
  const mailer = smtp(settings);
  const { transporter } = mailer;
  const explained = (error: Error | null): Error | null =>
    error && refusal(`No mail was sent. ${describeMailFailure(error, settings)}`);
  return {
    name: transporter.name,
    version: transporter.version,
    send: (mail, done) =>
      transporter.send(mail, (error: Error | null, info: SentMessageInfo) => done(explained(error), info)),
    verify: (async () => {
      try {
        return await mailer.verify();
      } catch (error) {
        throw explained(error as Error);
      }
    }) as Transport['verify'],
    close: () => mailer.close(),
  };
};

const noMailServer = (): Error =>
  refusal(`No mail was sent, as no mail server is set: SMTP_HOST and MAIL_FROM do that (${PAGE}).`);

/** Sends nothing, and says so: Strapi would hand mails in clear text to their recipients' servers, as no-reply@strapi.io. */
const NO_TRANSPORT: Transport = {
  name: 'none',
  version: '1',
  send: (_mail, done) => done(noMailServer(), null),
  verify: (() => Promise.reject(noMailServer())) as Transport['verify'],
};

/** What nodemailer sends with. */
export const transportOf = (settings: MailSettings | null): Transport =>
  settings ? transportBy(settings) : NO_TRANSPORT;
