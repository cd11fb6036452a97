import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run backup -- --to <file.tar.gz>

Writes everything that this system has into one file, while the server goes on: content, API keys, users, settings,
uploaded files.

  --to file   a file that is not there yet; "-" writes to standard output, for "npm run --silent backup -- --to - | …"

Exit status: 0 all well, 1 nothing was backed up, 2 wrong options, 3 backed up, but uploaded files are missing, 130 stopped.
What is secret in it is in docs/operations/backup.md.`;

export const STANDARD_OUTPUT = '-';

export interface CommandOptions {
  to: string;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): CommandOptions | null => {
  const values = parsed(args, { to: { type: 'string' } });
  if (!values) return null;
  if (!values.to) throw new WrongOptions('Say where the backup goes: --to.');
  return { to: values.to };
};
