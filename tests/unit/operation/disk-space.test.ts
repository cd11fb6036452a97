import { statfs } from 'node:fs/promises';
import { createDiskSpace } from '../../../src/plugins/content-delivery/server/src/operation/disk-space';
import type { FolderName } from '../../../src/plugins/content-delivery/server/src/operation/disk-space/folders';

jest.mock('node:fs/promises', () => ({ statfs: jest.fn() }));

const MEGABYTE = 1024 * 1024;

/** A file system of so many megabytes, of which some are free. */
const has = (size: number, free: number): void =>
  void (statfs as jest.Mock).mockResolvedValue({
    bsize: 4096,
    blocks: (size * MEGABYTE) / 4096,
    bavail: (free * MEGABYTE) / 4096,
  });

describe('free space on disk', () => {
  const log = { warn: jest.fn(), info: jest.fn() };
  const spaceOf = (minFree: number) => {
    jest.clearAllMocks();
    const folders = new Map<FolderName, string>([['uploads', '/somewhere/internal']]);
    return createDiskSpace({ folders, minFree: minFree * MEGABYTE, log });
  };

  it('is too little below the bound, and the log says once that it is, and once that it is over', async () => {
    const { read } = spaceOf(100);
    has(10_000, 100);
    expect(await read()).toEqual([{ folder: 'uploads', free: 100 * MEGABYTE, isLow: false }]);
    expect(log.warn).not.toHaveBeenCalled();
    has(10_000, 99);
    for (let n = 0; n < 3; n += 1) expect(await read()).toMatchObject([{ isLow: true }]);
    expect(log.warn.mock.calls).toEqual([
      [
        'The disk is nearly full: 99 MB are free where the uploaded files are written. Make room, or saving will fail.',
      ],
    ]);
    has(10_000, 200);
    for (let n = 0; n < 3; n += 1) expect(await read()).toMatchObject([{ isLow: false }]);
    expect(log.info).toHaveBeenCalledTimes(1);
    expect(JSON.stringify([log.warn.mock.calls, log.info.mock.calls])).not.toContain('internal');
  });

  it('is enough on a small file system when a tenth of it is free', async () => {
    const { read } = spaceOf(100);
    has(64, 7);
    expect(await read()).toMatchObject([{ isLow: false }]);
    has(64, 6);
    expect(await read()).toMatchObject([{ isLow: true }]);
  });

  it('is never too little where no bound is set, and is left out where nobody can tell', async () => {
    const { read } = spaceOf(0);
    has(10_000, 0);
    expect(await read()).toMatchObject([{ isLow: false }]);
    (statfs as jest.Mock).mockRejectedValue(new Error('ENOENT'));
    expect(await read()).toEqual([]);
  });

  it('is looked for once for all who ask at a time', async () => {
    const { read } = spaceOf(100);
    has(10_000, 1_000);
    await Promise.all([read(), read(), read()]);
    expect(statfs).toHaveBeenCalledTimes(1);
  });
});
