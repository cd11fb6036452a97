import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import type { Outside } from './outside';

/** Where the project's own code is that a server loads. */
const OWN_CODE = ['dist', 'src'].map((folder) => path.resolve(__dirname, '..', '..', folder) + path.sep);

const RealDate = Date;
const removeAllListeners = process.removeAllListeners;

/**
 * Strapi is loaded once for all test files of a worker, outside Jest's sandbox, in which that would take
 * seconds for each. What a file could leave behind there is undone: the project's own modules, which may have a
 * state, the environment variables, and listeners of the process.
 */
export default class ServerEnvironment extends TestEnvironment {
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
    this.global['outside'] = { require, global: globalThis } satisfies Outside;
  }

  override async teardown(): Promise<void> {
    globalThis.Date = RealDate;
    this.removeNewListeners();
    process.removeAllListeners = removeAllListeners;
    for (const name of Object.keys(process.env)) {
      if (!(name in this.variables)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.variables);
    await super.teardown();
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
