/**
 * Makes the screenshots of the README: builds nothing, starts the built demo with a database and uploads of its
 * own, and photographs its main screens in Chromium.
 *
 *   npm run build && npm run screenshots
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, URL } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = path.join(ROOT, 'docs', 'images');
const DEMO = path.join(ROOT, 'dist', 'demo', 'start.js');
const VIEWPORT = { width: 1280, height: 800 };
/** Milliseconds that the demo may take to fill its database. */
const START_TIME = 120_000;

/** @typedef {import('playwright-core').Page} Page */

/** @type {{ file: string, open: (page: Page) => Promise<void> }[]} */
const SCREENS = [
  {
    file: 'websites.png',
    open: async (page) => {
      await page.goto('/admin/plugins/content-delivery/websites');
      await page.getByRole('heading', { name: 'Harbour Roasters' }).waitFor();
    },
  },
  {
    file: 'try-it.png',
    open: async (page) => {
      await page.goto('/admin/plugins/content-delivery/websites');
      await page.getByRole('link', { name: 'Connect Harbour Roasters' }).click();
      await page.getByRole('tab', { name: 'Try it' }).click();
      await page.getByRole('button', { name: 'Send request' }).click();
      const answer = page.getByRole('region', { name: 'Answer' });
      await answer.getByText('200 OK', { exact: true }).waitFor();
      await answer.scrollIntoViewIfNeeded();
    },
  },
  {
    file: 'post.png',
    open: async (page) => {
      await page.goto('/admin/content-manager/collection-types/api::post.post');
      await page.getByRole('gridcell', { name: /^Dialling in espresso/ }).click();
      await page.locator('.ProseMirror').first().waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    },
  },
  {
    file: 'campaign.png',
    open: async (page) => {
      await page.goto('/admin/content-manager/collection-types/api::pseo-campaign.pseo-campaign');
      await page.getByRole('gridcell', { name: 'Coffee delivery by city', exact: true }).click();
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await page.getByRole('dialog').locator('iframe').first().waitFor();
    },
  },
];

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
};

const findChromium = () => {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (!found) throw new Error('There is no Chromium on the PATH. On Debian: apt-get install chromium');
  return found;
};

/** Starts the demo and waits until it prints how to get in. */
const startDemo = async (/** @type {string} */ folder) => {
  if (!existsSync(DEMO)) throw new Error('There is no build. Run: npm run build');
  const port = await freePort();
  const publicFolder = path.join(folder, 'public');
  await mkdir(path.join(publicFolder, 'uploads'), { recursive: true });
  await cp(path.join(ROOT, 'public', 'robots.txt'), path.join(publicFolder, 'robots.txt'));
  const secrets = Object.fromEntries(
    ['APP_KEYS', 'ADMIN_JWT_SECRET', 'API_TOKEN_SALT', 'TRANSFER_TOKEN_SALT', 'ENCRYPTION_KEY'].map(
      (name) => [name, 'only-for-screenshots'],
    ),
  );
  const demo = spawn(process.execPath, [DEMO], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...secrets,
      NODE_ENV: 'production',
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: path.join(folder, 'data.db'),
      PUBLIC_DIR: publicFolder,
      PUBLIC_URL: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
  });
  const stop = async () => {
    if (demo.exitCode !== null) return;
    demo.kill();
    await once(demo, 'exit');
  };
  try {
    await Promise.race([
      new Promise((/** @type {(ready: void) => void} */ resolve, reject) => {
        // Read to its end: a line that it cannot write would end the demo.
        demo.stdout.on('data', (chunk) => String(chunk).includes('Stop with Ctrl+C') && resolve());
        demo.once('exit', () => reject(new Error('The demo stopped while it was starting; see above.')));
      }),
      wait(START_TIME, undefined, { ref: false }).then(() => {
        throw new Error(`The demo was not ready within ${START_TIME / 1000} s.`);
      }),
    ]);
    /** @type {{ email: string, password: string }} */
    const login = JSON.parse(await readFile(path.join(folder, 'demo-login.json'), 'utf8'));
    return { url: `http://127.0.0.1:${port}`, login, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Puts away Strapi's banner about its own news, where there is one. */
const dismissNews = async (/** @type {Page} */ page) => {
  const close = page.getByRole('button', { name: 'Close' });
  try {
    await close.first().click({ timeout: 5_000 });
  } catch {
    console.log('There is no banner to put away.');
  }
};

const photograph = async (
  /** @type {{ url: string, login: { email: string, password: string } }} */ demo,
) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: VIEWPORT,
      locale: 'en-US',
      timezoneId: 'UTC',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    // On a machine with other work too.
    page.setDefaultTimeout(START_TIME);
    await page.goto('/admin/auth/login');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(demo.login.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(demo.login.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('link', { name: 'Content Manager', exact: true }).waitFor();
    await dismissNews(page);
    for (const { file, open } of SCREENS) {
      await open(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: path.join(IMAGES, file), animations: 'disabled', caret: 'hide' });
      console.log(path.relative(ROOT, path.join(IMAGES, file)));
    }
  } finally {
    await browser.close();
  }
};

await mkdir(IMAGES, { recursive: true });
const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-screenshots-'));
try {
  const demo = await startDemo(folder);
  try {
    await photograph(demo);
  } finally {
    await demo.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
