import type { MailSettings } from './settings';

/** What nodemailer and sockets say of a failure. */
interface MailError {
  message: string;
  code?: string;
  /** What was asked of the server. */
  command?: string;
  /** The server's answer, and its number. */
  response?: string;
  responseCode?: number;
}

const CERTIFICATE =
  /certificate|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID|altnames/i;
const NO_TLS_THERE = /wrong version number|packet length too long|ssl3_get_record|unknown protocol/i;

const textOf = ({ response, message }: MailError): string =>
  (response ?? message).replace(/\s+/g, ' ').trim();

const tlsAdvice = ({ tls }: MailSettings): string =>
  tls === 'implicit'
    ? 'Servers that are asked on port 587 or 25 mostly want SMTP_TLS=starttls.'
    : 'Servers that are asked on port 465 want SMTP_TLS=implicit.';

/**
 * Why a mail could not be sent, in a sentence or two for operators, with the variables that it is about. The server's own words are in it; a
 * password is not.
 */
export const describeMailFailure = (failure: unknown, settings: MailSettings): string => {
  const error = failure as MailError;
  const { code = '', command = '', message, responseCode = 0 } = error;
  const { host, port, tls, login, from } = settings;
  const server = `${host}:${port} (SMTP_HOST, SMTP_PORT)`;

  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return `The mail server ${host} (SMTP_HOST) cannot be found: ${message}.`;
  if (CERTIFICATE.test(`${code} ${message}`))
    return (
      `The certificate of the mail server ${server} is not accepted: ${message}. SMTP_HOST must be a name that it is for; ` +
      'NODE_EXTRA_CA_CERTS names the file of an authority that only your organisation knows.'
    );
  if (NO_TLS_THERE.test(message))
    return `The mail server ${server} does not encrypt from the first byte, as SMTP_TLS=${tls} has it. ${tlsAdvice(settings)}`;
  if (code === 'ETLS' || command === 'STARTTLS')
    return (
      `The mail server ${server} does not go over to encryption (SMTP_TLS=${tls}): ${textOf(error)}. ` +
      'SMTP_TLS=none sends without, which is for a mail server on the same machine.'
    );
  if (/ECONNREFUSED/.test(message)) return `Nothing takes mails at ${server}: the connection was refused.`;
  if (/Greeting never received/.test(message))
    return `${server} took the connection and said nothing. ${tlsAdvice(settings)}`;
  if (code === 'ETIMEDOUT' || /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(message))
    return `The mail server ${server} does not answer: ${message}. Many networks let no mail out on port 25.`;
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return `The mail server ${server} did not accept SMTP_USERNAME and SMTP_PASSWORD: ${textOf(error)}.`;
  if (responseCode === 530 || (login === null && /authenticat/i.test(textOf(error))))
    return `The mail server ${server} wants a sign-in, SMTP_USERNAME and SMTP_PASSWORD: ${textOf(error)}.`;
  if (command === 'MAIL FROM')
    return `The mail server ${server} takes no mails from ${from} (MAIL_FROM): ${textOf(error)}.`;
  if (command === 'RCPT TO')
    return `The mail server ${server} does not take a mail to this recipient: ${textOf(error)}.`;
  if (command === 'DATA')
    return `The mail server ${server} did not take the mail from ${from} (MAIL_FROM): ${textOf(error)}.`;
  return `The mail server ${server} broke off: ${textOf(error)}.`;
};
