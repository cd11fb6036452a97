import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../support/instances/free-port';
import type { Case, Place } from '../case';
import { keyOf } from '../content';

const DEMO_WEBSITE = 'Plainstack Studio';

/** On a port of its own, and on the database of the case. */
const ownPort = ({ other }: Place): Record<string, string> => ({ PORT: String(other) });

/** What an address sends. @throws unless it answers with a 200, and with this in it */
const textAt = async (address: string, part: string): Promise<string> => {
  const answer = await fetch(address);
  const text = await answer.text();
  if (answer.status === 200 && text.includes(part)) return text;
  throw new Error(`${address}: ${answer.status}, without "${part}": ${text.slice(0, 1_000)}`);
};

/** The page of the admin panel, and the program that it loads. */
const panelAt = async (address: string): Promise<void> => {
  const page = await textAt(`${address}/admin`, '<div id="strapi">');
  const [, program = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
  await textAt(new URL(program, `${address}/admin/`).href, 'import');
};

/** The demo's database where the demo has it, as its server tells front ends where it is in that folder. */
const demoDatabase = { DATABASE_FILENAME: path.join('.tmp', 'data.db') };

/** What an example is told of the server that it reads: the panel shows both under Connect. */
const connected = async (at: Place): Promise<Record<string, string>> => ({
  CONTENT_API_URL: `http://127.0.0.1:${at.port}`,
  CONTENT_API_KEY: await keyOf(at, DEMO_WEBSITE),
  ...ownPort(at),
});

const siteAt = ({ other }: Place): string => `http://127.0.0.1:${other}`;
const showsDemo = async (at: Place): Promise<void> => {
  await textAt(`${siteAt(at)}/blog`, '/blog/accessible-forms-checklist');
  await textAt(`${siteAt(at)}/blog/accessible-forms-checklist`, 'autocomplete');
};

export const SERVERS: readonly Case[] = [
  {
    name: 'npm start',
    shown: /^npm start$/,
    instead: ['npm start'],
    environment: ownPort,
    serves: (at) => `${siteAt(at)}/_ready`,
    seen: (at) => panelAt(siteAt(at)),
  },
  {
    name: 'a server with delivery workers',
    shown: /^WORKERS=4 npm start$/,
    instead: ['WORKERS=2 npm start'],
    environment: ownPort,
    serves: (at) => `${siteAt(at)}/_ready`,
    seen: (at) => panelAt(siteAt(at)),
  },
  {
    name: 'a first server answers',
    shown: /^curl http:\/\/127\.0\.0\.1:1337\/_ready$/,
    async given(at) {
      await at.serve('npm start', `http://127.0.0.1:${at.port}/_ready`);
      return { 1337: String(at.port) };
    },
    says: /\{"status":"ready"\}/,
  },
  {
    name: 'the server without npm',
    shown: /^node --max-semi-space-size=16 dist\/commands\/start\/index\.js$/,
    environment: ownPort,
    // It finds its own .env from anywhere.
    within: ({ folder }) => folder,
    given: async ({ project }) => ({ 'dist/': `${project}/dist/` }),
    serves: (at) => `${siteAt(at)}/_ready`,
    seen: (at) => panelAt(siteAt(at)),
  },
  {
    name: 'console',
    shown: /^npm run console$/,
    instead: ['npm run console'],
    environment: ownPort,
    input: "console.log('posts:', await strapi.documents('api::post.post').count({}))\n",
    says: /posts: [1-9]/,
    seconds: 180,
  },
  {
    name: 'demo',
    shown: /^(?:npm ci && )?npm run demo$/,
    instead: ['npm run demo'],
    environment: () => demoDatabase,
    serves: ({ port }) => `http://127.0.0.1:${port}/admin`,
    says: /^Admin panel /m,
    async seen(at, _, { output }) {
      // The second start: it goes on with the same data, and prints the same lines to paste.
      const lines = Array.from(output.matchAll(/^ {2}(curl '.*')$/gm), ([, line = '']) => line);
      expect(lines).toHaveLength(9);
      for (const line of lines) expect(await at.run(`${line} --silent --show-error --fail`)).toMatch(/^[[{]/);
    },
  },
  {
    name: 'Varnish',
    shown: /^varnishd /,
    async given(at) {
      const vcl = await readFile(path.join(at.project, 'deploy', 'varnish', 'content-delivery.vcl'), 'utf8');
      await writeFile(path.join(at.folder, 'content-delivery.vcl'), vcl.replace('"1337"', `"${at.port}"`));
      await at.serve('npm start', `http://127.0.0.1:${at.port}/_ready`);
      return {
        '/etc/varnish': at.folder,
        'public=:6081': `public=:${at.other}`,
        6082: String(await freePort()),
        // Not in the background, nor in the folder of the machine's own.
        'varnishd -f': `varnishd -F -n ${at.folder}/run -j none -f`,
      };
    },
    serves: (at) => `${siteAt(at)}/_health`,
    async seen(at) {
      const address = `${siteAt(at)}/api/blog?apiKey=${await keyOf(at, DEMO_WEBSITE)}`;
      await textAt(address, 'accessible-forms-checklist');
    },
  },
  {
    name: 'examples/nextjs with a server',
    shown: /^npm run example:install$|^cd examples\/nextjs$|^cp \.env\.example \.env\.local$|^npm run dev$/,
    on: /^examples\/nextjs\//,
    given: (at) => at.serve('npm start', `http://127.0.0.1:${at.port}/_ready`),
    serves: (at, line) => (line === 'npm run dev' ? `${siteAt(at)}/blog` : undefined),
    environment: connected,
    seen: (at, line) => line === 'npm run dev' && showsDemo(at),
    seconds: 240,
  },
  {
    name: 'examples/astro with a server',
    shown:
      /^npm run example:install -- astro$|^cd examples\/astro$|^cp \.env\.example \.env$|^npm run build && npm start$/,
    on: /^examples\/astro\//,
    given: (at) => at.serve('npm start', `http://127.0.0.1:${at.port}/_ready`),
    serves: (at, line) => (line.endsWith('npm start') ? `${siteAt(at)}/blog` : undefined),
    environment: connected,
    seen: (at, line) => line.endsWith('npm start') && showsDemo(at),
    seconds: 240,
  },
  // After those two, which have installed the examples.
  {
    name: 'demo:site, and what it weighs',
    shown: /\bnpm run (?:demo:site|measure)\b/,
    instead: [
      `npm run demo:site -- "${DEMO_WEBSITE}"`,
      'cd examples/nextjs',
      'npm run measure -- http://localhost:3000',
    ],
    given: async ({ other }) => ({ 3000: String(other) }),
    environment: (at) => ({ ...demoDatabase, ...ownPort(at) }),
    serves: (at, line) => (line.includes('demo:site') ? `${siteAt(at)}/blog` : undefined),
    seen: async (at, line, { output }) => {
      if (line.includes('demo:site')) await showsDemo(at);
      else expect(output).toMatch(/article/);
    },
    seconds: 240,
  },
  {
    name: 'demo:astro',
    shown: /\bnpm run demo:astro\b/,
    instead: [`npm run demo:astro -- "${DEMO_WEBSITE}"`],
    environment: (at) => ({ ...demoDatabase, ...ownPort(at) }),
    serves: (at) => `${siteAt(at)}/blog`,
    seen: showsDemo,
    seconds: 240,
  },
  {
    name: 'develop',
    shown: /^npm run develop$/,
    // It leaves another build, without the panel.
    async given(at) {
      const kept = path.join(at.folder, 'dist');
      await at.run(`cp -a dist ${kept}`);
      at.afterwards(() => at.run(`rm -rf dist && mv ${kept} dist`));
    },
    environment: ownPort,
    serves: (at) => `${siteAt(at)}/_ready`,
    seen: (at) => panelAt(siteAt(at)),
    seconds: 240,
  },
];
