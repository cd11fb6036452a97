/**
 * Measures the pages of a running example: what is transferred, as it comes over the wire, when a visitor opens a page
 * for the first time; what they see first; and what axe-core finds. It takes Chromium and the project's own packages.
 *
 *   npm run measure [-- http://localhost:3000]
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT = path.resolve(import.meta.dirname, '..', '..', '..');
const require = createRequire(path.join(PROJECT, 'package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const [site = 'http://localhost:3000'] = process.argv.slice(2);
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const DEVICES = {
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true },
  desktop: { viewport: { width: 1350, height: 940 }, deviceScaleFactor: 1 },
};
const KINDS = { Document: 'HTML', Stylesheet: 'CSS', Script: 'JS', Image: 'images' };
const COLUMNS = [...Object.values(KINDS), 'other'];

/** One page of each kind, from the site's own sitemap. */
const pagesOf = async () => {
  const sitemap = await (await fetch(`${site}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address]) => new URL(address.replaceAll('&amp;', '&')).pathname,
  );
  const first = (pattern) => paths.find((address) => pattern.test(address));
  return Object.entries({
    'all articles': '/blog',
    article: first(/^\/blog\/[^/]+$/),
    category: first(/^\/blog\/category\//),
    tag: first(/^\/blog\/tag\//),
    'pSEO page': first(/^\/(?!blog(\/|$))/),
    'not found': '/nowhere',
  }).filter(([, address]) => address);
};

/** What a first visit transfers without scrolling, in bytes with headers, and what Chromium says of its looks. */
const visit = async (browser, address, device) => {
  const context = await browser.newContext({ ...device, bypassCSP: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map();
  const bytes = Object.fromEntries(COLUMNS.map((column) => [column, 0]));
  session.on('Network.responseReceived', ({ requestId, type }) =>
    kinds.set(requestId, KINDS[type] ?? 'other'),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? 'other'] += encodedDataLength;
  });
  await page.goto(site + address, { waitUntil: 'networkidle' });
  const { lcp, cls, ttfb } = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const seen = { lcp: 0, cls: 0, ttfb: performance.getEntriesByType('navigation')[0].responseStart };
        new PerformanceObserver((list) => {
          seen.lcp = list.getEntries().at(-1).startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Observers tell what is buffered in a task of their own.
        setTimeout(() => resolve(seen), 100);
      }),
  );
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
  await context.close();
  return { bytes, lcp, cls, ttfb, violations, passes: passes.length };
};

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--disable-dev-shm-usage'],
});
const pages = await pagesOf();
for (const [name, device] of Object.entries(DEVICES)) {
  console.log(`\nOn a ${name}, kB\n`);
  console.log(`| page | ${COLUMNS.join(' | ')} | sum | TTFB ms | LCP ms | CLS | axe |`);
  console.log(`|---|${'--:|'.repeat(COLUMNS.length + 5)}`);
  for (const [kind, address] of pages) {
    // The first visitor makes the page and its images; what is measured is what all the others get.
    await visit(browser, address, device);
    const { bytes, lcp, cls, ttfb, violations, passes } = await visit(browser, address, device);
    const sum = Object.values(bytes).reduce((one, other) => one + other, 0);
    const found =
      violations.length === 0
        ? `0 of ${violations.length + passes}`
        : violations.map(({ id }) => id).join(', ');
    const cells = [...COLUMNS.map((column) => kilobytes(bytes[column])), kilobytes(sum)];
    console.log(
      `| ${kind} | ${cells.join(' | ')} | ${ttfb.toFixed(0)} | ${lcp.toFixed(0)} | ${cls.toFixed(3)} | ${found} |`,
    );
  }
}
await browser.close();
