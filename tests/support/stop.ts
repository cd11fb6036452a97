import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inTime } from './in-time';
import { say } from './say';

/** Milliseconds that something may take to stop when it is asked to. */
const STOP_TIME = 10_000;
/** The same once it has been killed. */
const KILL_TIME = 5_000;

interface Stopping {
  /** Resolves when it has stopped; not needed where `ask` brings that. */
  ended?: Promise<unknown>;
  /** What is done when it does not stop by itself. */
  kill?: () => unknown;
  /** Milliseconds. */
  within?: number;
}

/**
 * Stops what a test has started: asks it to, waits ten seconds, kills it, and says so. It never throws, as a tear-down must
 * not fail a file whose tests have passed; tests of stopping itself look for themselves.
 * @param what it is, for the message: `nginx`
 */
export const stop = async (
  what: string,
  ask: () => unknown,
  { ended, kill, within = STOP_TIME }: Stopping = {},
): Promise<void> => {
  const asked = (async () => ask())();
  const over = Promise.all([asked, ended]);
  const failureOf = (work: Promise<unknown>, milliseconds: number): Promise<string | null> =>
    inTime(`${what} to end`, work, { within: milliseconds }).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const failure = await failureOf(over, within);
  if (failure === null) return;
  if (!kill) return say(`${what} did not end: ${failure}`);
  const left = await failureOf(Promise.all([(async () => kill())(), over]), KILL_TIME);
  say(`${what} was killed: ${failure}${left === null ? '' : ` Then: ${left}`}`);
};

/** False also for what could not be started. */
export const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** The same for a process, which is asked by SIGTERM unless told otherwise. What it has written may still be on its way. */
export const stopProcess = async (
  what: string,
  child: ChildProcess,
  { ask = () => child.kill('SIGTERM'), within }: { ask?: () => unknown; within?: number } = {},
): Promise<void> => {
  if (!isRunning(child)) return;
  // A grandchild may keep the streams open: 'close' may never come.
  const ended = once(child, 'exit');
  await stop(what, ask, { ended, kill: () => child.kill('SIGKILL'), within });
};
