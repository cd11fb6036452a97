import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inTime } from '../../support/in-time';
import { isRunning, stop } from '../../support/stop';
import { until } from '../../support/until';

/** So many lines of what a command has written tell why it failed. */
const LAST_LINES = 40;

interface Surroundings {
  folder: string;
  environment: Record<string, string>;
  /** What is typed into it. */
  input?: string;
  /** How long it may take, or how long a server may take to answer. */
  seconds: number;
  /** What a server has written when it is up; nothing by itself. */
  says?: RegExp | undefined;
}

/** How a command ended, and all that it wrote. */
export interface Ended {
  status: number | null;
  output: string;
}

/** Starts a line as a terminal does: by the shell, in a group of its own. */
const start = (line: string, { folder, environment, input = '' }: Surroundings) => {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  // One that reads nothing may have ended.
  child.stdin.on('error', () => undefined).end(input);
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // All of the group has ended.
    }
  };
  const said = (): string => output.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  return { child, signal, said, output: () => output, ended: once(child, 'exit') };
};

/**
 * Runs a line to its end; nothing that it has started is left.
 * @throws Error with what it wrote last, when it has not ended in time
 */
export const run = async (line: string, surroundings: Surroundings): Promise<Ended> => {
  const { child, signal, said, output, ended } = start(line, surroundings);
  try {
    await inTime(`the end of ${line}`, ended, { within: surroundings.seconds * 1_000, seen: said });
  } finally {
    signal('SIGKILL');
  }
  return { status: child.exitCode, output: output() };
};

/**
 * Starts a line that goes on until it is stopped, and waits until it answers.
 * @param address answers with a status below 400 as soon as the server can be used
 * @throws Error with what it wrote last, when it ends or does not answer in time
 */
export const serve = async (line: string, address: string, surroundings: Surroundings) => {
  const { child, signal, said, output, ended } = start(line, surroundings);
  const stopIt = async (): Promise<void> => {
    // As Ctrl+C does in a terminal.
    if (isRunning(child)) await stop(line, () => signal('SIGINT'), { ended, kill: () => signal('SIGKILL') });
    signal('SIGKILL');
  };
  const answers = async (): Promise<boolean> => {
    if (!isRunning(child)) throw new Error(`It ended instead of serving: ${line}\n${said()}`);
    return fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const { says = /(?:)/, seconds } = surroundings;
  const limit = { within: seconds * 1_000, every: 200, seen: said };
  try {
    await until(`${line} to answer at ${address}`, answers, limit);
    await until(`${line} to say ${says}`, () => says.test(output()), limit);
  } catch (error) {
    await stopIt();
    throw error;
  }
  return { output, stop: stopIt };
};
