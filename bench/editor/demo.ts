import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { strapiEnvironment } from '../environment';
import { freePort } from '../free-port';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const DEMO = path.join(ROOT, 'dist', 'demo', 'start.js');

/** Starts the built demo in a folder. @throws when it stops before it is ready */
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
  await new Promise<void>((resolve, reject) => {
    // Read to its end: a line that it cannot write would end the demo.
    demo.stdout.on('data', (chunk) => String(chunk).includes('Stop with Ctrl+C') && resolve());
    demo.once('exit', () => reject(new Error('The demo stopped while it was starting.')));
  });
  const login = JSON.parse(await readFile(path.join(folder, 'demo-login.json'), 'utf8')) as {
    email: string;
    password: string;
  };
  return { url: `http://127.0.0.1:${port}`, login, stop };
};
