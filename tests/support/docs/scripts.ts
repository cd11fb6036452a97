import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../committed-files';

interface Package {
  scripts: Record<string, string>;
}

/** The scripts of package.json: what each runs, by its name. */
export const scripts = (): Record<string, string> => {
  const { scripts: found }: Package = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return found;
};
