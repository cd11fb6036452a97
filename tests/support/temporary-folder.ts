import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for the tests of a file or of a `describe`, removed after the last of them. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-delivery-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
