import path from 'node:path';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import type { Outside } from './outside';

/** Where the project's own code is that a server loads. */
const OWN_CODE = ['dist', 'src'].map((folder) => path.resolve(__dirname, '..', '..', folder) + path.sep);

const RealDate = Date;
// Tests stop the clock while statements are on their way with moments of the other one: knex asks `instanceof Date`.
Object.defineProperty(Date, Symbol.hasInstance, { value: types.isDate, configurable: true });
const removeAllListeners = process.removeAllListeners;

/** What a server that a file left running may take to stop, in milliseconds. */
const STOP_TIME = 30_000;

/**
 * Strapi is loaded once for all test files of a worker, outside Jest's sandbox, in which that would take
 * seconds for each. What a file could leave behind there is undone: the project's own modules, which may have a
 * state, the environment variables, and listeners of the process.
 */
export default class ServerEnvironment extends TestEnvironment {
  private readonly running: Outside['running'] = new Set();
  private readonly variables = { ...process.env };
  private readonly listeners = new Set(
    process.eventNames().flatMap((event) => process.rawListeners(event as 'exit')),
  );

  override async setup(): Promise<void> {
    await super.setup();
    for (const file of Object.keys(require.cache)) {
      if (OWN_CODE.some((folder) => file.startsWith(folder))) Reflect.deleteProperty(require.cache, file);
    }
    // A server that stops takes all listeners off the process, those by which Jest speaks to its workers included.
    process.removeAllListeners = (event?: string | symbol) =>
      event === undefined ? this.removeNewListeners() : removeAllListeners.call(process, event);

    // What goes to the server and comes from it: `instanceof` has to hold on both sides.
    Object.assign(this.global, { Date, Error, TypeError, RangeError });
    this.global.process.env = process.env;
    this.global['outside'] = { require, global: globalThis, running: this.running } satisfies Outside;
  }

  override async teardown(): Promise<void> {
    globalThis.Date = RealDate;
    await this.stopServers();
    this.removeNewListeners();
    process.removeAllListeners = removeAllListeners;
    for (const name of Object.keys(process.env)) {
      if (!(name in this.variables)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.variables);
    await super.teardown();
  }

  /**
   * A test that fails, or takes too long, may leave its server running, and Strapi keeps permissions and conditions per
   * process: with these, no further server would start. They go, and the next file loads all packages again.
   */
  private async stopServers(): Promise<void> {
    if (this.running.size === 0) return;
    await Promise.race([
      Promise.allSettled([...this.running].map(async (server) => server.destroy())),
      new Promise((resolve) => setTimeout(resolve, STOP_TIME).unref()),
    ]);
    for (const file of Object.keys(require.cache)) {
      if (file.includes(`${path.sep}node_modules${path.sep}@strapi${path.sep}`)) {
        Reflect.deleteProperty(require.cache, file);
      }
    }
  }

  private removeNewListeners(): NodeJS.Process {
    for (const event of process.eventNames()) {
      for (const listener of process.rawListeners(event as 'exit')) {
        if (!this.listeners.has(listener)) process.removeListener(event, listener as () => void);
      }
    }
    return process;
  }
}
