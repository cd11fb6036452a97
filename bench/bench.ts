import { mkdir, mkdtemp } from 'node:fs/promises';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { CacheFigures } from '../src/plugins/content-delivery/server/src/freshness/cache/bytes';
import type { Copy, Filling } from './content';
import { createServerDatabase, type ServerDatabase } from './content/server';
import { writeStockProject } from './content/stock';
import type { BenchWebsite, Template } from './content/template';
import { strapiEnvironment } from '../demo/environment';
import type { Measured, Round, Single } from './load';
import type { Options } from './options';
import { killAll, startHelper, type Helper } from './processes';
import type { Fixed } from './servers/bare';
import type { FloorOptions } from './servers/floor';
import type { Memory, StrapiOptions } from './servers/strapi';

export interface Answer {
  status: number;
  /** Milliseconds until the last byte. */
  time: number;
  body: Buffer;
}

export interface StrapiServer {
  port: number;
  edit(documentId: string): Promise<void>;
  figures(): Promise<CacheFigures>;
  memory(): Promise<Memory>;
  /** The most resident bytes since the start. */
  peakMemory(): Promise<number>;
  stop(): Promise<void>;
}

/** What cases are made with: databases, servers and the load generator. */
export interface Bench {
  options: Options;
  template: Template;
  /** The size that is closest to the wanted one from below, else the smallest. */
  sizeNear(wanted: number): number;
  databaseOf(size: number): Promise<string>;
  startDelivery(size: number, environment?: Record<string, string>, hasRest?: boolean): Promise<StrapiServer>;
  startStock(database: string): Promise<StrapiServer>;
  startFloor(size: number, slug: string): Promise<{ port: number; helper: Helper }>;
  /** Makes the bare servers send this from now on. */
  answerBare(fixed: Fixed): Promise<void>;
  bare: { node: number; koa: number };
  run(round: Round): Promise<Measured>;
  ask(single: Single): Promise<Answer>;
  /** Reads an answer of any length and throws it away. @returns its bytes */
  drain(single: Single): Promise<number>;
  log(line: string): void;
}

/** Puts the benchmark together, lets it be used, and takes away every process and file of it again. */
export const withBench = async (
  root: string,
  options: Options,
  work: (bench: Bench) => Promise<void>,
): Promise<void> => {
  await mkdir(path.join(root, '.tmp'), { recursive: true });
  // Inside the project: a temporary folder in memory may not hold gigabytes.
  const folder = await mkdtemp(path.join(root, '.tmp', 'bench-'));
  const cleanUp = (): void => {
    killAll();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', cleanUp);
  for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
    process.once(signal, () => process.exit(code));
  }
  const server = options.database === 'sqlite' ? null : await createServerDatabase(options.database);
  try {
    await work(await createBench(root, folder, options, server));
  } finally {
    cleanUp();
    await server?.drop();
  }
};

/** What `npm start` gives Node. */
const startOptionsOf = (root: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
};

const createBench = async (
  root: string,
  folder: string,
  options: Options,
  server: ServerDatabase | null,
): Promise<Bench> => {
  const log = (line: string): void => console.log(line);
  const empty = server?.address ?? path.join(folder, 'template.db');
  log('Preparing: a database, websites, categories and tags …');
  const starter = startHelper({
    script: 'content/index.js',
    core: 'server',
    environment: strapiEnvironment(empty),
  });
  const template = await starter.call<Template>('template', root);
  // A Strapi that was destroyed has taken all listeners of its process with it.
  await starter.stop();
  const generator = startHelper({ script: 'content/index.js', core: 'server' });
  const load = startHelper({ script: 'load/index.js', core: 'load' });
  const bareServers = startHelper({ script: 'servers/bare.js', core: 'server' });
  const bare = await bareServers.call<{ node: number; koa: number }>('listen');

  const databases = new Map<number, string>();
  const databaseOf = async (size: number): Promise<string> => {
    const made = databases.get(size);
    if (made) return made;
    const database = server?.address ?? path.join(folder, `${size}.db`);
    log(`Generating ${size} posts …`);
    if (!server) await generator.call('copy', { from: empty, to: database } satisfies Copy);
    await generator.call('fill', { database, posts: size, template } satisfies Filling);
    databases.set(size, database);
    return database;
  };

  const startStrapi = async (
    argument: StrapiOptions,
    environment: Record<string, string>,
    nodeArguments: string[] = [],
  ): Promise<StrapiServer> => {
    const helper = startHelper({
      script: 'servers/strapi.js',
      core: 'server',
      argument,
      environment,
      nodeArguments,
    });
    return {
      port: await helper.call<number>('listen'),
      edit: (documentId) => helper.call('edit', documentId),
      figures: () => helper.call('figures'),
      memory: () => helper.call('memory'),
      peakMemory: () => helper.call('peakMemory'),
      stop: () => helper.stop(),
    };
  };

  const stock = path.join(folder, 'stock');
  await writeStockProject(root, stock);

  return {
    options,
    template,
    bare,
    log,
    databaseOf,
    sizeNear: (wanted) =>
      options.sizes.filter((size) => size <= wanted).at(-1) ?? (options.sizes[0] as number),
    async startDelivery(size, environment = {}, hasRest = false) {
      const database = await databaseOf(size);
      return startStrapi(
        { appDir: root, distDir: path.join(root, 'dist'), isOurs: true, hasRest },
        { ...strapiEnvironment(database), ...environment },
        [
          ...startOptionsOf(root),
          ...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []),
        ],
      );
    },
    startStock: (database) =>
      startStrapi(
        { appDir: stock, distDir: stock, isOurs: false, hasRest: true },
        strapiEnvironment(database),
      ),
    async startFloor(size, slug) {
      const argument: FloorOptions = { database: await databaseOf(size), website: template.large, slug };
      const helper = startHelper({ script: 'servers/floor.js', core: 'server', argument });
      return { port: await helper.call<number>('listen'), helper };
    },
    answerBare: (fixed) => bareServers.call('answer', fixed),
    run: (round) => load.call('run', round),
    drain: (single) => load.call<number>('drain', single),
    async ask(single) {
      const answer = await load.call<{ status: number; time: number; body: string }>('single', single);
      return { ...answer, body: Buffer.from(answer.body, 'base64') };
    },
  };
};

/** The address of a website's list, or of one of its posts. */
export const blogPath = ({ key }: BenchWebsite, slug?: string): string =>
  `/api/blog?apiKey=${key}${slug === undefined ? '' : `&slug=${slug}`}`;

const FIELDS = [
  'title',
  'slug',
  'metaTitle',
  'metaDescription',
  'createdAt',
  'updatedAt',
  'publishDate',
  'scheduleDate',
];

const restPath = (fields: string[], rest: string): string =>
  [
    '/api/posts?populate[category][fields][0]=name&populate[tags][fields][0]=name',
    'populate[featuredImage][fields][0]=url',
    ...fields.map((field, i) => `fields[${i}]=${field}`),
    rest,
  ].join('&');

/** The same, asked of Strapi's own REST endpoint. */
export const restPostPath = (slug: string): string =>
  restPath([...FIELDS, 'content'], `filters[slug][$eq]=${slug}`);
export const restListPath = (website: BenchWebsite, count: number): string =>
  restPath(FIELDS, `pagination[pageSize]=${count}&sort=publishDate:desc`);
