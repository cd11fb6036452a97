import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { stop } from './stop';

/** A mail as the server has taken it. */
export interface TakenMail {
  /** Of the envelope. */
  from: string;
  to: string[];
  user: string | undefined;
  isEncrypted: boolean;
  /** With its headers, and without the encoding of its lines. */
  text: string;
}

interface Options {
  /** Whether it offers STARTTLS, encrypts from the first byte, or neither. */
  tls?: 'starttls' | 'implicit' | 'none';
  /** In place of the one that smtp-server has for tests, which no client takes. */
  certificate?: { key: string; cert: string };
  /** Whose mails it takes; everybody's where it is left out. */
  login?: { user: string; password: string };
  refusesSender?: string;
  refusesRecipient?: string;
  /** The words with which it refuses what a mail says. */
  refusesMail?: string;
}

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Lines of quoted-printable as they were written. */
const decoded = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A mail server on a free port of 127.0.0.1, which keeps what it takes. */
export const startMailServer = async (options: Options = {}) => {
  const { tls = 'none', certificate, login, refusesSender, refusesRecipient, refusesMail } = options;
  const mails: TakenMail[] = [];
  const settings: SMTPServerOptions = {
    ...certificate,
    secure: tls === 'implicit',
    hideSTARTTLS: tls === 'none',
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    authOptional: !login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) return done(null, { user: username });
      done(refusal(535, 'Authentication credentials invalid'));
    },
    onMailFrom({ address }, _session, done) {
      done(address === refusesSender ? refusal(553, 'Sender address rejected: not owned by user') : null);
    },
    onRcptTo({ address }, _session, done) {
      done(address === refusesRecipient ? refusal(554, 'Relay access denied') : null);
    },
    onData(stream, { envelope, user, secure }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      stream.on('end', () => {
        if (refusesMail !== undefined) return done(refusal(550, refusesMail));
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          user: user as string | undefined,
          isEncrypted: secure,
          text: decoded(text),
        });
        done(null, 'Taken');
      });
    },
  };
  const server = new SMTPServer(settings);
  // Clients that break off are what some tests are about.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    close: () => stop('a mail server', () => new Promise<void>((done) => server.close(done))),
  };
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
