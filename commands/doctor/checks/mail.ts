import { connect } from 'node:net';
import { describeFailure } from '../../../src/plugins/content-delivery/server/src/platform/database/loss';
import { ok, wrong, type Finding } from '../finding';
import type { Provider } from '../settings';

const ABOUT = 'Mail';
/** Milliseconds. */
const PATIENCE = 5_000;

const reach = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: PATIENCE }, () => {
      socket.destroy();
      resolve();
    });
    socket.on('timeout', () => socket.destroy(new Error(`no answer within ${PATIENCE / 1_000} s`)));
    socket.on('error', reject);
  });

/** @param mail null where no provider is configured */
export const lookAtMail = async (mail: Provider | null): Promise<Finding[]> => {
  if (!mail) return [ok(ABOUT, 'no provider is configured: nobody can reset a password by mail')];
  const { host, port } = mail.providerOptions as { host?: unknown; port?: unknown };
  if (typeof host !== 'string' || !Number.isInteger(Number(port)))
    return [ok(ABOUT, `by "${mail.provider}" (not tried)`)];
  try {
    await reach(host, Number(port));
    return [ok(ABOUT, `${host}:${Number(port)} takes connections (no mail is sent)`)];
  } catch (error) {
    return [wrong(ABOUT, `${host}:${Number(port)} cannot be reached: ${describeFailure(error)}`)];
  }
};
