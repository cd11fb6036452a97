import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run restore -- --from <file.tar.gz>

Puts a backup into the database and the upload folder that the environment names. The database has to be empty; it
may be of another kind than the one that the backup was made of. No server may run on it.

  --from file   what "npm run backup" has written

Exit status: 0 all well, 1 not restored, 2 wrong options, 3 restored, but uploaded files are missing, 130 stopped.`;

export interface CommandOptions {
  from: string;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): CommandOptions | null => {
  const values = parsed(args, { from: { type: 'string' } });
  if (!values) return null;
  if (!values.from) throw new WrongOptions('Say which backup is to be restored: --from.');
  return { from: values.from };
};
