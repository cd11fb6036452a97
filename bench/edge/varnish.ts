import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../demo/free-port';

const run = promisify(execFile);
/** Debian has it where only root looks. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };
const START_TIME = 20_000;

/** @throws Error that says how to get it */
export const requireVarnish = async (): Promise<void> => {
  await run('varnishd', ['-V'], { env: ENVIRONMENT }).catch(() => {
    throw new Error(
      'This needs Varnish 7.1 or later on the PATH: apt-get install -y --no-install-recommends varnish varnish-modules',
    );
  });
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

interface Options {
  /** The folder `deploy/varnish`. */
  folder: string;
  /** The port of the server on 127.0.0.1. */
  backend: number;
}

/**
 * Runs Varnish with the configuration of `deploy/varnish` on free ports of 127.0.0.1; of the file only the server's port is
 * changed.
 */
export const startVarnish = async ({ folder, backend }: Options) => {
  const [port, purgePort, work] = [
    await freePort(),
    await freePort(),
    await mkdtemp(path.join(tmpdir(), 'content-delivery-varnish-')),
  ];
  const text = await readFile(path.join(folder, 'content-delivery.vcl'), 'utf8');
  if (!text.includes('.port = "1337";')) throw new Error('deploy/varnish has no port 1337 any more.');
  const file = path.join(work, 'content-delivery.vcl');
  await writeFile(file, text.replace('.port = "1337";', `.port = "${backend}";`));
  const child = spawn(
    'varnishd',
    [
      ...['-F', '-f', file, '-n', path.join(work, 'run'), '-s', 'malloc,64m', '-j', 'none'],
      ...['-a', `public=127.0.0.1:${port}`, '-a', `purges=127.0.0.1:${purgePort}`],
    ],
    { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (written: string) => (output += written));
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(work, { recursive: true, force: true });
  };
  const late = Date.now() + START_TIME;
  while (!(await isListening(port)) || !(await isListening(purgePort))) {
    if (child.exitCode !== null || Date.now() > late) {
      await stop();
      throw new Error(`Varnish does not run: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { port, purgeUrl: `http://127.0.0.1:${purgePort}/`, stop };
};

export type Varnish = Awaited<ReturnType<typeof startVarnish>>;
