import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { scripts } from './docs/scripts';
import { ENVIRONMENT } from './environment';
import { fetchInTime } from './fetch-in-time';
import { inTime } from './in-time';
import type { Exit } from './server-process';
import { isRunning, stopProcess } from './stop';
import { until } from './until';

const ROOT = path.resolve(__dirname, '..', '..');

/** The server as operators start it. */
export const START: readonly [string, ...string[]] = [
  process.execPath,
  ...(scripts()['start'] ?? '').replace('exec node ', '').split(' '),
];

/** Milliseconds in which it comes up, or says why not, on a busy machine. */
const START_TIME = 90_000;

interface Options {
  /** The program and its arguments. */
  command?: readonly string[];
  /** Variables beside the usual ones; undefined takes one away. */
  environment?: Record<string, string | undefined>;
  folder?: string;
  /** The user that it runs as, by number. */
  user?: number;
}

/** Starts a command that serves. It is killed when the test calls `stop`, at the latest. */
export const started = ({ command = START, environment = {}, folder = ROOT, user }: Options = {}) => {
  const [program = '', ...parameters] = command;
  const child: ChildProcess = spawn(program, parameters, {
    cwd: folder,
    env: { ...process.env, ...ENVIRONMENT, LOG_LEVEL: 'info', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // With a group of its own, so that nothing that it has started is left.
    detached: true,
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const written = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.errors += text));
  const all = (): string => `${written.output}${written.errors}`;
  const closed = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  closed.catch(() => undefined);

  return {
    child,
    written,
    /** How it ended. @throws Error when it has not in time */
    ended: (): Promise<Exit> =>
      inTime(`the end of ${command.join(' ')}`, closed, { within: START_TIME, seen: all }),
    /** Waits until it takes requests. @throws Error when it ends instead */
    ready: (port: number): Promise<unknown> =>
      until(
        `${command.join(' ')} to be ready`,
        async () => {
          if (!isRunning(child)) throw new Error(`It ended instead of serving: ${all()}`);
          return fetchInTime(`http://127.0.0.1:${port}/_ready`).then(
            ({ ok }) => ok,
            () => false,
          );
        },
        { within: START_TIME, every: 100, seen: all },
      ),
    stop: async (): Promise<void> => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of the group has ended.
      }
      await stopProcess(command.join(' '), child);
    },
  };
};
