import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { strapiEnvironment } from './environment';
import { freePort } from './free-port';
import { ROOT } from '../commands/shared/environment';
import type { Login } from './admin-user';

const DEMO = path.join(ROOT, 'dist', 'demo', 'start.js');
/** Milliseconds that it may take to fill its database. */
export const START_TIME = 120_000;

/** Starts the built demo in a folder of its own, and waits until it prints how to get in. @throws when it is not ready in time, or stops before */
export const startDemo = async (folder: string) => {
  const port = await freePort();
  const publicFolder = path.join(folder, 'public');
  await mkdir(path.join(publicFolder, 'uploads'), { recursive: true });
  await cp(path.join(ROOT, 'public', 'robots.txt'), path.join(publicFolder, 'robots.txt'));
  const demo = spawn(process.execPath, [DEMO], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...strapiEnvironment(path.join(folder, 'data.db')),
      PUBLIC_DIR: publicFolder,
      PUBLIC_URL: '',
      PORT: String(port),
    },
  });
  const stop = async (): Promise<void> => {
    if (demo.exitCode !== null) return;
    demo.kill();
    await once(demo, 'exit');
  };
  try {
    await Promise.race([
      new Promise<void>((resolve, reject) => {
        // Read to its end: a line that it cannot write would end the demo.
        demo.stdout.on('data', (chunk) => String(chunk).includes('Stop with Ctrl+C') && resolve());
        demo.once('exit', () => reject(new Error('The demo stopped while it was starting; see above.')));
      }),
      wait(START_TIME, undefined, { ref: false }).then(() => {
        throw new Error(`The demo was not ready within ${START_TIME / 1000} s.`);
      }),
    ]);
    const login = JSON.parse(await readFile(path.join(folder, 'demo-login.json'), 'utf8')) as Login;
    return { url: `http://127.0.0.1:${port}`, login, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
