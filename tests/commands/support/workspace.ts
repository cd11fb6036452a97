import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../support/committed-files';
import { freePort } from '../../support/instances/free-port';

/** Names the folder of a run; the files of the lane share it. */
const VARIABLE = 'TEST_COMMANDS_FOLDER';
/** What commands get of the machine's own variables; what else a developer has set shall not show. */
const KEPT =
  /^(?:PATH|HOME|USER|LANG|LC_.*|TMPDIR|TEST_\w+_URL|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?:cache|registry))$/i;

/** Where the lane works. The work tree is not touched. */
export interface Workspace {
  /** A copy of the project, beside which there is room for others. */
  project: string;
  /** The database of the demo, as `npm run demo` has filled it. */
  demo: string;
  /** Where the copy's own server listens, by its .env. */
  port: number;
  /** What each command is started with. */
  environment: Record<string, string>;
}

const projectIn = (folder: string): string => path.join(folder, 'content-delivery');
const binariesIn = (folder: string): string => path.join(folder, 'bin');

const environmentOf = (folder: string): Record<string, string> => {
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name));
  const { PATH = '', ...others }: Record<string, string> = Object.fromEntries(
    kept.map(([name, value = '']) => [name, value]),
  );
  return {
    ...others,
    PATH: [
      binariesIn(folder),
      // Not the work tree's own, by which npm runs these tests.
      ...PATH.split(path.delimiter).filter((place) => !place.startsWith(ROOT)),
      // Debian has Varnish where only root looks.
      '/usr/sbin',
    ].join(path.delimiter),
    STRAPI_TELEMETRY_DISABLED: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    // The copy is built once.
    TEST_BUILD: 'current',
    NO_UPDATE_NOTIFIER: '1',
  };
};

/**
 * Scripts begin with `npm run build`, which takes a minute and makes the same each time: the copy is built by the first that
 * asks for it.
 */
const npmThatBuildsOnce = (project: string): string => {
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  return `#!/bin/sh
[ "$*" = "run build" ] && [ "$(pwd)" = "${project}" ] && [ -e dist/build ] && exit 0
exec "${npm}" "$@"
`;
};

const copyProject = async (folder: string): Promise<void> => {
  const project = projectIn(folder);
  await mkdir(project);
  // New files too, before they are committed.
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const name of list.toString('utf8').split('\0')) {
    if (name === '' || !existsSync(path.join(ROOT, name))) continue;
    await cp(path.join(ROOT, name), path.join(project, name), { preserveTimestamps: true });
  }
  // Hard links: 90,000 files, which nothing writes to. What is on another disk is copied.
  for (const how of ['-al', '-a']) {
    const target = path.join(project, 'node_modules');
    await rm(target, { recursive: true, force: true });
    if (spawnSync('cp', [how, path.join(ROOT, 'node_modules'), target]).status === 0) return;
  }
  throw new Error('node_modules could not be copied.');
};

/** Makes the copy. Nothing of it is built yet. */
export const makeWorkspace = async (): Promise<Workspace> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-commands-'));
  process.env[VARIABLE] = folder;
  await copyProject(folder);
  const project = projectIn(folder);
  const npm = path.join(binariesIn(folder), 'npm');
  await mkdir(binariesIn(folder));
  await writeFile(npm, npmThatBuildsOnce(project), { mode: 0o755 });
  // The Node that runs these tests: npm has it for scripts, and pages show commands without npm too.
  await symlink(process.execPath, path.join(binariesIn(folder), 'node'));
  // The port of the documentation may be taken on this machine.
  const example = path.join(project, '.env.example');
  await writeFile(
    example,
    (await readFile(example, 'utf8')).replace('PORT=1337', `PORT=${await freePort()}`),
  );
  return workspace();
};

/** That of this run. */
export const workspace = async (): Promise<Workspace> => {
  const folder = process.env[VARIABLE] ?? '';
  const project = projectIn(folder);
  const [, port] = /^PORT=(\d+)$/m.exec(await readFile(path.join(project, '.env.example'), 'utf8')) ?? [];
  return {
    project,
    demo: path.join(folder, 'demo.db'),
    port: Number(port),
    environment: environmentOf(folder),
  };
};

export const removeWorkspace = async (): Promise<void> => {
  const folder = process.env[VARIABLE];
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
};
