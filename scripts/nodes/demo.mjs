// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';

const SECONDS_TO_START = 180;
const SECONDS_TO_STOP = 40;

/**
 * Starts a built project with the demo's content, on a database that is made for it, asks what the API promises, and ends it.
 * @param {string} node the program
 * @param {string} project
 * @throws Error that says what went wrong, with what the server has written
 */
export const tryDemo = async (node, project) => {
  const work = mkdtempSync(path.join(tmpdir(), 'content-delivery-demo-'));
  const port = await freePort();
  const secret = () => randomBytes(32).toString('base64');
  mkdirSync(path.join(work, 'public', 'uploads'), { recursive: true });
  const server = spawn(node, ['--trace-deprecation', path.join(project, 'dist', 'demo', 'start.js')], {
    cwd: project,
    env: {
      ...process.env,
      ENV_PATH: devNull,
      NODE_ENV: 'production',
      DATABASE_FILENAME: path.join(work, 'data.db'),
      PUBLIC_DIR: path.join(work, 'public'),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      APP_KEYS: secret(),
      ADMIN_JWT_SECRET: secret(),
      API_TOKEN_SALT: secret(),
      TRANSFER_TOKEN_SALT: secret(),
      ENCRYPTION_KEY: secret(),
    },
  });
  const ended = once(server, 'close');
  let log = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (log += text));
  try {
    const access = path.join(work, 'demo-websites.json');
    const deadline = Date.now() + SECONDS_TO_START * 1_000;
    while (!existsSync(access)) {
      if (server.exitCode !== null || server.signalCode)
        throw new Error(`It ended with ${server.signalCode ?? `code ${server.exitCode}`}.`);
      if (Date.now() > deadline) throw new Error(`It was not ready within ${SECONDS_TO_START} seconds.`);
      await wait(200);
    }
    const { address, websites } = JSON.parse(readFileSync(access, 'utf8'));
    await expectAnswers(address, websites[0].apiKey);

    server.kill('SIGTERM');
    const [code, signal] = (await Promise.race([ended, wait(SECONDS_TO_STOP * 1_000)])) ?? [];
    if (code !== 0) throw new Error(`After SIGTERM it ended with ${signal ?? `code ${code}`}.`);
    if (log.includes('DeprecationWarning')) throw new Error('It does what Node calls deprecated.');
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${log}`, { cause: error });
  } finally {
    server.kill('SIGKILL');
    await ended;
    rmSync(work, { recursive: true, force: true });
  }
};

/** One request for each sentence of the README's "The four routes". */
const expectAnswers = async (/** @type {string} */ address, /** @type {string} */ apiKey) => {
  /** @type {(route: string, parameters?: Record<string, string>, options?: RequestInit) => Promise<Response>} */
  const ask = (route, parameters = {}, options = {}) =>
    fetch(`${address}/api/${route}?${new URLSearchParams({ apiKey, ...parameters })}`, options);
  const expect = (
    /** @type {string} */ what,
    /** @type {unknown} */ found,
    /** @type {unknown} */ wanted,
  ) => {
    if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}.`);
  };

  const list = await ask('blog');
  expect('the list of posts', list.status, 200);
  const [{ slug, title }] = await list.json();
  const post = await (await ask('blog', { slug })).json();
  expect('the title of the first post', post.title, title);
  expect('its content', typeof post.content, 'string');
  expect('categories', Array.isArray((await (await ask('taxonomies')).json()).categories), true);
  expect('internal links', Array.isArray(await (await ask('internal-links')).json()), true);
  expect('pSEO pages', Array.isArray(await (await ask('pseo-pages')).json()), true);

  const etag = list.headers.get('etag') ?? '';
  expect('the list again', (await ask('blog', {}, { headers: { 'if-none-match': etag } })).status, 304);
  expect('an unknown key', (await ask('blog', { apiKey: 'unknown' })).status, 401);
  expect('an unknown slug', (await ask('blog', { slug: 'unknown' })).status, 404);
  expect('an empty slug', (await ask('blog', { slug: '' })).status, 400);
  expect('another method', (await ask('blog', {}, { method: 'POST' })).status, 405);
  expect('the admin panel', (await fetch(`${address}/admin/`)).status, 200);
};
