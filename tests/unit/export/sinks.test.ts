import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  createArchive,
  DownloadAborted,
  intoFolder,
  type Sink,
} from '../../../src/plugins/content-delivery/server/src/export';
import { temporaryFolder } from '../../support/temporary-folder';
import { unzipped } from '../../support/zip';

const LOST = new Error('The connection is gone.');
async function* breakingOff(pieces: number) {
  for (let n = 0; n < pieces; n += 1) yield randomBytes(100_000);
  throw LOST;
}

/** Files of which some break off, at once and on their way. */
const fill = async (sink: Sink): Promise<void> => {
  await sink.add('first.json', ['first']);
  for (const pieces of [0, 1, 30]) {
    await expect(sink.addWhole(`files/${pieces}.png`, breakingOff(pieces))).rejects.toBe(LOST);
  }
  await sink.addWhole('files/whole.png', ['wh', Buffer.from('ole')]);
  await sink.add('last.json', ['last']);
};

describe('a file that breaks off is left out, and others follow', () => {
  const folder = temporaryFolder();

  it('in a folder', async () => {
    const target = path.join(folder, 'exported');
    await intoFolder(target, fill);
    expect((await readdir(target, { recursive: true })).sort()).toEqual([
      ...['files', 'files/whole.png', 'first.json', 'last.json'],
    ]);
  });

  describe('in an archive,', () => {
    const temporary = temporaryFolder();
    beforeEach(() => void jest.spyOn(os, 'tmpdir').mockReturnValue(temporary));
    afterEach(async () => {
      jest.restoreAllMocks();
      expect(await readdir(temporary)).toEqual([]);
    });

    it('which is whole', async () => {
      const archive = createArchive();
      const read = buffer(archive.output);
      await fill(archive.sink);
      archive.finish();
      expect(await unzipped(await read)).toEqual({
        ...{ 'first.json': 'first', 'files/whole.png': 'whole', 'last.json': 'last' },
      });
    });

    it('and nothing stays of one whose reader has gone', async () => {
      const archive = createArchive();
      const adding = archive.sink.addWhole('files/large.png', [randomBytes(4_000_000)]);
      await archive.begun;
      archive.output.destroy();
      await expect(adding).rejects.toThrow(DownloadAborted);
    });
  });
});
