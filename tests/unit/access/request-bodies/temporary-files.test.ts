import { spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTemporaryFiles } from '../../../../src/plugins/content-delivery/server/src/access/request-bodies/temporary-files';

const log = { warn: jest.fn() };
const PREFIX = `content-delivery-bodies-${os.hostname().replace(/[^\w.]/g, '_')}-`;

describe('temporary files', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'temporary-'));
    jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  it('are gone when the work is done, and when it has failed', async () => {
    const files = createTemporaryFiles(log);
    let used = '';
    const write = async (place: string) => {
      used = place;
      await writeFile(path.join(place, 'a'), 'a');
    };
    await files.use(write);
    await expect(access(used)).rejects.toThrow('ENOENT');
    await expect(
      files.use(async (place) => {
        await write(place);
        throw new Error('a fault');
      }),
    ).rejects.toThrow('a fault');
    await expect(access(used)).rejects.toThrow('ENOENT');
  });

  it('of work that is cut are gone when the server ends', async () => {
    const files = createTemporaryFiles(log);
    await new Promise<void>((begun) => {
      void files.use(async (place) => {
        await writeFile(path.join(place, 'a'), 'a');
        begun();
        await new Promise(() => undefined);
      });
    });
    expect(await readdir(folder)).toHaveLength(1);
    await files.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('that a killed process has left are gone after the next start; those of others stay', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const gone = `${PREFIX}${pid}-abc`;
    const living = `${PREFIX}${process.ppid}-abc`;
    const former = `${PREFIX}${process.pid}-abc`;
    const own = `${PREFIX}${process.pid}-def`;
    const elsewhere = `${PREFIX.slice(0, -2)}_-${pid}-abc`;
    const unknown = `${PREFIX}-abc`;
    for (const name of [gone, living, former, own, elsewhere, unknown, 'others']) {
      await mkdir(path.join(folder, name, 'request-1'), { recursive: true });
      await writeFile(path.join(folder, name, 'request-1', 'a'), 'a');
    }
    // In a container, each process has the same number.
    await utimes(path.join(folder, former), 0, 0);
    await createTemporaryFiles(log).removeLeft();
    expect((await readdir(folder)).sort()).toEqual([living, own, elsewhere, unknown, 'others'].sort());
    expect(log.warn).not.toHaveBeenCalled();
  });
});
