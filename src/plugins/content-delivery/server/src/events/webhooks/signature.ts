import { createHmac } from 'node:crypto';
import { keyOf } from './secret';

export interface Signed {
  /** The same at every attempt. */
  id: string;
  /** Of this attempt. */
  at: Date;
  body: string;
  /** The current one first, then the one before while it is valid. */
  secrets: readonly string[];
  /** Of the second signature; null for none. */
  signatureHeader: string | null;
}

/** The headers by which a receiver knows who has sent this, as Standard Webhooks names them. */
export const signatureHeaders = ({
  id,
  at,
  body,
  secrets,
  signatureHeader,
}: Signed): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`, 'utf8');
    return `v1,${digest.digest('base64')}`;
  });
  const [current] = secrets;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    // Receivers of this kind take the secret as it is written, and know of one only.
    ...(signatureHeader === null || current === undefined
      ? {}
      : {
          [signatureHeader]: `sha256=${createHmac('sha256', current).update(body, 'utf8').digest('hex')}`,
        }),
  };
};
