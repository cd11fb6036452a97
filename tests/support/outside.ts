import path from 'node:path';

/** What the test environment hands into Jest's sandbox. */
export interface Outside {
  require: NodeJS.Require;
  global: { Date: DateConstructor };
  /** Servers that were started and have not stopped yet. */
  running: Set<{ destroy(): Promise<void> }>;
}

declare global {
  var outside: Outside | undefined;
}

/**
 * Lets Strapi's packages be loaded again. They keep permissions and conditions of a server that did not stop; with these,
 * no further one would start.
 */
export const forgetStrapi = ({ cache }: NodeJS.Require): void => {
  for (const file of Object.keys(cache)) {
    if (file.includes(`${path.sep}node_modules${path.sep}@strapi${path.sep}`))
      Reflect.deleteProperty(cache, file);
  }
};

/**
 * Loads a package as Node does, outside Jest's sandbox, which would load all of it for each test file.
 * For packages that are the same for every file; Strapi alone takes seconds.
 */
export const requireOutside = <Module>(name: string): Module =>
  (globalThis.outside?.require ?? require)(name) as Module;
