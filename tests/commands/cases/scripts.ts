import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../support/committed-files';
import { startMailServer, type MailServer } from '../../support/mail-server';
import type { Case, Place } from '../case';
import { rowsOf } from '../content';

const read = ({ project }: Place, file: string): Promise<string> =>
  readFile(path.join(project, file), 'utf8');

/** A website beside the checkout, which takes the client from it. */
const website = ({ project }: Place): string => path.join(project, '..', 'website');
const IMPORTS_IT = `node --input-type=module -e "import { createClient } from 'content-delivery-client'; console.log(typeof createClient)"`;

const isClientInstalled = async (at: Place): Promise<void> =>
  expect(await at.run(`cd ${website(at)} && ${IMPORTS_IT}`)).toContain('function');

const emptyWebsite = async (at: Place): Promise<void> => {
  await mkdir(website(at), { recursive: true });
  await writeFile(path.join(website(at), 'package.json'), '{"private":true,"type":"module"}\n');
};

/** That of the case that sends a mail. */
let mailServer: MailServer | undefined;

const releaseIn = (folder: string): string => path.join(folder, 'tests', 'fixtures', 'releases', '0.1.0');

export const SCRIPTS: readonly Case[] = [
  {
    name: 'secrets',
    shown: /^npm run secrets$/,
    async seen(at, _, { output }) {
      // The first time, it was run before all cases.
      expect(output).toContain('.env: nothing was missing.');
      const settings = await read(at, '.env');
      for (const name of [
        'APP_KEYS',
        'ADMIN_JWT_SECRET',
        'API_TOKEN_SALT',
        'TRANSFER_TOKEN_SALT',
        'ENCRYPTION_KEY',
      ])
        expect(settings).toMatch(new RegExp(`^${name}=.{40}`, 'm'));
      expect((await stat(path.join(at.project, '.env'))).mode & 0o777).toBe(0o600);
    },
  },
  {
    name: 'build',
    shown: /^(?:npm ci && )?npm run build$/,
    // It was run before all cases; what it has made is what they run on.
    instead: [],
    given: async (at) => {
      expect(await read(at, 'dist/build/index.html')).toContain('<div id="strapi">');
      expect(existsSync(path.join(at.project, 'dist', 'commands', 'backup', 'index.js'))).toBe(true);
    },
  },
  { name: 'build:server', shown: /^npm run build:server$/, instead: ['npm run build:server'], seconds: 120 },
  {
    name: 'the client beside a checkout',
    shown:
      /^npm run build:client$|^npm --prefix \.\.\/content-delivery run build:client$|^npm install --install-links \.\.\/content-delivery\/client$/,
    given: emptyWebsite,
    within: (at, line) => (line.includes('../content-delivery') ? website(at) : at.project),
    seen: (at, line) => line.startsWith('npm install') && isClientInstalled(at),
  },
  {
    name: 'the client as a package',
    shown: /^npm pack(?: \.\/client)?$|^npm install \.\/content-delivery-client-[\d.]+\.tgz$/,
    async given(at) {
      await emptyWebsite(at);
      return { 'npm install .': `npm install ${at.project}` };
    },
    within: (at, line) => {
      if (line.startsWith('npm install')) return website(at);
      return line === 'npm pack' ? path.join(at.project, 'client') : at.project;
    },
    seen: (at, line) => line.startsWith('npm install') && isClientInstalled(at),
  },
  {
    name: 'record',
    shown: /^npm run record -- /,
    seen: (_, line, { output }) =>
      expect(output).toMatch(
        line.endsWith('--compare') ? /^\d+ responses, 0 of them different /m : /^\d+ responses are in /m,
      ),
    seconds: 180,
  },
  {
    name: 'release:fixture',
    shown: /^npm run release:fixture$/,
    given: ({ project }) => rm(releaseIn(project), { recursive: true, force: true }),
    seen: async ({ project }) =>
      expect(await readdir(releaseIn(project))).toEqual(await readdir(releaseIn(ROOT))),
    seconds: 240,
  },
  {
    name: 'screenshots',
    shown: /^(?:npm run build && )?npm run screenshots$/,
    instead: ['npm run screenshots'],
    says: /^docs\/images\/campaign\.png$/m,
    seconds: 180,
  },
  {
    name: 'format',
    shown: /^npm run format$/,
    instead: ['npm run format'],
    given: ({ project }) => writeFile(path.join(project, 'scripts', 'unformatted.mjs'), 'const   a = "b"'),
    seen: async (at) => expect(await read(at, 'scripts/unformatted.mjs')).toBe("const a = 'b';\n"),
    seconds: 120,
  },
  {
    name: 'admin:password',
    shown: /^npm run admin:password -- /,
    given: async () => ({ 'editor@example.com': 'admin@example.com' }),
    input: 'Kettle-stone-42\n',
    says: /^admin@example\.com has a new password, /m,
    seen: (at) => expect(rowsOf(at, 'SELECT count(*) FROM strapi_sessions')).toEqual([0]),
  },
  {
    name: 'mail:test',
    shown: /^npm run mail:test -- /,
    async given({ afterwards }) {
      mailServer = await startMailServer();
      afterwards(mailServer.close);
    },
    environment: () => ({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer?.port),
      SMTP_TLS: 'none',
      MAIL_FROM: 'Example CMS <cms@example.com>',
    }),
    seen: () =>
      expect(mailServer?.mails).toEqual([
        expect.objectContaining({ from: 'cms@example.com', to: ['somebody@example.com'] }),
      ]),
  },
  {
    // Pictures in texts of the demo.
    name: 'local-files',
    shown: /^npm run local-files/,
    status: [0, 1],
    seen(at, line, { output, status }) {
      const isChange = line.includes('--to');
      expect(status).toBe(isChange ? 0 : 1);
      expect(output).toMatch(
        /^ {2}Plainstack Studio: Post ".+", content, live: 1 under http:\/\/localhost:\d+$/m,
      );
      expect(output).toMatch(
        isChange ? /^Changed: 5 texts of posts, .+\n.+\nLeft:\n {2}nothing$/m : /^Nothing was changed\./m,
      );
      expect(rowsOf(at, "SELECT count(*) FROM posts WHERE content LIKE '%//localhost:%/uploads/%'")).toEqual([
        isChange ? 0 : 10,
      ]);
    },
  },
  {
    name: 'strapi',
    shown: /^npm run strapi$/,
    instead: ['npm run strapi -- version'],
    says: /^\d+\.\d+\.\d+$/m,
  },
  { name: 'a token', shown: /^openssl rand -hex 24$/, says: /^[0-9a-f]{48}$/m },
  {
    name: '.env for Compose',
    shown: /^umask 077$|^\{\n/,
    given: async ({ folder }) => ({ '} > .env': `} > ${folder}/.env` }),
    async seen({ folder }) {
      const settings = await readFile(path.join(folder, '.env'), 'utf8');
      expect(settings.match(/^[A-Z_]+=\S{20,}$/gm)).toHaveLength(7);
      expect((await stat(path.join(folder, '.env'))).mode & 0o777).toBe(0o600);
    },
  },
  {
    name: 'files for nginx',
    shown: /^cp (?:-r )?deploy\/nginx\/|^sed -i '[^']+' \/etc\/nginx\//,
    async given({ folder }) {
      await mkdir(path.join(folder, 'conf.d'));
      return { '/etc/nginx': folder };
    },
    async seen({ folder }, line) {
      const main = path.join(folder, 'conf.d', 'content-delivery.conf');
      const file = line.includes('-r') ? path.join(folder, 'content-delivery', 'site.conf') : main;
      expect(existsSync(file)).toBe(true);
      if (line.startsWith('sed')) expect(await readFile(main, 'utf8')).toMatch(/^ {4}listen 80;$/m);
    },
  },
  {
    name: 'doctor',
    shown: /^npm run doctor$/,
    says: /^0 wrong, \d+ to be considered, \d+ ok\.$/m,
  },
  {
    name: 'alerts of Prometheus',
    shown: /^cp deploy\/prometheus\/|^promtool /,
    // What the operator has there.
    async given({ project, folder }) {
      await copyFile(
        path.join(project, 'deploy', 'prometheus', 'prometheus.yml'),
        path.join(folder, 'prometheus.yml'),
      );
      await writeFile(path.join(folder, 'content-delivery.token'), 'a-token-of-the-tests');
      return { '/etc/prometheus': folder };
    },
    seen: (_, line, { output }) =>
      line.startsWith('promtool') && expect(output).toMatch(/SUCCESS: \d+ rules found/),
  },
];
