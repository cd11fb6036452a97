import { webAddressProblem } from '../../src/plugins/content-delivery/server/src/platform/formats';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run local-files -- [--to <address>]

Lists texts that show uploaded files under http://localhost or http://127.0.0.1, on any port, where no reader gets them: they
were put there while PUBLIC_URL was not set. Changes nothing without --to.

  --to <address>   write this in its place: the address of this server as readers reach it, such as https://cms.example.com.
                   What is live changes at once

Exit status: 0 there are none, or all were changed, 1 there are some, 2 wrong options, 130 stopped.`;

export interface CommandOptions {
  /** Without a slash at its end; null to change nothing. */
  to: string | null;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): CommandOptions | null => {
  const values = parsed(args, { to: { type: 'string' } });
  if (!values) return null;
  const { to } = values;
  if (to === undefined) return { to: null };
  const problem = webAddressProblem(to);
  if (problem) throw new WrongOptions(`--to is "${to}". ${problem}`);
  if (/[?#\s"'<>]/.test(to)) {
    throw new WrongOptions(`--to is "${to}"; it must be an address without a query, a # or quotation marks.`);
  }
  return { to: to.replace(/\/+$/, '') };
};
