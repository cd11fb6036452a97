import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder';
import { ROOT, fileText } from '../../support/committed-files';

const MANIFEST: { engines: { node: string }; scripts: Record<string, string> } = JSON.parse(
  fileText('package.json'),
);

describe('a Node that is too old', () => {
  const folder = temporaryFolder();

  /** Runs a program under another version's number. */
  const run = (version: string, ...program: string[]) => {
    const disguise = path.join(folder, `${version}.js`);
    writeFileSync(
      disguise,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    );
    return spawnSync(process.execPath, ['--require', disguise, ...program], { cwd: ROOT, encoding: 'utf8' });
  };

  it.each([
    ['scripts/strapi.mjs', 'start'],
    ['scripts/strapi.mjs', 'develop'],
    ['scripts/strapi.mjs', 'console'],
    ['scripts/build.mjs'],
    ['scripts/secrets.mjs', '--if-absent'],
    ['scripts/test.mjs'],
    ['node_modules/jest/bin/jest.js', '--selectProjects', 'unit', '--listTests'],
  ])('is told so by %s %s, and nothing else happens', (...program) => {
    const { status, stdout, stderr } = run('20.20.2', ...program);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'This is Node 20.20.2, but this project needs Node 22.14 or later: get it from https://nodejs.org/en/download and try again.\n',
    });
  });

  it('is told the least of 23 where it is one', () => {
    const { status, stderr } = run('23.5.0', 'src/settings/supported-node.js');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^This is Node 23\.5\.0, but this project needs Node 23\.6 or later: [^\n]+\n$/);
  });

  it.each(['22.14.0', '22.22.0', '23.6.0', '24.0.0', '26.10.0', '100.0.0'])('is not %s', (version) => {
    const { status, stderr } = run(version, 'src/settings/supported-node.js');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  const entries = [
    'config/database.ts',
    'demo/start.ts',
    ...['bench', 'bench/edge', 'bench/editor', 'bench/pseo'].map((place) => `${place}/index.ts`),
    ...readdirSync(path.join(ROOT, 'commands'))
      .filter((name) => name !== 'shared')
      .map((name) => `commands/${name}/index.ts`),
  ];
  it.each(entries)('is found by %s before anything else is loaded', (entry) => {
    expect(/^import .*$/m.exec(fileText(entry))?.[0]).toMatch(
      /^import '(\.\.\/)+src\/settings\/supported-node';$/,
    );
  });

  it('is found by each npm script that starts Strapi', () => {
    const started = Object.values(MANIFEST.scripts).filter((command) => /\bstrapi\b/.test(command));
    expect(started.length).toBeGreaterThan(0);
    for (const command of started) expect(command).toContain('node scripts/strapi.mjs');
  });
});

it('is tried on the oldest version that is allowed, and on that of the image', () => {
  const [, oldest] = /^>=([\d.]+)/.exec(MANIFEST.engines.node) ?? [];
  const [, ofImage] = /^ARG NODE_VERSION=([\d.]+)$/m.exec(fileText('Dockerfile')) ?? [];
  const lane = fileText('scripts/test-nodes.mjs');
  for (const version of [oldest, ofImage]) expect(lane).toContain(`'${version}'`);
});
