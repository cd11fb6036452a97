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

/** Milliseconds between two looks at what a command is waited for. */
const LOOK_EVERY = 2;

/** What is run from the command line, as `npm run` runs it. One that has not ended fails after the last test. */
export const commandsOf = (name: string) => {
  const started = new Set<{ child: ChildProcess; written(): Ended }>();
  afterAll(() => {
    const left = [...started].filter(({ child }) => isRunning(child));
    for (const { child } of left) child.kill('SIGKILL');
    if (left.length > 0) {
      throw new Error(['Still running:', ...left.map(({ written }) => inWords(written()))].join('\n'));
    }
  });
  const start = (args: readonly string[], environment: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [path.join(COMMANDS, name, 'index.js'), ...args], {
      // What Node thinks of a database driver is nothing that the command says.
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
    const written = (): Ended => {
      const bytes = Buffer.concat(chunks);
      return { code: child.exitCode, out: bytes.toString('utf8'), bytes, err };
    };
    started.add({ child, written });
    const ended = once(child, 'close').then(written);
    return {
      child,
      ended,
      /** Waits for something that the command does. @throws when it ends before */
      async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
        while (!(await isSo())) {
          if (!isRunning(child)) throw new Error(`It ended too early: ${inWords(await ended)}`);
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        }
      },
    };
  };
  return {
    start,
    execute: (args: readonly string[], environment?: Record<string, string>): Promise<Ended> =>
      start(args, environment).ended,
  };
};

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

const inWords = ({ code, out, err }: Ended): string => `exit status ${code}\n${out}\n${err}`;
