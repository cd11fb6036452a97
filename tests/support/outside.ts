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
 * Loads a package as Node does, outside Jest's sandbox, which would load all of it for each test file.
 * For packages that are the same for every file; Strapi alone takes seconds.
 */
export const requireOutside = <Module>(name: string): Module =>
  (globalThis.outside?.require ?? require)(name) as Module;
