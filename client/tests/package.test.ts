import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const run = promisify(execFile);
const CLIENT = path.resolve(__dirname, '..');
const ROOT = path.resolve(CLIENT, '..');
/** The versions that the README names, by where they are installed here. */
const PARSE5: [string, string][] = [
  ['7', 'parse5'],
  ['8', 'parse5-8'],
];

const USE = `
const client = createClient({ baseUrl: 'https://cms.example.com', apiKey: 'key', fetch: async () => new Response('[]') });
client.posts.list().then((posts) => console.log(JSON.stringify([posts, slugFromName('Web Dev'), typeof memoryCache])));
`;
const LINK = `console.log(linkKeywords('<p>tea</p>', [{ keyword: 'tea', url: '/tea' }]));`;
/** What entry points need beside, which those who do not use them need not install. */
const PACKAGES: Record<string, string> = {
  'link-keywords': 'parse5',
  markdown: 'node-html-markdown',
  'search-index': 'minisearch',
};
const DATA_NAMES = '{ createClient, memoryCache, slugFromName }';

describe('the package, as it is published', () => {
  let folder: string;
  let installed: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-client-'));
    installed = path.join(folder, 'node_modules', 'content-delivery-client');
    await mkdir(installed, { recursive: true });
    await cp(path.join(CLIENT, 'package.json'), path.join(installed, 'package.json'));
    await run(process.execPath, [
      path.join(CLIENT, 'scripts', 'build.mjs'),
      '--out',
      path.join(installed, 'dist'),
    ]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const evaluate = async (name: string, source: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, source);
    return (await run(process.execPath, [file], { cwd: folder })).stdout.trim();
  };
  const withParse5 = async <T>(work: () => Promise<T>, name = 'parse5'): Promise<T> => {
    const link = path.join(folder, 'node_modules', 'parse5');
    await symlink(path.join(ROOT, 'node_modules', name), link, 'dir');
    try {
      return await work();
    } finally {
      await rm(link);
    }
  };

  it('is imported and required, its data part without any other package', async () => {
    const expected = '[[],"web-dev","function"]';
    expect(await evaluate('data.mjs', `import ${DATA_NAMES} from 'content-delivery-client';${USE}`)).toBe(
      expected,
    );
    expect(
      await evaluate('data.cjs', `const ${DATA_NAMES} = require('content-delivery-client');${USE}`),
    ).toBe(expected);
  });

  it.each(PARSE5)('takes version %s of parse5, as it says', async (version, name) => {
    const text = (file: string) => readFile(path.join(ROOT, file), 'utf8');
    const installed = JSON.parse(await text(`node_modules/${name}/package.json`)) as { version: string };
    const { peerDependencies } = JSON.parse(await text('client/package.json')) as {
      peerDependencies: { parse5: string };
    };
    expect(installed.version.split('.')[0]).toBe(version);
    expect(peerDependencies.parse5.split(' || ').map((range) => range.slice(1, 2))).toContain(version);
  });

  it.each(PARSE5)(
    'links keywords where parse5 %s is installed, and says so where none is',
    async (_version, name) => {
      const from = 'content-delivery-client/link-keywords';
      const imported = () => evaluate('link.mjs', `import { linkKeywords } from '${from}';${LINK}`);
      const required = () => evaluate('link.cjs', `const { linkKeywords } = require('${from}');${LINK}`);
      await withParse5(async () => {
        expect(await imported()).toBe('<p><a href="/tea">tea</a></p>');
        expect(await required()).toBe('<p><a href="/tea">tea</a></p>');
      }, name);
      await expect(imported()).rejects.toThrow(/parse5/);
      await expect(required()).rejects.toThrow(/parse5/);
    },
  );

  it('has the sizes that its README names', async () => {
    const sizeOf = async (entry: string): Promise<[minified: number, compressed: number]> => {
      const { outputFiles } = await build({
        entryPoints: [path.join(installed, 'dist', 'esm', entry, 'index.js')],
        nodePaths: [path.join(ROOT, 'node_modules')],
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
      });
      const code = outputFiles[0]?.contents ?? new Uint8Array();
      return [Math.round(code.length / 1000), Math.round(gzipSync(code).length / 1000)];
    };
    const readme = await readFile(path.join(CLIENT, 'README.md'), 'utf8');
    const named = (pattern: RegExp) => (pattern.exec(readme) ?? []).slice(1).map(Number);
    expect(named(/^The data part has .*?(\d+) kB minified \((\d+) kB compressed\)/m)).toEqual(
      await sizeOf('.'),
    );
    expect(named(/: (\d+) kB minified \((\d+) kB compressed\) in place of (\d+) kB \((\d+) kB\)/)).toEqual([
      ...(await sizeOf('link-elements')),
      ...(await sizeOf('link-keywords')),
    ]);
  });

  it('imports nothing of Node, and another package only in entry points that name it', async () => {
    const files = (await readdir(path.join(installed, 'dist'), { recursive: true })).filter((file) =>
      file.endsWith('.js'),
    );
    expect(files).toEqual(
      expect.arrayContaining(['esm/index.js', 'cjs/index.js', 'esm/link-keywords/index.js']),
    );
    for (const file of files) {
      const source = await readFile(path.join(installed, 'dist', file), 'utf8');
      // Safari does not read the first before 16.4, and has not the second before 17.
      expect([file, /\(\?<[=!]|URL\.canParse\(/.exec(source)]).toEqual([file, null]);
      const names = [...source.matchAll(/(?:from|require\()\s*['"]([^'"]+)['"]/g)].map(
        ([, name]) => name ?? '',
      );
      const foreign = names.filter((name) => !name.startsWith('.'));
      const [, entry = ''] = /^(?:esm|cjs)\/([^/]+)\//.exec(file) ?? [];
      const allowed = PACKAGES[entry];
      expect({ file, foreign }).toEqual({ file, foreign: foreign.length > 0 ? [allowed] : [] });
    }
  });

  it('has types for both ways, also for callers without the types of browsers and of Node', async () => {
    const source = `
      import { createClient, isVisible, verifyWebhook, type Moved, type Post } from 'content-delivery-client';
      import { linkKeywords } from 'content-delivery-client/link-keywords';
      const client = createClient({ baseUrl: 'https://cms.example.com', apiKey: 'key', retries: 1, timeout: undefined });
      const { posts, pseoPages } = client;
      export const post: Promise<Post | null> = posts.get('slug');
      export const titles: Promise<string[]> = posts.list().then((all) => all.filter((one) => isVisible(one)).map(({ title }) => title));
      export const page = async () => {
        const found = await pseoPages.get('a/b', { campaignId: 'c' });
        return found && linkKeywords(found.html, found.internalLinks, { currentUrl: '/a/b', maxPerKeyword: 1 });
      };
      // What may be left out may be undefined, as what comes from the environment may be.
      declare const text: string | undefined;
      declare const wanted: boolean;
      export const event = verifyWebhook('', {}, text);
      export const next = async (): Promise<string> => (await client.changes()).next;
      export const since = async (): Promise<string | undefined> => (await client.changes({ since: text }))?.next;
      export const moved = async (): Promise<Post | Moved | null> => client.posts.get('x', { movedTo: wanted, signal: undefined });
      export const unmoved = async (): Promise<Post | null> => client.posts.get('x', { movedTo: false });
      void client.pseoPages.list({ campaignId: text });
      void client.posts.page({ limit: 1, cursor: text, category: text, tag: text });
      void linkKeywords('', [{ keyword: '', url: '', anchor: text }], { locale: text, currentUrl: text, maxLinks: undefined });
      // @ts-expect-error: it may be null since a cursor
      void client.changes({ since: 'c' }).then(({ next: unknown }) => unknown);
      // @ts-expect-error: a slug is a text
      void posts.get(1);
    `;
    const globals = 'interface AbortSignal { readonly aborted: boolean }';
    for (const name of ['types.mts', 'types.cts']) await writeFile(path.join(folder, name), source);
    await writeFile(path.join(folder, 'globals.d.ts'), globals);
    const tsc = require.resolve('typescript/bin/tsc');
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    await withParse5(() =>
      run(process.execPath, [tsc, '-p', '.'], { cwd: folder }).catch((error: { stdout: string }) => {
        throw new Error(error.stdout);
      }),
    );
  });
});
