import { connect } from 'node:net';
import { describeFailure } from '../../../src/plugins/content-delivery/server/src/platform/database/loss';
import type { MailSettings } from '../../../src/settings/mail/settings';
import { ok, wrong, type Finding } from '../finding';

const ABOUT = 'Mail';
/** Milliseconds. */
const TIMEOUT = 5_000;

const connectTo = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT }, () => {
      socket.destroy();
      resolve();
    });
    socket.on('timeout', () => socket.destroy(new Error(`no answer within ${TIMEOUT / 1_000} s`)));
    socket.on('error', reject);
  });

/** @param mail null where no mail server is set */
export const lookAtMail = async (mail: Pick<MailSettings, 'host' | 'port'> | null): Promise<Finding[]> => {
  if (!mail) return [ok(ABOUT, 'no mail server is set (SMTP_HOST): nobody can reset a password by mail')];
  const { host, port } = mail;
  try {
    await connectTo(host, port);
    return [ok(ABOUT, `${host}:${port} takes connections (no mail is sent; npm run mail:test sends one)`)];
  } catch (error) {
    return [wrong(ABOUT, `${host}:${port} cannot be reached: ${describeFailure(error)}`)];
  }
};
