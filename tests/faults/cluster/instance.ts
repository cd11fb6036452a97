import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inTime } from '../../support/in-time';
import type { Relay } from '../../support/relay';
import { startServerProcess, type Exit, type ServerProcess } from '../../support/server-process';

interface Options {
  name: string;
  port: number;
  environment: Record<string, string>;
  /** Its own way to the database; null on SQLite. */
  relay: Relay | null;
  clockFile: string;
  /** Called when it ended without having been told to. */
  onDeath(name: string, exit: Exit, lastWords: string): void;
  /** Called for each process that has ended, with all that it has logged. */
  onLog(name: string, log: string): void;
}

const PRELOAD = path.join(__dirname, 'clock-step.js');
const LAST_WORDS = 600;
/** Milliseconds until one that did not come up is started again, until it is given up, and in which one ends by a signal. */
const LATER = 1_000;
const START_TIME = 180_000;
const END_TIME = 60_000;

/**
 * One server process with an address that it keeps, and what can be done to it. One that ends unasked is started again, as a
 * supervisor would.
 */
export const createInstance = ({ name, port, environment, relay, clockFile, onDeath, onLog }: Options) => {
  let current: ServerProcess | null = null;
  let isWanted = false;
  let isUp = false;
  let starting: Promise<void> = Promise.resolve();
  let refusal = '';

  const watch = (started: ServerProcess): void => {
    void started.ended.then((exit) => {
      onLog(name, started.written.output);
      if (started !== current) return;
      isUp = false;
      current = null;
      // Whoever dies takes its connections along.
      relay?.speakAgain();
      if (!isWanted) return;
      const { errors, output } = started.written;
      onDeath(name, exit, (errors + output).trim().slice(-LAST_WORDS));
      starting = launch();
    });
  };
  const launch = async (): Promise<void> => {
    while (isWanted && !current) {
      try {
        const started = await startServerProcess({
          port,
          keepsOutput: true,
          environment: {
            ...environment,
            ...(relay && { DATABASE_PORT: String(relay.port) }),
            LOG_LEVEL: 'warn',
            CLOCK_STEP_FILE: clockFile,
            NODE_OPTIONS: `--require ${PRELOAD}`,
          },
        });
        current = started;
        isUp = true;
        watch(started);
      } catch (error) {
        refusal = String(error);
        onDeath(name, { code: null, signal: null }, `while it was starting: ${refusal}`);
        await wait(LATER);
      }
    }
  };

  const isStarted = (): Promise<void> =>
    inTime(`${name} to come up`, starting, { within: START_TIME, seen: () => refusal });

  return {
    name,
    port,
    relay,
    /** Whether it has come up and has not ended; one that is stopped or cut off is up. */
    isUp: (): boolean => isUp,
    isWanted: (): boolean => isWanted,
    /** Resolves when it listens. */
    async start(): Promise<void> {
      if (!isWanted) {
        isWanted = true;
        starting = launch();
      }
      await isStarted();
    },
    /** Sends a signal that ends it, and waits for the end. */
    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      isWanted = false;
      isUp = false;
      await isStarted();
      const ending = current;
      if (!ending) return;
      ending.signal(signal);
      await inTime(`the end of ${name} by ${signal}`, ending.ended, {
        within: END_TIME,
        seen: () => ending.written.output.slice(-LAST_WORDS),
      });
    },
    /** Stops it where it is, and lets it go on. */
    pause: (): void => current?.signal('SIGSTOP'),
    goOn: (): void => current?.signal('SIGCONT'),
    /** Sets its clock: how many milliseconds it is ahead. */
    setClock: (ahead: number): void => writeFileSync(clockFile, String(ahead)),
  };
};

export type Instance = ReturnType<typeof createInstance>;
