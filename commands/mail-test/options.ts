import { parsedWords, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run mail:test -- <address>

Sends one mail to the address, by the mail server that the environment names (SMTP_HOST, MAIL_FROM and those beside them),
and says in a sentence what is wrong where it cannot. No server and no database are needed.

Exit status: 0 the mail server took the mail, 1 it did not, 2 wrong options.
What each variable means is in docs/operations/mail-and-access.md.`;

export interface CommandOptions {
  to: string;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): CommandOptions | null => {
  const words = parsedWords(args);
  if (!words) return null;
  const [to = '', ...others] = words;
  if (others.length > 0 || !/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(to))
    throw new WrongOptions('Say to whom the mail goes: one e-mail address.');
  return { to };
};
