import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const COMMANDS = path.resolve(__dirname, '..', '..', 'dist', 'commands');

/** How a command ended, and what it wrote. */
export interface Ended {
  code: number | null;
  /** Standard output, as text and as it came. */
  out: string;
  bytes: Buffer;
  err: string;
}

/** What is run from the command line, as `npm run` runs it. What has not ended is killed after the last test. */
export const commandsOf = (name: string) => {
  const started = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });
  const start = (args: readonly string[], environment: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [path.join(COMMANDS, name, 'index.js'), ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.add(child);
    const chunks: Buffer[] = [];
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
    const ended = once(child, 'close').then(([code]): Ended => {
      const bytes = Buffer.concat(chunks);
      return { code: code as number | null, out: bytes.toString('utf8'), bytes, err };
    });
    return { child, ended };
  };
  return {
    start,
    execute: (args: readonly string[], environment?: Record<string, string>): Promise<Ended> =>
      start(args, environment).ended,
  };
};
