import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, readlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '../../support/databases';
import { addressOf } from '../../support/databases/servers';
import type { Case, Place } from '../case';
import { keyOf, rowsOf } from '../content';

const TITLES = 'SELECT title FROM posts ORDER BY id';
const restoredIn = ({ folder }: Place): string => path.join(folder, 'restored.db');

/** A restore goes into a system that is empty, and a backup comes from that of the case. */
const empty = (at: Place, line: string): Record<string, string> =>
  line.includes('run restore')
    ? { DATABASE_FILENAME: restoredIn(at), PUBLIC_DIR: path.join(at.folder, 'public') }
    : {};

/** An empty database of a server, which is dropped after the case. */
const databaseOf = async (at: Place, kind: 'postgres' | 'mysql'): Promise<TestDatabase> => {
  const database = await createEmptyDatabase(kind);
  at.afterwards(database.drop);
  return database;
};
const nameOf = ({ environment }: TestDatabase): string => environment['DATABASE_NAME'] ?? '';

/** Two databases of a server: one to be copied, and an empty one for its copy. */
const twoOf = async (at: Place, kind: 'postgres' | 'mysql') => {
  const [full, copy] = [nameOf(await databaseOf(at, kind)), nameOf(await databaseOf(at, kind))];
  return { full, copy };
};

/** How the tools of PostgreSQL find the server of the tests. */
const postgres = (): Record<string, string> => {
  const { host, port, user, password } = addressOf('postgres');
  return { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password };
};
/** How those of MariaDB do: by the file .my.cnf there. */
const mariadb = ({ folder }: Place): Record<string, string> => ({ HOME: folder });

const unpackedIn = ({ folder }: Place): string => path.join(folder, 'cms');

/** The most memory that the process has had which was started in a folder, in MB. */
const peakMemoryIn = async (folder: string): Promise<number> => {
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const place = await readlink(`/proc/${id}/cwd`).catch(() => '');
    const command = place === folder ? await readFile(`/proc/${id}/cmdline`, 'utf8') : '';
    if (!command.includes('dist/commands/start')) continue;
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${id}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }
  throw new Error(`No server runs in ${folder}.`);
};

/** Serves what was unpacked, with the database of the demo and little memory. */
const serveUnpacked = async (at: Place): Promise<void> => {
  const cms = unpackedIn(at);
  await copyFile(path.join(at.project, '.env'), path.join(cms, '.env'));
  const address = `http://127.0.0.1:${at.other}`;
  await at.serve(`cd ${cms} && npm start`, `${address}/_ready`, {
    PORT: String(at.other),
    NODE_OPTIONS: '--max-old-space-size=512',
  });
  const key = await keyOf(at, 'Harbour Roasters');
  for (let round = 0; round < 50; round += 1) {
    for (const route of ['blog', 'taxonomies', 'internal-links', 'pseo-pages'])
      expect((await fetch(`${address}/api/${route}?apiKey=${key}`)).status).toBe(200);
  }
  expect(await (await fetch(`${address}/admin/`)).text()).toContain('<div id="strapi">');
  expect(await peakMemoryIn(cms)).toBeLessThan(1_024);
};

