import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

interface Log {
  warn(message: string): void;
}

/** Of the folders of all servers; the name of each contains the process that made it. */
const PREFIX = 'content-delivery-bodies-';

/** Folders for the files of multipart forms: one for each request, in one of this server. */
export const createTemporaryFiles = (log: Log) => {
  const host = os.hostname().replace(/[^\w.]/g, '_');
  let own: Promise<string> | null = null;
  const ownFolder = (): Promise<string> =>
    (own ??= mkdtemp(path.join(os.tmpdir(), `${PREFIX}${host}-${process.pid}-`)).catch((error: unknown) => {
      own = null;
      throw error;
    }));

  const remove = async (folder: string): Promise<void> => {
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 2 });
    } catch (error) {
      log.warn(`The temporary files in ${folder} could not be removed: ${(error as Error).message}`);
    }
  };

  return {
    /** Gives work a folder, which is gone with all that is in it when the work is done or has failed. */
    async use<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
      const folder = await mkdtemp(path.join(await ownFolder(), 'request-'));
      try {
        return await work(folder);
      } finally {
        await remove(folder);
      }
    },

    /** Removes what processes of this machine have left that are gone. */
    async removeLeft(): Promise<void> {
      const ours = `${PREFIX}${host}-`;
      for (const name of await readdir(os.tmpdir()).catch(() => [])) {
        if (!name.startsWith(ours)) continue;
        const folder = path.join(os.tmpdir(), name);
        if (await isLeft(folder, Number(name.slice(ours.length).split('-')[0]))) await remove(folder);
      }
    },

    async close(): Promise<void> {
      const folder = await own?.catch(() => null);
      if (folder) await remove(folder);
      own = null;
    },
  };
};

export type TemporaryFiles = ReturnType<typeof createTemporaryFiles>;

/** Its process is gone, or was another one of this number: in a container it is always the same. */
const isLeft = async (folder: string, pid: number): Promise<boolean> => {
  if (pid === process.pid) {
    const made = await stat(folder).catch(() => null);
    return made !== null && made.mtimeMs < performance.timeOrigin;
  }
  try {
    // Refused for what is no number.
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};
