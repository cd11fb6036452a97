import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ExportProblem } from '../problem';
import type { Sink } from './sink';

const FETCH_TIME = 600_000;

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'the folder that it would lie in does not exist'],
  ['ENOTDIR', 'what it would lie in is no folder'],
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EROFS', 'nothing can be written there'],
  ['ENOSPC', 'the disk is full'],
]);

const explained = (folder: string, error: unknown): unknown => {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = REASONS.get(code);
  return reason === undefined ? error : new ExportProblem(`"${folder}" cannot be written: ${reason}.`);
};

/** @returns whether the folder is there. @throws ExportProblem for one that has something in it already */
const isThereAndEmpty = async (folder: string): Promise<boolean> => {
  const entries = await readdir(folder).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ENOTDIR')
      throw new ExportProblem(`"${folder}" is a file. Give a folder that is not there yet.`);
    throw explained(folder, error);
  });
  if (entries === null) return false;
  if (entries.length === 0) return true;
  throw new ExportProblem(
    `There is something in "${folder}" already. Give a folder that is empty, or not there yet.`,
  );
};

/**
 * Writes a folder. What is not complete has another name, that begins with a dot and ends with `.partial`: beside a folder that is not there
 * yet, and in one that is, which may be the only place that can be written to.
 * @throws ExportProblem
 */
export const intoFolder = async <Result>(
  target: string,
  fill: (sink: Sink) => Promise<Result>,
): Promise<Result> => {
  const isThere = await isThereAndEmpty(target);
  const name = `.${path.basename(target).slice(0, 20)}.${randomBytes(6).toString('hex')}.partial`;
  const partial = path.join(isThere ? target : path.dirname(target), name);
  try {
    await mkdir(partial);
    const add: Sink['add'] = async (file, content) => {
      const place = path.join(partial, ...file.split('/'));
      await mkdir(path.dirname(place), { recursive: true });
      try {
        await pipeline(Readable.from(content), createWriteStream(place, { flags: 'wx' }));
      } catch (error) {
        // One that was there before is not this one's to remove.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(place, { force: true });
        throw error;
      }
    };
    const result = await fill({ add, addWhole: add, fetchTime: FETCH_TIME });
    if (!isThere) await rename(partial, target);
    else {
      for (const entry of await readdir(partial))
        await rename(path.join(partial, entry), path.join(target, entry));
      await rmdir(partial);
    }
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw explained(target, error);
  }
};
