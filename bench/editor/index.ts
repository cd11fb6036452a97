/**
 * `npm run bench:editor`: how soon the HTML editor shows a long article, and answers keys in it, in Chromium.
 *
 *   --kilobytes 200   how long the article is
 *   --rounds 3        how often each is measured
 *   --profile FILE    writes a CPU profile of the typing, for Chrome's developer tools
 *   --out FILE        where the figures go as JSON (.tmp/bench-editor.json)
 *
 * The reference is the same HTML in a bare `contenteditable` of the same browser, which costs layout and nothing else.
 */
import '../../src/settings/supported-node';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium, signIn } from '../../demo/browser';
import { startDemo } from '../../demo/built-demo';
import { median } from '../compare';
import { toTable, writeJson, type Result } from '../report';
import { ROOT, run } from '../run';
import { article } from './article';
import { keyTimes, type KeyTimes } from './keys';

const TYPED = 40;

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      kilobytes: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '3' },
      profile: { type: 'string' },
      out: { type: 'string', default: path.join(ROOT, '.tmp', 'bench-editor.json') },
    },
  });
  const kilobytes = Number(values.kilobytes);
  const html = article(kilobytes * 1024);
  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-bench-editor-'));
  const demo = await startDemo(folder);
  const browser = await launchChromium({ args: ['--disable-dev-shm-usage'] });
  try {
    const context = await browser.newContext({ baseURL: demo.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, demo.login);
    const long = await addPost(page, 'A long article', html);
    const short = await addPost(page, 'A short article', article(2_000));

    const [opening, openingShort, bare, typing, typingBare]: number[][] = [[], [], [], [], []];
    const keys: KeyTimes[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      openingShort?.push(await openingTime(page, short));
      opening?.push(await openingTime(page, long));
      const profile = values.profile && round === 0 ? values.profile : undefined;
      const times = await typeInto(page, '.ProseMirror', profile);
      keys.push(times);
      typing?.push(times.median);
      await page.goto('about:blank').catch(() => undefined);
      bare?.push(await showBare(page, demo.url, html));
      typingBare?.push((await typeInto(page, '[contenteditable]')).median);
    }

    const results: Result[] = [
      row('open it, of a short article', ratio(opening, openingShort), [opening, openingShort], kilobytes),
      row(
        'answer a key, of bare contenteditable',
        ratio(typing, typingBare),
        [typing, typingBare],
        kilobytes,
      ),
      ms('open it', opening, kilobytes, 1_000, 'from the click in the list to the text on the screen'),
      ms('more than for a short article', difference(opening, openingShort), kilobytes, 1_000, ''),
      ms('answer a key', typing, kilobytes, 50, 'median'),
      ms(
        'answer a key, 95 of 100',
        keys.map(({ p95 }) => p95),
        kilobytes,
        100,
        '',
      ),
      ms(
        'longest task while typing',
        keys.map(({ longestTask }) => longestTask),
        kilobytes,
        100,
        '',
      ),
      ms('show it in a bare contenteditable (to compare)', bare, kilobytes, null, ''),
    ];
    console.log(`${cpus()[0]?.model ?? ''}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
    console.log(toTable(results).replace(' posts ', ' KB    '));
    await writeJson(values.out, { kilobytes }, results);
  } finally {
    await browser.close();
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const POSTS = '/content-manager/collection-types/api::post.post';

/** @returns its title */
const addPost = async (page: Page, title: string, content: string): Promise<string> => {
  // As the panel does it: with the token that it keeps.
  const status = await page.evaluate(
    async ({ posts, post }) => {
      const kept = /jwtToken=([^;]+)/.exec(
        (globalThis as unknown as { document: { cookie: string } }).document.cookie,
      )?.[1];
      const storage = (globalThis as unknown as { localStorage: { getItem(key: string): string | null } })
        .localStorage;
      const stored = storage.getItem('jwtToken');
      const token = stored
        ? (JSON.parse(stored) as string)
        : decodeURIComponent(kept ?? '').replaceAll('"', '');
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const websites = (await (
        await fetch('/content-manager/relations/api::post.post/website?pageSize=1', { headers })
      ).json()) as { results: { documentId: string; id: number }[] };
      const [website] = websites.results;
      const body = JSON.stringify({
        ...post,
        website: { connect: [{ id: website?.id, documentId: website?.documentId }], disconnect: [] },
      });
      return (await fetch(posts, { method: 'POST', headers, body })).status;
    },
    { posts: POSTS, post: { title, content } },
  );
  if (status !== 201 && status !== 200) throw new Error(`The post could not be made: ${status}`);
  return title;
};

/** Milliseconds from the click in the list to the frame with the text. */
const openingTime = async (page: Page, title: string): Promise<number> => {
  await page.goto(`/admin${POSTS}?sort=createdAt:DESC`);
  const cell = page.getByRole('gridcell', { name: title, exact: true });
  await cell.waitFor();
  await page.waitForLoadState('networkidle');
  const taken = page.evaluate(OPENED);
  await cell.click();
  return Number(await taken);
};

/** In the page: waits for a click, then for the text of the editor, then for the frame that shows it. */
const OPENED = `new Promise((resolve) => {
  addEventListener('click', ({ timeStamp }) => {
    const look = () => {
      const text = document.querySelector('.ProseMirror');
      if (!text || !text.textContent.includes('The last words.')) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    };
    look();
  }, { capture: true, once: true });
})`;

const showBare = async (page: Page, url: string, html: string): Promise<number> => {
  await page.goto(`${url}/robots.txt`);
  return page.evaluate(
    (source) =>
      new Promise<number>((resolve) => {
        const browser = globalThis as unknown as {
          document: { body: { innerHTML: string } };
          requestAnimationFrame(work: () => void): void;
        };
        const since = performance.now();
        browser.document.body.innerHTML = `<div contenteditable style="height:480px;overflow:auto">${source}</div>`;
        browser.requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)));
      }),
    html,
  );
};

/** Types in the middle of a text, as fast as people do. */
const typeInto = async (page: Page, selector: string, profile?: string): Promise<KeyTimes> => {
  await page.locator(`${selector} p`).nth(20).click();
  const times = keyTimes(page);
  await times.begin();
  const session = profile ? await page.context().newCDPSession(page) : null;
  await session?.send('Profiler.enable');
  await session?.send('Profiler.setSamplingInterval', { interval: 200 });
  await session?.send('Profiler.start');
  await page.keyboard.type('typed words '.repeat(4).slice(0, TYPED), { delay: 120 });
  await page.waitForTimeout(500);
  if (session && profile) {
    const { profile: recorded } = await session.send('Profiler.stop');
    await writeFile(profile, JSON.stringify(recorded));
  }
  return times.end();
};

const ratio = (of: number[] = [], by: number[] = []): number[] =>
  of.map((value, index) => value / (by[index] ?? 1));
const difference = (of: number[] = [], by: number[] = []): number[] =>
  of.map((value, index) => value - (by[index] ?? 0));

const row = (name: string, rounds: number[], medians: (number[] | undefined)[], posts: number): Result => ({
  name,
  posts,
  rounds,
  unit: '',
  wanted: null,
  detail: medians.map((values = []) => `${median(values).toFixed(0)} ms`).join(' to '),
});
const ms = (
  name: string,
  rounds: number[] = [],
  posts: number,
  limit: number | null,
  detail: string,
): Result => ({
  name,
  posts,
  rounds,
  unit: ' ms',
  wanted: limit === null ? null : { must: limit, aim: limit, better: 'lower' },
  detail,
});

void run(main);
