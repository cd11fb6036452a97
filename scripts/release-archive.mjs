// @ts-check
/**
 * What a server needs and nothing else, as one archive: the build, the production dependencies of this platform, and no sources. Who
 * unpacks it builds nothing and asks no registry (docs/operations/without-containers.md).
 *
 *   npm run release:archive                        .tmp/content-delivery-<version>-<platform>.tar.gz, and its SHA-256
 *   npm run release:archive -- --folder /release   the same as a folder, of which the image is made
 */
import '../src/settings/supported-node.js';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { create } from 'tar';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Paths that a server, or a command that `package.json` keeps for it, reads. */
const CONTENTS = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'database',
  'deploy',
  'dist',
  'favicon.png',
  'public',
  'scripts/expect-build.mjs',
  'scripts/secrets.mjs',
  'scripts/strapi.mjs',
  // Where Strapi finds the plugin, whose code is in dist.
  'src/plugins/content-delivery/package.json',
  'src/plugins/content-delivery/strapi-server.js',
  'src/settings/supported-node.js',
  'tsconfig.json',
];
/** What of these is this machine's own, or not for a server. */
const LEFT_OUT = /^(?:public\/uploads\/.+(?<!\.gitkeep)|dist\/(?:bench|demo|tsconfig\.tsbuildinfo))$/;

/** @param {string} message */
const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const folderOption = () => {
  try {
    return parseArgs({ options: { folder: { type: 'string' } } }).values.folder;
  } catch (error) {
    return fail(`${/** @type {Error} */ (error).message}\nUse --folder <path>, or nothing for an archive.`);
  }
};

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** `package.json` for a server: with those scripts of which every file is there, and that need no sources. */
const packageOf = (/** @type {string} */ folder) => {
  const { scripts, ...made } = readJson('package.json');
  delete made.devDependencies;
  const isKept = (/** @type {[string, string]} */ [name, command]) => {
    const files = command.match(/\b(?:dist|scripts)\/[\w./-]+/g) ?? [];
    const isThere = files.length > 0 && files.every((file) => existsSync(path.join(folder, file)));
    return isThere && !command.startsWith('npm run ') && name !== 'develop';
  };
  return { ...made, scripts: Object.fromEntries(Object.entries(scripts).filter(isKept)) };
};

/** @param {string} folder that is made, or is empty */
const fill = (folder) => {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) fail(`${folder} is not empty: name a folder that is not there yet.`);
  for (const name of CONTENTS) {
    cpSync(path.join(ROOT, name), path.join(folder, name), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(path.relative(ROOT, source).split(path.sep).join('/')),
    });
  }
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(path.join(ROOT, name), path.join(folder, name));
  const { status } = spawnSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('The production dependencies could not be installed: see above.');
  // It is installed, and never again: the lock names what is not in it.
  rmSync(path.join(folder, 'package-lock.json'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(packageOf(folder), null, 2)}\n`);
};

/** As npm names binaries: those for glibc are no use with musl. */
const platform = () => {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  const isMusl = process.platform === 'linux' && report.header.glibcVersionRuntime === undefined;
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
};

/** @param {string} file */
const sha256 = async (file) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

if (!existsSync(path.join(ROOT, 'dist', 'build', 'index.html')))
  fail('The admin panel is not built yet: run "npm run build" and try again.');

const folder = folderOption();
if (folder !== undefined) {
  fill(path.resolve(folder));
} else {
  const name = `content-delivery-${readJson('package.json').version}`;
  const work = path.join(ROOT, '.tmp', 'release');
  rmSync(work, { recursive: true, force: true });
  fill(path.join(work, name));
  const archive = path.join(ROOT, '.tmp', `${name}-${platform()}.tar.gz`);
  await create({ gzip: true, portable: true, cwd: work, file: archive }, [name]);
  rmSync(work, { recursive: true, force: true });
  writeFileSync(`${archive}.sha256`, `${await sha256(archive)}  ${path.basename(archive)}\n`);
  console.log(path.relative(ROOT, archive));
}
