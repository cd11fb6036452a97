import { createRequire } from 'node:module';
import { giveInPlaceOf, isAsRead } from './late-module';

interface Late {
  name: string;
  loadedBy: string;
  /** Of what was read. Another version is loaded as it would be, as nothing rests on this. */
  readAt: string;
  /** Whether each of its functions has a file of its own. */
  isByFunction?: boolean;
  /** Whether it says `__esModule`, which is asked for while files are loaded. */
  isModule?: true;
}

const LATE: readonly Late[] = [
  // Its index loads 313 files, a twelfth of all that a server loads, and Strapi uses four of its functions.
  { name: 'date-fns', loadedBy: '@strapi/database', readAt: 'date-fns 2.30.0', isByFunction: true },
  // Strapi's server for AI agents, which is off unless `server.mcp` is set.
  { name: '@modelcontextprotocol/node', loadedBy: '@strapi/core', readAt: '@strapi/core 5.54.0' },
  { name: '@modelcontextprotocol/server', loadedBy: '@strapi/core', readAt: '@strapi/core 5.54.0' },
  // For requests of Strapi's through a proxy.
  { name: 'undici', loadedBy: '@strapi/core', readAt: '@strapi/core 5.54.0' },
  { name: 'global-agent', loadedBy: '@strapi/core', readAt: '@strapi/core 5.54.0', isModule: true },
  // Messages in fifty languages, of which the English ones are loaded apart from these.
  { name: 'zod/v4/locales', loadedBy: '@strapi/utils', readAt: 'zod 4.4.3', isModule: true },
  // Only for metrics with exemplars.
  { name: '@opentelemetry/api', loadedBy: 'prom-client', readAt: 'prom-client 15.1.3' },
  // Only where a mail server is configured.
  { name: 'nodemailer', loadedBy: '@strapi/provider-email-nodemailer', readAt: 'nodemailer 9.0.1' },
];

/**
 * Changes what `require` gives for packages that are loaded at each start and used late or never, read at date-fns 2.30.0 and, of
 * @strapi/core 5.54.0 and what the others name, where it asks for them: they are loaded when something of them is used. Has to come
 * ahead of Strapi.
 */
export const loadWhenUsed = (): void => {
  const from = createRequire(__filename);
  for (const { name, loadedBy, readAt, isByFunction, isModule } of LATE) {
    const load = createRequire(from.resolve(`${loadedBy}/package.json`));
    if (!isAsRead(load, readAt)) continue;
    giveInPlaceOf<object>(load, load.resolve(name), (whole) =>
      isByFunction ? byFunction(name, load, whole) : asOne(whole, isModule),
    );
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

const asOne = (whole: () => object, isModule: true | undefined): object =>
  new Proxy(
    {},
    {
      get: (_, part) => (part === '__esModule' ? isModule : Reflect.get(whole(), part)),
      has: (_, part) => Reflect.has(whole(), part),
      ownKeys: () => Reflect.ownKeys(whole()),
      // A proxy of an empty object has to call each property of it configurable.
      getOwnPropertyDescriptor: (_, part) => {
        const found = Reflect.getOwnPropertyDescriptor(whole(), part);
        return found && { ...found, configurable: true };
      },
    },
  );
