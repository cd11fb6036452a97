import { createRequire } from 'node:module';
import { replaceShared } from './replace';

/** What Strapi uses of the package, which comes without types. */
export interface Bcrypt {
  compare(password: string, hash: string): Promise<boolean>;
  hash(password: string, rounds: number): Promise<string>;
}

/** The one copy that Strapi's admin module and users-permissions have too. */
export const bcrypt = createRequire(__filename)('bcryptjs') as Bcrypt;

/**
 * Changes `compare` and `hash` of bcryptjs, read at bcryptjs 2.4.3. It works on the thread that calls it
 * (https://github.com/dcodeIO/bcrypt.js/issues/39), and both of Strapi's modules with accounts call it. What they give is done elsewhere;
 * rounds and hashes are checked by the package itself, and a callback or anything else that Strapi does not give is its own affair.
 */
export const runBcryptElsewhere = (elsewhere: Bcrypt): void => {
  const expected = { readAt: 'bcryptjs 2.4.3', parameters: 4 };
  replaceShared(
    bcrypt,
    'compare',
    expected,
    (compare) =>
      (...input) =>
        input.length === 2 && input.every((value) => typeof value === 'string')
          ? elsewhere.compare(...input)
          : compare(...input),
  );
  replaceShared(
    bcrypt,
    'hash',
    expected,
    (hash) =>
      (...input) =>
        input.length === 2 && typeof input[0] === 'string' && typeof input[1] === 'number'
          ? elsewhere.hash(...input)
          : hash(...input),
  );
};
