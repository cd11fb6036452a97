import { hkdfSync } from 'node:crypto';

/**
 * A secret for one purpose, made from another one: the same at each start, and no help in finding that one.
 * @param label the purpose; each gets a different secret
 * @returns 256 bits in base64; undefined without a secret to make it from, as while the project is built
 */
export const derivedSecret = (secret: string | undefined, label: string): string | undefined =>
  secret ? Buffer.from(hkdfSync('sha256', secret, '', label, 32)).toString('base64') : undefined;
