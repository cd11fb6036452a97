import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run admin:password -- --email <address>

Gives a user of the admin panel a new password, beside a running server, and ends all sessions of that user. The password is
asked for in the terminal, twice; where there is no terminal, the first line of the standard input is taken.

  --email address   of the user

Exit status: 0 all well, 1 nothing was changed, 2 wrong options.`;

export interface CommandOptions {
  email: string;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): CommandOptions | null => {
  const values = parsed(args, { email: { type: 'string' } });
  if (!values) return null;
  const { email } = values;
  if (!email) throw new WrongOptions('Say whose password it is: --email.');
  // As Strapi stores them.
  return { email: email.trim().toLowerCase() };
};
