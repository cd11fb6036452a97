import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inTime } from './in-time';
import { say } from './say';
import { isRunning, stopProcess } from './stop';
import { until } from './until';

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
/** Milliseconds: longer than any of them takes on a machine that is busy, and less than Jest gives a slow test. */
const LONGEST = 200_000;

/** What is run from the command line, as `npm run` runs it. One that has not ended is killed after the last test. */
export const commandsOf = (name: string) => {
  const started = new Set<{ child: ChildProcess; written(): Ended }>();
  afterAll(async () => {
    for (const { child, written } of started) {
      if (!isRunning(child)) continue;
      say(`${name} was still running: ${inWords(written())}`);
      await stopProcess(name, child, { ask: () => child.kill('SIGKILL') });
    }
  });
  const start = (args: readonly string[], environment: Record<string, string> = {}, input = '') => {
    const child = spawn(process.execPath, [path.join(COMMANDS, name, 'index.js'), ...args], {
      // What Node thinks of a database driver is nothing that the command says.
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // One that reads nothing may have ended.
    child.stdin.on('error', () => undefined).end(input);
    const chunks: Buffer[] = [];
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
    const written = (): Ended => {
      const bytes = Buffer.concat(chunks);
      return { code: child.exitCode, out: bytes.toString('utf8'), bytes, err };
    };
    started.add({ child, written });
    const seen = (): string => inWords(written());
    const ended = inTime(`the end of ${name}`, once(child, 'close').then(written), { within: LONGEST, seen });
    // Not everybody waits for it.
    ended.catch(() => undefined);
    return {
      child,
      ended,
      /** Waits for something that the command does. @throws when it ends before */
      until: (what: string, isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
        until(
          what,
          async () => {
            if (await isSo()) return true;
            if (!isRunning(child)) throw new Error(`It ended too early: ${inWords(await ended)}`);
            return false;
          },
          { every: LOOK_EVERY, seen },
        ),
    };
  };
  return {
    start,
    /** @param input what is typed into it */
    execute: (
      args: readonly string[],
      environment?: Record<string, string>,
      input?: string,
    ): Promise<Ended> => start(args, environment, input).ended,
  };
};

const inWords = ({ code, out, err }: Ended): string => `exit status ${code}\n${out}\n${err}`;
