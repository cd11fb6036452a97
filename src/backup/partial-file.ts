import { randomBytes } from 'node:crypto';
import { link, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file of which there is all or nothing under its name, even when the process is killed.
 * @param fill writes the file at a path that does not exist yet
 * @param isThere the error for a file that has got the name meanwhile
 */
export const writeWhole = async <Result>(
  target: string,
  fill: (partial: string) => Promise<Result>,
  isThere: () => Error,
): Promise<Result> => {
  const partial = partialOf(target);
  try {
    const result = await fill(partial);
    if (!(await putInPlace(partial, target))) throw isThere();
    return result;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
};

/** Characters of the file's name: with what is added, it has to be a name, too. */
const NAME = 50;

/**
 * Where a file is written until it is complete: hidden beside its place, under a unique name. The number
 * of the process would not do, as in a container it is always 1.
 */
export const partialOf = (target: string): string => {
  const name = path.basename(target).slice(0, NAME);
  return path.join(path.dirname(target), `.${name}.${randomBytes(6).toString('hex')}.partial`);
};

/**
 * Gives a complete file its name, unless there is something of that name.
 * @returns false when there is; the partial file stays then
 */
export const putInPlace = async (partial: string, target: string): Promise<boolean> => {
  try {
    // A renamed file would replace what has come there meanwhile.
    await link(partial, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Not every file system can give a file a second name.
    if (await stat(target).catch(() => null)) return false;
    await rename(partial, target);
    return true;
  }
  await rm(partial).catch(() => undefined);
  return true;
};
