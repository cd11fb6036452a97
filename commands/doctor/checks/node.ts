import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ok, warning, wrong, type Finding } from '../finding';

interface Package {
  version?: string;
  engines?: { node?: string };
  dependencies?: Record<string, string>;
}

const packageIn = (folder: string): Package | null => {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package) : null;
};

/** A Node that is too old has been refused before this. */
export const nodeFinding = (version: string, range: string): Finding => {
  const last = Number(/<=?(\d+)/.exec(range)?.[1] ?? Infinity);
  const environment = process.env['NODE_ENV'] ?? '';
  if (Number(version.split('.')[0]) > last)
    return warning('Node', `${version} is later than all that were tried; the last one is ${last}.`);
  if (environment !== '' && environment !== 'production')
    return warning('Node', `${version}; NODE_ENV is "${environment}". Set production for a server.`);
  return ok('Node', version);
};

/** How many packages are named. */
const NAMED = 3;

/** Exact versions are named, so they are compared as texts. */
export const packagesFinding = (root: string): Finding => {
  const wanted = Object.entries(packageIn(root)?.dependencies ?? {});
  const others = wanted.flatMap(([name, version]) => {
    const installed = packageIn(path.join(root, 'node_modules', name))?.version;
    return installed === version ? [] : [`${name} is ${installed ?? 'missing'} in place of ${version}`];
  });
  if (others.length === 0) return ok('Packages', `${wanted.length}, in the versions of this release`);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return wrong('Packages', `${others.slice(0, NAMED).join(', ')}${more}. Run npm ci.`);
};

/** What is built; an image has none of it. */
const SOURCES = ['config', 'commands', 'src'];

const newestIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|json)$/.test(entry.name))
        .reduce(
          (newest, entry) => Math.max(newest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs),
          0,
        )
    : 0;

export const buildFinding = (root: string): Finding => {
  const panel = path.join(root, 'dist', 'build', 'index.html');
  if (!existsSync(panel)) return wrong('Build', 'There is no admin panel in dist/build. Run npm run build.');
  const newest = Math.max(...SOURCES.map((folder) => newestIn(path.join(root, folder))));
  const built = statSync(panel).mtimeMs;
  if (newest > built)
    return warning('Build', 'The sources are newer than what was built of them. Run npm run build.');
  return ok('Build', `of ${new Date(built).toISOString()}`);
};

/** @param root the folder of package.json */
export const lookAtNode = (root: string): Finding[] => [
  nodeFinding(process.versions.node, packageIn(root)?.engines?.node ?? ''),
  packagesFinding(root),
  buildFinding(root),
];
