// @ts-check
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';

const SECONDS_TO_START = 120;

/**
 * Starts an image as Docker would with `--read-only --tmpfs /tmp` and new volumes, asks it this and that, and ends it.
 * @param {object} options
 * @param {import('./build.mjs').Image} options.image
 * @param {string} options.user
 * @param {string[]} options.command
 * @param {string[]} options.health the command of the health check
 * @param {string[]} options.volumes
 * @param {string} options.picture a PNG to upload
 * @param {string} options.work
 * @param {(text: string) => void} options.say
 * @throws Error that says what went wrong, with the server's log
 */
export const tryImage = async ({ image, user, command, health, volumes, picture, work, say }) => {
  const { root, cwd, environment } = image;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const secret = () => randomBytes(32).toString('base64');
  const running = {
    cwd,
    user,
    isReadOnly: true,
    volumes: Object.fromEntries(
      volumes.map((volume, n) => {
        const folder = path.join(work, `volume-${n}`);
        // As Docker fills a new volume: with what the image has there, owners included.
        execFileSync('cp', ['-a', root.at(volume), folder]);
        return [volume, folder];
      }),
    ),
    environment: {
      ...environment,
      PORT: String(port),
      PUBLIC_URL: url,
      APP_KEYS: secret(),
      ADMIN_JWT_SECRET: secret(),
      API_TOKEN_SALT: secret(),
      TRANSFER_TOKEN_SALT: secret(),
      ENCRYPTION_KEY: secret(),
    },
  };

  say('Start, with a file system that cannot be written');
  const server = root.start({ ...running, command });
  const ended = once(server, 'close');
  let log = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (log += text));
  /** @param {string} text */
  const fail = (text) => {
    throw new Error(`${text}\n${log}`);
  };

  try {
    const deadline = Date.now() + SECONDS_TO_START * 1000;
    while ((await statusOf(`${url}/_ready`)) !== 200) {
      if (server.exitCode !== null) fail(`The server has ended with code ${server.exitCode}.`);
      if (Date.now() > deadline) fail(`The server was not ready within ${SECONDS_TO_START} seconds.`);
      await wait(200);
    }
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    if (/^Uid:\s+0\b/m.test(status)) fail('The server runs as root.');
    console.log(/^VmRSS:.*$/m.exec(status)?.[0]);

    say('Try it');
    root.run({ ...running, command: health });
    const unknown = await statusOf(`${url}/api/blog?apiKey=unknown`);
    if (unknown !== 401) fail(`/api/blog answers an unknown key with ${unknown}.`);
    const panel = await fetch(`${url}/admin/`);
    if (!(await panel.text()).includes('<script')) fail(`/admin/ answers with ${panel.status}.`);
    await upload(url, picture, fail);

    say('Stop');
    server.kill('SIGTERM');
    const [code, signal] = await ended;
    if (code !== 0) fail(`After SIGTERM the server ended with ${signal ?? `code ${code}`}.`);
    // A folder that cannot be made on such a file system is reported as ENOENT.
    if (/\b(EROFS|EACCES|EPERM|ENOENT)\b/.test(log)) fail('The server has tried to write where it may not.');
    let isHealthy = true;
    try {
      root.run({ ...running, command: health });
    } catch {
      isHealthy = false;
    }
    if (isHealthy) fail('HEALTHCHECK finds a server healthy that has ended.');
  } finally {
    server.kill('SIGKILL');
    await ended;
  }
};

/**
 * Signs the first user up and uploads a picture, which is read back.
 * @param {string} url
 * @param {string} picture
 * @param {(text: string) => void} fail
 */
const upload = async (url, picture, fail) => {
  const registered = await fetch(`${url}/admin/register-admin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      firstname: 'First',
      lastname: 'User',
      email: 'user@example.com',
      password: 'Password-of-a-check-1',
    }),
  });
  const { data } = /** @type {{ data?: { token?: string } }} */ (await registered.json());
  const form = new FormData();
  form.set('files', new Blob([readFileSync(picture)], { type: 'image/png' }), 'picture.png');
  const uploaded = await fetch(`${url}/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${data?.token}` },
    body: form,
  });
  const text = await uploaded.text();
  if (uploaded.status !== 201) fail(`An upload is answered with ${uploaded.status}: ${text}`);
  const [stored] = /** @type {{ url: string, width: number }[]} */ (JSON.parse(text));
  // The width comes from the library for pictures, which has different parts for each system.
  if (!stored?.width) fail('The width of the uploaded picture was not found out.');
  if ((await statusOf(`${url}${stored?.url}`)) !== 200) fail('The uploaded picture is not there.');
};

/** @param {string} url */
const statusOf = (url) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
