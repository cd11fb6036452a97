// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildImage } from './container/build.mjs';
import { parseDockerfile, wordsOf } from './container/dockerfile.mjs';
import { networkEnvironment, nodeWithNpm, npmCache } from './container/node.mjs';
import { tryImage } from './container/trial.mjs';

/**
 * Takes the steps of the Dockerfile without Docker, from the Dockerfile itself, and tries what comes out as Docker would start it:
 * read-only and without rights. What this cannot show is in docs/operations/containers.md.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
/** Pinned, as it is no dependency: it is used here and nowhere else. */
const LINTER = 'dockerfile-utils@0.16.3';

const begun = performance.now();
const say = (/** @type {string} */ text) =>
  console.log(`\n== ${text} (${Math.round((performance.now() - begun) / 1000)} s)`);
const read = (/** @type {string} */ file) => readFileSync(path.join(ROOT, file), 'utf8');

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('This check mounts file systems in separate namespaces: it needs Linux and root.');
  process.exit(1);
}

say('The Dockerfile');
const lint = ['exec', '--yes', `--package=${LINTER}`, '--', 'dockerfile-utils', 'lint'];
execFileSync('npm', [...lint, path.join(ROOT, 'Dockerfile')], { stdio: 'inherit' });
const stages = parseDockerfile(read('Dockerfile'));
const last = stages.at(-1);
const instruction = (/** @type {string} */ name) => {
  const found = last?.instructions.filter((one) => one.name === name).at(-1);
  if (!found) throw new Error(`The last stage of the Dockerfile has no ${name}.`);
  return found;
};
const versions = new Set(stages.map(({ base }) => /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(base)?.[1]));
const [version] = versions;
if (versions.size !== 1 || !version) throw new Error('The stages are not pinned to one version of Node.');
const user = instruction('USER').text;
const healthcheck = instruction('HEALTHCHECK');

const work = mkdtempSync(path.join(tmpdir(), 'content-delivery-container-'));
try {
  say(`Node ${version}, from npm`);
  const node = nodeWithNpm(version, work);
  const image = buildImage({
    stages,
    project: ROOT,
    work,
    node,
    npmCache: npmCache(),
    network: networkEnvironment(),
    say,
  });

  say('What is in the image');
  const inside = image.root.at(image.cwd);
  const size = execFileSync('du', ['-sm', inside], { encoding: 'utf8' });
  console.log(`${size.split('\t')[0]} MB in ${image.cwd}`);
  const { devDependencies } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const unwanted = Object.keys(devDependencies)
    .map((name) => `node_modules/${name}`)
    // One that a dependency needs as well stays.
    .filter((name) => packages[name]?.dev && existsSync(path.join(inside, name)));
  if (unwanted.length > 0) throw new Error(`It has what only development needs: ${unwanted.join(', ')}`);
  if (existsSync(path.join(inside, '.env'))) throw new Error('It has the secrets of .env.');

  await tryImage({
    image,
    user,
    command: wordsOf(instruction('CMD')),
    health: wordsOf({ ...healthcheck, text: healthcheck.text.replace(/^.*?CMD /, '') }),
    volumes: wordsOf(instruction('VOLUME')),
    picture: path.join(ROOT, 'favicon.png'),
    work,
    say,
  });
  say(`It builds, starts read-only as ${user}, and stops: checked with Node ${version}, without Docker.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
