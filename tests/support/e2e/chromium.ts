import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { stop } from '../stop';

/** Where Debian's package puts it, or whatever else is on the PATH under its names. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @throws when there is no Chromium, with what to do */
export const findChromium = (): string => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
  if (!found) {
    throw new Error(
      'The end-to-end tests need Chromium, and there is none on the PATH. On Debian: apt-get install chromium',
    );
  }
  return found;
};

export const startChromium = async (): Promise<{ browser: Browser; stop(): Promise<void> }> => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      // Nothing is fetched from anywhere else, so a test cannot depend on it.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--disable-dev-shm-usage',
    ],
    // Chromium's sandbox does not work for root, as which continuous integration runs.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  return {
    browser,
    stop: () =>
      stop('Chromium', () => browser.close(), {
        kill: () => pid !== undefined && process.kill(pid, 'SIGKILL'),
      }),
  };
};
