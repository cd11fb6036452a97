import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Who may read the metrics: callers with the token, compared in constant time.
 * @param token empty for everybody who can reach the address
 */
export const createMetricsAccess = (token: string) => {
  if (token === '') return () => true;
  const expected = digestOf(token);
  return (authorization: string | undefined): boolean => {
    const [, given] = /^Bearer +(.+)$/i.exec(authorization ?? '') ?? [];
    return given !== undefined && timingSafeEqual(digestOf(given), expected);
  };
};
