/**
 * Shows the example on the demo's content: installs what is missing, starts the demo server unless it runs already, builds
 * the example, and starts it.
 *
 *   npm run demo [-- "Name of a website"]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const EXAMPLE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PROJECT = path.resolve(EXAMPLE, '..', '..');
/** Written by the demo server, in a folder that only its owner's keys are in. */
const ACCESS = path.join(PROJECT, '.tmp', 'demo-websites.json');
const PORT = process.env.PORT ?? '3000';
process.env.NEXT_TELEMETRY_DISABLED ??= '1';
const [wanted] = process.argv.slice(2);

/** Building and first filling may take minutes on a small machine. */
const LONGEST_START = 10 * 60_000;

const run = (folder, ...args) => {
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const readAccess = () => (existsSync(ACCESS) ? JSON.parse(readFileSync(ACCESS, 'utf8')) : null);

const answers = async (address) => {
  try {
    return (await fetch(`${address}/api/openapi.json`)).ok;
  } catch {
    return false;
  }
};

const installed = changedAt(path.join(EXAMPLE, 'node_modules', '.package-lock.json'));
if (!existsSync(path.join(PROJECT, 'node_modules'))) {
  console.error('Run "npm ci" in the project first.');
  process.exit(1);
}
if (installed < changedAt(path.join(EXAMPLE, 'package-lock.json'))) run(PROJECT, 'run', 'example:install');

let access = readAccess();
let demo;
if (!access || !(await answers(access.address))) {
  const begin = Date.now();
  // The port is the site's; the demo server has its own, in .env.
  const env = { ...process.env };
  delete env.PORT;
  demo = spawn('npm', ['run', 'demo'], { cwd: PROJECT, stdio: 'inherit', detached: true, env });
  demo.on('exit', (code) => process.exit(code ?? 1));
  const stop = () => {
    try {
      process.kill(-demo.pid, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  };
  process.on('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
  while (changedAt(ACCESS) < begin || !(await answers(readAccess().address))) {
    if (Date.now() - begin > LONGEST_START) throw new Error('The demo server has not started.');
    await sleep(300);
  }
  access = readAccess();
}

const website = wanted ? access.websites.find(({ name }) => name === wanted) : access.websites[0];
if (!website) {
  const names = access.websites.map(({ name }) => `"${name}"`).join(', ');
  console.error(`The demo has no website ${wanted ? `"${wanted}"` : ''} – it has ${names || 'none'}.`);
  process.exit(1);
}

run(EXAMPLE, 'run', 'build');
const site = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '--port', PORT], {
  cwd: EXAMPLE,
  stdio: 'inherit',
  env: {
    // What is set already goes before what is for the demo.
    SITE_NAME: website.name,
    SITE_URL: `http://localhost:${PORT}`,
    CONTENT_REVALIDATE_SECONDS: '5',
    ...process.env,
    CONTENT_API_URL: access.address,
    CONTENT_API_KEY: website.apiKey,
  },
});
site.on('exit', (code) => process.exit(code ?? 0));
process.on('exit', () => site.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
console.log(
  `\nThe website   http://localhost:${PORT}/blog\nWhat you publish in the admin panel is there after 5 seconds and a second visit.\n`,
);
