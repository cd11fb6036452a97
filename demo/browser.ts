import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core';
import type { Login } from './admin-user';

/** @throws when there is no Chromium, with what to do */
const findChromium = (): string => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (!found) throw new Error('There is no Chromium on the PATH. On Debian: apt-get install chromium');
  return found;
};

export const launchChromium = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    ...options,
  });

export const signIn = async (page: Page, { email, password }: Login): Promise<void> => {
  await page.goto('/admin/auth/login');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Content Manager', exact: true }).waitFor();
};
