import path from 'node:path';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import { forgetStrapi, type Outside } from './outside';
import { stop } from './stop';

/** Where the project's own code is that a server loads. */
const OWN_CODE = ['dist', 'src'].map((folder) => path.resolve(__dirname, '..', '..', folder) + path.sep);

const RealDate = Date;
// Tests stop the clock while statements are on their way with moments of the other one: knex asks `instanceof Date`.
Object.defineProperty(Date, Symbol.hasInstance, { value: types.isDate, configurable: true });
const removeAllListeners = process.removeAllListeners;

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

  /** A test that fails, or takes too long, may leave its server running. The next file loads all packages again. */
  private async stopServers(): Promise<void> {
    if (this.running.size === 0) return;
    // One that was refused early has parts that cannot be taken down.
    const destroy = (server: { destroy(): Promise<void> }) => server.destroy().catch(() => undefined);
    await Promise.all(
      [...this.running].map((server) => stop('a server that a file has left running', () => destroy(server))),
    );
    forgetStrapi(require);
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
