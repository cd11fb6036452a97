import { createRequire, Module } from 'node:module';

interface Late {
  name: string;
  loadedBy: string;
  /** Of what was read. Another version is loaded as it would be, as nothing rests on this. */
  readAt: string;
  /** Whether each of its functions has a file of its own. */
  isByFunction?: boolean;
}

const LATE: readonly Late[] = [
  // Its index loads 313 files, a twelfth of all that a server loads, and Strapi uses four of its functions.
  { name: 'date-fns', loadedBy: '@strapi/database', readAt: 'date-fns 2.30.0', isByFunction: true },
  // Strapi's server for AI agents, which is off unless `server.mcp` is set.
  { name: '@modelcontextprotocol/node', loadedBy: '@strapi/core', readAt: '@strapi/core 5.54.0' },
  { name: '@modelcontextprotocol/server', loadedBy: '@strapi/core', readAt: '@strapi/core 5.54.0' },
  // For requests of Strapi's through a proxy.
  { name: 'undici', loadedBy: '@strapi/core', readAt: '@strapi/core 5.54.0' },
];

/**
 * Changes what `require` gives for packages that Strapi loads at each start and uses late or never, read at date-fns 2.30.0 and, of
 * @strapi/core 5.54.0, where it asks for the others: they are loaded when something of them is used. Has to come ahead of Strapi.
 */
export const loadWhenUsed = (): void => {
  const from = createRequire(__filename);
  for (const { name, loadedBy, readAt, isByFunction } of LATE) {
    const load = createRequire(from.resolve(`${loadedBy}/package.json`));
    const read = readAt.slice(0, readAt.lastIndexOf(' '));
    const { version } = load(`${read}/package.json`) as { version: string };
    const file = load.resolve(name);
    if (load.cache[file] || readAt !== `${read} ${version}`) continue;
    const whole = (): object => {
      Reflect.deleteProperty(load.cache, file);
      return load(file) as object;
    };
    load.cache[file] = Object.assign(new Module(file), {
      filename: file,
      loaded: true,
      exports: isByFunction ? byFunction(name, load, whole) : asOne(whole),
    });
  }
};

const byFunction = (name: string, load: NodeJS.Require, whole: () => object): object => {
  const partOf = (part: string): unknown => {
    try {
      return load(`${name}/${part}`);
    } catch {
      // Numbers such as `maxTime` have no file of their own.
      return Reflect.get(whole(), part);
    }
  };
  const parts: Record<string | symbol, unknown> = { __esModule: true };
  return new Proxy(parts, {
    get: (known, part) =>
      typeof part === 'symbol' || part in known ? known[part] : (known[part] = partOf(part)),
  });
};

/** For CommonJS that does not say `__esModule`, which is asked for while files are loaded. */
const asOne = (whole: () => object): object => {
  let exported: object | undefined;
  const loaded = (): object => (exported ??= whole());
  return new Proxy(
    {},
    {
      get: (_, part) => (part === '__esModule' ? undefined : Reflect.get(loaded(), part)),
      has: (_, part) => Reflect.has(loaded(), part),
      ownKeys: () => Reflect.ownKeys(loaded()),
      // A proxy of an empty object has to call each property of it configurable.
      getOwnPropertyDescriptor: (_, part) => {
        const found = Reflect.getOwnPropertyDescriptor(loaded(), part);
        return found && { ...found, configurable: true };
      },
    },
  );
};
