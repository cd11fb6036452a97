import { existsSync } from 'node:fs';
import path from 'node:path';
import { WHENCE } from '../../plugins/content-delivery/server/src/platform/quoted-values';
import { hasOuterMark, withoutMarks } from './quotation-marks';
import type { Env, PathVariable } from './variables';

/** Three folders up, or four from dist. */
const ROOT = ((): string => {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
})();

/** Where a path of the environment leads: one that is not absolute begins in the folder of the project. */
export const inProject = (place: string): string => path.resolve(ROOT, place);

/** What nobody means by a path, and what was meant as far as that can be told. */
interface Slip {
  /** Goes on from the name of the variable. */
  fault: string;
  meant?: string;
}

const slipIn = (text: string): Slip | null => {
  const [, before] = /^(.*?)\s+#/.exec(text) ?? [];
  if (before !== undefined)
    return {
      fault: 'has a comment after its value, which counts as part of it',
      meant: withoutMarks(before),
    };
  if (hasOuterMark(text))
    return {
      fault: `has quotation marks around its value, which count as part of it ${WHENCE}`,
      meant: withoutMarks(text),
    };
  if (/^~(?:\/|$)/.test(text))
    return { fault: `begins with ~, which stands for a folder in shells only: write the whole path` };
  return /\$(?:\w|\{)/.test(text)
    ? { fault: `has a variable in it, which nothing replaces: write the whole path` }
    : null;
};

const adviceFor = (name: PathVariable, { fault, meant }: Slip): string =>
  meant === undefined ? `${name} ${fault}.` : `${name} ${fault}. Write ${name}=${meant}.`;

/**
 * A path from the environment; the usual one for a variable that is not set or empty. One that nobody can have meant is taken only where
 * something is there under just that name, as an installation may have always run so.
 * @param isThere is also given the path that was meant, where this can be told
 * @throws Error that names the variable and, where this can be told, the path that was meant
 */
export const pathIn = (
  env: Env,
  name: PathVariable,
  usual: string,
  isThere: (path: string, meant: string | undefined) => boolean,
): string => {
  const text = env(name, '').trim();
  const slip = slipIn(text);
  if (slip && !isThere(text, slip.meant)) throw new Error(adviceFor(name, slip));
  return text || usual;
};

/** What is to be said of a path that was taken although nobody can have meant it. */
export const pathWarning = (env: Env, name: PathVariable): string[] => {
  const slip = slipIn(env(name, '').trim());
  return slip
    ? [
        `${adviceFor(name, slip)} This server goes on, as what it keeps is under the name with it: ` +
          'stop it and move what is there before you change the variable.',
      ]
    : [];
};
