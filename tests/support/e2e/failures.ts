import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { FailureListener } from './environment';

const fileName = (test: string, index: number): string =>
  `${test.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${index + 1}.png`;

const errors = new WeakMap<Page, string[]>();

/** Remembers what goes wrong in a page's own scripts, to be printed when a test fails. */
export const watchErrors = (page: Page): void => {
  const seen: string[] = [];
  errors.set(page, seen);
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 500) seen.push(`${response.status()} ${response.url()}`);
  });
};

/** Makes a screenshot of every open page when a test of this file fails, and prints where they are. */
export const showPagesOnFailure = (openPages: () => Page[]): void => {
  (globalThis as FailureListener).onTestFailure = async (test) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-failure-'));
    const lines = [`"${test}" failed. What the browser showed:`];
    for (const [index, page] of openPages().entries()) {
      const file = path.join(folder, fileName(test, index));
      const done = await page.screenshot({ path: file }).then(
        () => file,
        (error: Error) => `no screenshot: ${error.message}`,
      );
      lines.push(...[page.url(), done, ...(errors.get(page) ?? [])].map((line) => `  ${line}`));
    }
    console.error(lines.join('\n'));
  };
};
