import { existsSync } from 'node:fs';
import path from 'node:path';

/** @throws when there is no Chromium, with what to do */
export const findChromium = (): string => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (!found) throw new Error('There is no Chromium on the PATH. On Debian: apt-get install chromium');
  return found;
};
