/**
 * Shows an example on the demo's content: installs what is missing, starts the demo server unless it runs already, builds
 * the example, and starts it.
 *
 *   node demo/site.mjs nextjs|astro ["Name of a website"]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROJECT = path.resolve(import.meta.dirname, '..');
/** How each example is started, and where it listens if nothing else is said. */
const EXAMPLES = {
  nextjs: {
    port: '3000',
    start: (port) => ['node_modules/next/dist/bin/next', 'start', '--port', port],
    hint: 'What you publish in the admin panel is there after 5 seconds and a second visit.',
  },
  astro: {
    port: '4321',
    start: () => ['server.mjs'],
    hint: 'What you publish in the admin panel is there after the next build: npm run build in examples/astro.',
  },
};
/** Written by the demo server, in a folder that only its owner's keys are in. */
const ACCESS = path.join(PROJECT, '.tmp', 'demo-websites.json');
process.env.NEXT_TELEMETRY_DISABLED ??= '1';
process.env.ASTRO_TELEMETRY_DISABLED ??= '1';
const [name, wanted] = process.argv.slice(2);
const example = EXAMPLES[name];
if (!example) throw new Error(`Say which example: ${Object.keys(EXAMPLES).join(' or ')}.`);
const EXAMPLE = path.join(PROJECT, 'examples', name);
const PORT = process.env.PORT ?? example.port;

/** Building and first filling may take minutes on a small machine. */
const MAX_START = 10 * 60_000;

const run = (folder, env, ...args) => {
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', env });
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
if (installed < changedAt(path.join(EXAMPLE, 'package-lock.json')))
  run(PROJECT, process.env, 'run', 'example:install', '--', name);

let access = readAccess();
let demo;
if (!access || !(await answers(access.address))) {
  const begin = Date.now();
  // The port is the site's; the demo server has its own, in .env.
  const others = { ...process.env };
  delete others.PORT;
  demo = spawn('npm', ['run', 'demo'], { cwd: PROJECT, stdio: 'inherit', detached: true, env: others });
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
    if (Date.now() - begin > MAX_START) throw new Error('The demo server has not started.');
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

/** What is set already goes before what is for the demo. */
const env = {
  SITE_URL: `http://localhost:${PORT}`,
  CONTENT_REVALIDATE_SECONDS: '5',
  ...process.env,
  PORT,
  CONTENT_API_URL: access.address,
  CONTENT_API_KEY: website.apiKey,
};
run(EXAMPLE, env, 'run', 'build');
const site = spawn(process.execPath, example.start(PORT), { cwd: EXAMPLE, stdio: 'inherit', env });
site.on('exit', (code) => process.exit(code ?? 0));
process.on('exit', () => site.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
console.log(`\nThe website   http://localhost:${PORT}/blog\n${example.hint}\n`);
