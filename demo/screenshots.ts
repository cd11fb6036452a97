/**
 * Makes the screenshots of the README: builds nothing, starts the built demo with a database and uploads of its
 * own, and photographs its main screens in Chromium.
 *
 *   npm run build && npm run screenshots
 */
import '../src/settings/supported-node';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../commands/shared/environment';
import type { Login } from './admin-user';
import { launchChromium, signIn } from './browser';
import { START_TIME, startDemo } from './built-demo';

const IMAGES = path.join(ROOT, 'docs', 'images');
const VIEWPORT = { width: 1280, height: 800 };

const SCREENS: { file: string; open(page: Page): Promise<void> }[] = [
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

/** Puts away Strapi's banner about its own news, where there is one. */
const dismissNews = async (page: Page): Promise<void> => {
  const close = page.getByRole('button', { name: 'Close' });
  try {
    await close.first().click({ timeout: 5_000 });
  } catch {
    console.log('There is no banner to put away.');
  }
};

const photograph = async (demo: { url: string; login: Login }): Promise<void> => {
  const browser = await launchChromium();
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
    await signIn(page, demo.login);
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

const main = async (): Promise<void> => {
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
};

void main();
