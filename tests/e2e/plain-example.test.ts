import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { PreviewLinks } from '../../src/plugins/content-delivery/server/src/content/previews/links';
import { contentOf, UID, type Content } from '../fixtures/content';
import { closeServer, portOf } from '../support/connections';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';

const HTML = readFileSync(path.resolve(__dirname, '../../examples/plain/index.html'));

const HOSTILE = `
  <p onclick="window.stolen = 1">Brew with a <b>burr grinder</b>, a Burr Grinder, or <code>burr grinder</code>.</p>
  <script>window.stolen = 1</script><img src="x" onerror="window.stolen = 1" alt="A broken picture">
  <a href="javascript:window.stolen=1">A bad link</a> <a href="/shop">burr grinder shop</a>
  <svg><script>window.stolen = 1</script></svg><math><mtext><style><img src=x onerror=window.stolen=1></style></mtext></math>
  <iframe srcdoc="<script>parent.stolen = 1</script>"></iframe><form action="/"><button>Send</button></form>
  <a href="#remarks">To the remarks</a><h3 id="remarks">Remarks</h3><h1>A heading</h1><p style="position: fixed">Styled</p><my-note>A note</my-note>`;

describe('the plain example', () => {
  let cms: Cms;
  let example: http.Server;
  let address: string;
  let key: string;
  let content: Content;
  let draft: string;
  let page: Page;

  beforeAll(async () => {
    cms = await startCms();
    example = http.createServer((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(HTML),
    );
    address = `http://127.0.0.1:${await portOf(example)}`;
    content = contentOf(cms.strapi);
    const website = await content.website();
    key = website.key;
    const category = await content.category(website.documentId, 'Brewing Guides');
    const tag = await content.tag(website.documentId, 'Cold Brew');
    const account = (await content.defaultAccount()).documentId;
    await content.link({ account, keyword: 'burr grinder', url: '/blog/zebra' });
    await content.link({ account, keyword: 'heading', url: '/blog/zebra' });
    await content.link({ account, keyword: 'brew', url: '/blog/apple' });
    await content.post(website.documentId, {
      title: 'Zebra',
      slug: 'zebra',
      publishDate: '2025-02-01T00:00:00.000Z',
      tags: [tag.documentId],
    });
    await content.post(website.documentId, {
      title: 'Apple <i>pie</i>',
      slug: 'apple',
      publishDate: '2025-01-01T00:00:00.000Z',
      category: category.documentId,
      content: HOSTILE,
    });
    await content.post(website.documentId, { slug: 'later', scheduleDate: '2999-01-01T00:00:00.000Z' });
    const author = (await content.author(website.documentId, { name: 'Harbour team' })).documentId;
    draft = (
      await content.draft(website.documentId, {
        title: 'Entwurf',
        slug: 'draft',
        author,
        language: 'de',
      })
    ).documentId;
    page = await cms.newPage();
  });
  afterAll(async () => {
    await cms?.stop();
    if (example) await closeServer(example);
  });

  const main = () => page.getByRole('main');
  const titles = () => main().getByRole('listitem').getByRole('heading').allTextContents();

  it('asks for a server and a key, and keeps the key out of the address', async () => {
    await page.goto(address);
    await main().getByRole('heading', { name: 'Which blog?' }).waitFor();
    await expectAccessible(page.locator('body'));
    await page.getByLabel('Address of the server').fill(cms.url);
    await page.getByLabel('API key of the website').fill(key);
    await page.getByRole('button', { name: 'Read this blog' }).click();
    await main().getByRole('heading', { name: 'All articles' }).waitFor();
    expect(page.url()).not.toContain(key);
  });

  it('lists what may be shown, filtered and sorted', async () => {
    await page.goto(`${address}/?${new URLSearchParams({ server: cms.url, key }).toString()}`);
    await main().getByText('2 of 2 articles').waitFor();
    expect(await titles()).toEqual(['Zebra', 'Apple <i>pie</i>']);
    await expectAccessible(page.locator('body'));
    await page.getByLabel('Order').selectOption('By title');
    await page.waitForURL(/sort=title/);
    await main().getByRole('listitem').first().getByText('Apple').waitFor();
    expect(await titles()).toEqual(['Apple <i>pie</i>', 'Zebra']);
    await page.getByLabel('Category').selectOption('Brewing Guides');
    await main().getByRole('heading', { name: 'Brewing Guides' }).waitFor();
    expect(await titles()).toEqual(['Apple <i>pie</i>']);
    await page.getByLabel('Tag').selectOption('Cold Brew');
    await main().getByRole('heading', { name: 'Cold Brew' }).waitFor();
    expect(await titles()).toEqual(['Zebra']);
  });

  it('shows a post with its links, and none of its scripts', async () => {
    await page.goto(`${address}/?${new URLSearchParams({ server: cms.url, key }).toString()}#/blog/apple`);
    await main().getByText('A note').waitFor();
    await expectAccessible(page.locator('body'));
    const text = main().locator('.text');
    const links = await text
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    // Once, not in code, in other links or in headings, and never to the post itself.
    expect(links).toEqual([
      ['burr grinder', '#/blog/zebra'],
      ['burr grinder shop', '/shop'],
      ['To the remarks', '#content-remarks'],
    ]);
    expect(await text.locator('script, iframe, form, button, svg, math, style, my-note, h1').count()).toBe(0);
    expect(await text.locator('[onclick], [onerror], [style], [href^="javascript"]').count()).toBe(0);
    expect(await main().getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Apple <i>pie</i>']);
    expect(await page.evaluate('window.stolen')).toBeUndefined();

    await text.getByRole('link', { name: 'To the remarks' }).click();
    expect(await page.locator(':focus').textContent()).toBe('Remarks');
    expect(new URL(page.url()).hash).toBe('#/blog/apple');
    await text.getByRole('link', { name: 'burr grinder', exact: true }).click();
    await page.locator('h1:focus', { hasText: 'Zebra' }).waitFor();
  });

  it('shows the draft that a preview link opens, in that tab, until it is ended', async () => {
    const previews = cms.strapi.service('plugin::content-delivery.previews') as PreviewLinks;
    const token = (await previews.make(UID.post, draft, 3_600_000))?.token ?? '';
    const query = new URLSearchParams({ server: cms.url, key, preview: token, type: 'post', slug: 'draft' });
    await page.goto('about:blank');
    await page.goto(`${address}/?${query.toString()}`);
    await main().getByText('This is a preview of a draft.').waitFor();
    expect(page.url()).not.toContain(token);
    expect(await main().locator('article').getAttribute('lang')).toBe('de');
    expect(await main().locator('article').getAttribute('dir')).toBe('ltr');
    await main().getByText('By Harbour team').waitFor();
    await expectAccessible(page.locator('body'));
    await content.update(UID.post, draft, { title: 'Entwurf zwei' });
    await page.reload();
    await main().getByRole('heading', { name: 'Entwurf zwei' }).waitFor();
    // Of others it shows what readers see.
    await page.goto(`${page.url().split('#')[0]}#/blog/zebra`);
    await main().getByRole('heading', { name: 'Zebra' }).waitFor();
    expect(await main().getByText('This is a preview').count()).toBe(0);
    await page.goBack();
    await main().getByRole('button', { name: 'End the preview' }).click();
    await main().getByText('There is no article at this address.').waitFor();
  });

  it('says what is wrong: no such post, one that is not due, a key that is not known', async () => {
    const at = (hash: string, using = key) =>
      page.goto(`${address}/?${new URLSearchParams({ server: cms.url, key: using }).toString()}${hash}`);
    for (const slug of ['nowhere', 'later']) {
      await page.goto('about:blank');
      await at(`#/blog/${slug}`);
      await main().getByText('There is no article at this address.').waitFor();
    }
    await at('', 'unknown');
    await page.getByRole('alert').getByText('This API key is not known.').waitFor();
    await expectAccessible(page.locator('body'));
  });
});