export const ARCHIVES: readonly Case[] = [
  {
    name: 'a release',
    shown: /^npm run release:archive$|^tar xzf content-delivery-/,
    async given(at) {
      await mkdir(unpackedIn(at));
      const { version } = JSON.parse(await readFile(path.join(at.project, 'package.json'), 'utf8')) as {
        version: string;
      };
      return {
        '/srv/cms': unpackedIn(at),
        'content-delivery-0.1.0-linux-x64': `.tmp/content-delivery-${version}-${process.platform}-${process.arch}`,
      };
    },
    async seen(at, line, { output }) {
      if (!line.startsWith('tar')) return expect(output).toMatch(/^\.tmp\/content-delivery-.+\.tar\.gz$/m);
      const { scripts } = JSON.parse(await readFile(path.join(unpackedIn(at), 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'backup', 'doctor', 'secrets']));
      expect(Object.keys(scripts)).not.toContain('build');
      for (const own of ['.env', '.tmp', 'node_modules/jest', 'dist/bench'])
        expect(existsSync(path.join(unpackedIn(at), own))).toBe(false);
      await serveUnpacked(at);
    },
    seconds: 600,
  },
  {
    name: 'backup and restore',
    shown:
      /^npm run (?:--silent )?(?:backup -- --to|restore -- --from) \/backups\/|^find \/backups |^tar tzf$/,
    async given({ folder }) {
      const backups = path.join(folder, 'backups');
      const old = path.join(backups, 'cms-2020-01-01.tar.gz');
      await mkdir(backups);
      await writeFile(old, '');
      await utimes(old, 0, 0);
      return { '/backups': backups, 'tar tzf': `tar tzf ${path.join(backups, 'cms-2026-11-21.tar.gz')}` };
    },
    environment: empty,
    seen(at, line, { output }) {
      if (line.includes('run restore'))
        expect(rowsOf({ database: restoredIn(at) }, TITLES)).toEqual(rowsOf(at, TITLES));
      if (line.startsWith('tar')) expect(output).toContain('uploads/');
      if (!line.startsWith('find')) return;
      const backups = path.join(at.folder, 'backups');
      expect(existsSync(path.join(backups, 'cms-2020-01-01.tar.gz'))).toBe(false);
      expect(existsSync(path.join(backups, `cms-${new Date().toISOString().slice(0, 10)}.tar.gz`))).toBe(
        true,
      );
    },
  },
  {
    name: 'an encrypted backup',
    shown: /^npm run --silent backup -- --to - \| gpg /,
    async given({ folder, run: runIt, afterwards }) {
      const home = { GNUPGHOME: path.join(folder, 'keys') };
      await mkdir(home.GNUPGHOME, { mode: 0o700 });
      afterwards(() => runIt('gpgconf --kill all', home));
      await runIt("gpg --batch --passphrase '' --quick-generate-key ops@example.com", home);
    },
    environment: ({ folder }) => ({ GNUPGHOME: path.join(folder, 'keys') }),
    async seen({ folder, run: runIt }) {
      const home = { GNUPGHOME: path.join(folder, 'keys') };
      expect(await runIt('gpg --batch --decrypt cms.tar.gz.gpg | tar tz', home)).toContain('uploads/');
    },
  },
  {
    name: 'the drill',
    shown:
      /^export DATABASE_(?:CLIENT|URL)=|^npm run restore -- --from cms\.tar\.gz$|^node -e |^npm start$|^curl /,
    on: /^docs\/operations\/backup\.md$/,
    async given(at) {
      await at.run('npm run backup -- --to cms.tar.gz');
      return {
        '/tmp/drill': path.join(at.folder, 'drill'),
        1400: String(at.other),
        'apiKey=…': `apiKey=${await keyOf(at, 'Harbour Roasters')}`,
      };
    },
    serves: ({ other }, line) => (line === 'npm start' ? `http://127.0.0.1:${other}/_ready` : undefined),
    seen: (_, line, { output }) =>
      line.startsWith('curl') && expect(output).toContain('"slug":"espresso-dialling-in"'),
  },
  {
    name: 'to another database',
    shown: / move\.tar\.gz$/,
    async given(at) {
      const { environment } = await databaseOf(at, 'postgres');
      const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      return { 'npm run restore': `${settings.join(' ')} npm run restore` };
    },
  },
  {
    name: 'copies of SQLite',
    shown: /^sqlite3 /,
    given: async ({ database }) => ({ 'sqlite3 data.db': `sqlite3 ${database}` }),
    seen: ({ project, demo }, line) => {
      const [, copy = ''] = /\.backup (\S+)"/.exec(line) ?? [];
      expect(rowsOf({ database: path.join(project, copy) }, TITLES)).toEqual(
        rowsOf({ database: demo }, TITLES),
      );
    },
  },
  {
    name: 'copies of PostgreSQL',
    shown: /^pg_(?:dump|restore) /,
    environment: postgres,
    async given(at) {
      const { full, copy } = await twoOf(at, 'postgres');
      await at.run(`psql ${full} -c 'CREATE TABLE posts AS SELECT 42 AS id'`, postgres());
      return { 'cms.dump content': `cms.dump ${full}`, '-d content': `-d ${copy}` };
    },
    async seen(at, line) {
      const [, copy] = / -d (\S+)/.exec(line) ?? [];
      if (copy !== undefined)
        expect(await at.run(`psql ${copy} -c 'SELECT id FROM posts'`, postgres())).toContain('42');
    },
  },
  {
    name: 'copies of MariaDB',
    shown: /^mariadb(?:-dump)? /,
    environment: mariadb,
    async given(at) {
      const { full, copy } = await twoOf(at, 'mysql');
      const { host, port, user, password } = addressOf('mysql');
      const options = [`host=${host}`, `port=${port}`, `user=${user}`, `password=${password}`];
      await writeFile(path.join(at.folder, '.my.cnf'), `[client]\n${options.join('\n')}\n`);
      await at.run(`mariadb ${full} -e 'CREATE TABLE posts AS SELECT 42 AS id'`, mariadb(at));
      return {
        'single-transaction content': `single-transaction ${full}`,
        'mariadb content': `mariadb ${copy}`,
      };
    },
    async seen(at, line) {
      const [, copy] = /^mariadb (\S+)/.exec(line) ?? [];
      if (copy !== undefined)
        expect(await at.run(`mariadb ${copy} -e 'SELECT id FROM posts'`, mariadb(at))).toContain('42');
    },
  },
];
