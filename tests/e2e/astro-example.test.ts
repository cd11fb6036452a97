import type { Page } from 'playwright-core';
import type { PreviewLink } from '../../src/plugins/content-delivery/contracts/previews';
import type { PreviewLinks } from '../../src/plugins/content-delivery/server/src/content/previews/links';
import { contentOf, UID, type Content, type TestWebsite } from '../fixtures/content';
import { expectAccessible } from '../support/e2e/accessibility';
import { buildAstroExample, forgetAstroBuilds, startAstroExample } from '../support/e2e/astro-example';
import { startCms, type Cms } from '../support/e2e/cms';
import type { ExampleServer } from '../support/e2e/example';
import { fetchInTime } from '../support/fetch-in-time';

const HOSTILE = `<h1>Second title</h1><p onclick="window.stolen = 1">Brew with a burr grinder and a kettle.</p>
  <script>window.stolen = 1</script><img src="x" onerror="window.stolen = 1" alt="A broken picture">
  <a href="javascript:window.stolen=1">A bad link</a><form action="/"><button>Send</button></form>
  <h2 id="note">A note</h2><table><tr><td><h1>In a table</h1><iframe src="https://evil.example/"></iframe>
  <a href="#note">From a table to the note</a></td></tr></table>`;
/** More than one page of the list shows. */
const OLDER = 12;

/** As things are called: none of them is a part of a path as it is. */
const HARD_NAMES = ['CI/CD', 'C#', 'C++', 'Q&A', '100% wool', 'What?', '.NET'];

describe('the Astro example', () => {
  let cms: Cms;
  let content: Content;
  let website: TestWebsite;
  let site: ExampleServer;
  let page: Page;
  let settings: Record<string, string>;
  let japanese: string;
  let draft: string;
  let first: string;

  beforeAll(async () => {
    forgetAstroBuilds();
    cms = await startCms();
    content = contentOf(cms.strapi);
    website = await content.website({ name: 'Harbour Roasters', language: 'en' });
    await fillWebsite();
    settings = {
      CONTENT_API_URL: cms.url,
      CONTENT_API_KEY: website.key,
      SITE_URL: 'https://harbour.example.com',
    };
    first = buildAstroExample(settings);
    site = await startAstroExample(settings);
    page = await cms.newPage({ baseURL: site.url });
  });
  afterAll(async () => {
    await site?.stop();
    await cms?.stop();
  });

  const fillWebsite = async (): Promise<void> => {
    const { documentId } = website;
    const account = (await content.defaultAccount()).documentId;
    await content.link({ account, keyword: 'burr grinder', url: '/blog/kohi' });
    // By an address that the post has left.
    await content.link({ account, keyword: 'kettle', url: '/blog/before' });
    const guides = (await content.category(documentId, 'Brewing Guides')).documentId;
    const cold = (await content.tag(documentId, 'Cold Brew')).documentId;
    const hard = [];
    for (const name of HARD_NAMES) hard.push((await content.tag(documentId, name)).documentId);
    const escaped = (await content.tag(documentId, 'From before')).documentId;
    await cms.strapi.patchRows(UID.tag, { documentId: escaped }, { name: '../../escaped' });
    const author = (
      await content.author(documentId, { name: 'Harbour team', url: 'https://example.com/team' })
    ).documentId;
    const image = await content.image('/uploads/pot.webp');
    await cms.strapi.patchRows(
      'plugin::upload.file',
      { id: image },
      {
        width: 1600,
        height: 900,
        alternativeText: 'A pot',
        formats: JSON.stringify({ small: { url: '/uploads/small_pot.webp', width: 500, height: 281 } }),
      },
    );
    japanese = (
      await content.post(documentId, {
        title: '珈琲',
        slug: 'kohi',
        language: 'ja',
        publishDate: '2025-02-01T00:00:00.000Z',
        category: guides,
        tags: [cold, ...hard, escaped],
        author,
        featuredImage: image,
        content: '<p>水とコーヒー豆だけで作ります。</p>',
      })
    ).documentId;
    await content.post(documentId, {
      title: 'Apple <i>pie</i>',
      slug: 'apple',
      publishDate: '2025-01-01T00:00:00.000Z',
      content: HOSTILE,
    });
    const moved = await content.post(documentId, {
      slug: 'before',
      publishDate: '2024-06-01T00:00:00.000Z',
      content: '<p>A kettle.</p>',
      language: 'ar',
    });
    await content.update(UID.post, moved.documentId, { slug: 'moved' }, 'published');
    const later = await content.post(documentId, {
      slug: 'before-its-date',
      scheduleDate: '2999-01-01T00:00:00.000Z',
    });
    await content.update(UID.post, later.documentId, { slug: 'later' }, 'published');
    draft = (await content.draft(documentId, { title: 'Not published', slug: 'draft' })).documentId;
    for (let number = 1; number <= OLDER; number += 1) {
      await content.post(documentId, {
        // One whose address would be the Markdown of another one.
        slug: number === 2 ? 'old-1.md' : `old-${number}`,
        publishDate: new Date(Date.UTC(2020, 0, number)).toISOString(),
      });
    }
    const campaign = await content.campaign(documentId, {
      htmlTemplate: '<h1>Coffee in {{ city }}</h1>',
      metaTitleTemplate: 'Coffee in {{ city }}',
    });
    await content.page(campaign.documentId, { slug: 'coffee/köln', variables: { city: 'Köln' } });
  };

  const statusOf = async (path: string): Promise<number> =>
    (await fetchInTime(site.url + path, { redirect: 'manual' })).status;
  const textOf = async (path: string): Promise<string> => (await fetchInTime(site.url + path)).text();
  const heading = () => page.getByRole('main').getByRole('heading', { level: 1 });
  const structured = async (): Promise<object> =>
    JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as object;

  it('lists what may be shown, newest first, page by page and by term', async () => {
    const titles = async () =>
      (await page.locator('.card h2').allTextContents()).map((title) => title.trim());
    await page.goto('/blog');
    expect((await titles()).slice(0, 2)).toEqual(['珈琲', 'Apple <i>pie</i>']);
    expect(await page.locator('.card h2').first().getAttribute('lang')).toBe('ja');
    await expectAccessible(page.locator('body'));
    await page.getByRole('link', { name: 'Older articles' }).click();
    expect(await heading().textContent()).toBe('Articles');
    expect(await titles()).toHaveLength(OLDER + 3 - 12);
    for (const path of ['/blog/category/brewing-guides', '/blog/tag/cold-brew']) {
      await page.goto(path);
      expect(await titles()).toEqual(['珈琲']);
    }
    expect(await statusOf('/')).toBeLessThan(400);
  });

  it('gives every name of a tag an address within its folder, from which no page escapes', async () => {
    for (const name of [...HARD_NAMES, '../../escaped']) {
      await page.goto('/blog/kohi');
      await page.getByRole('main').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(/\/blog\/tag\/[^/]+$/);
      expect(await heading().textContent()).toBe(name);
    }
    expect(await statusOf('/escaped')).toBe(404);
  });

  it('shows a post with language, author and sizes of its picture, and nothing that is not text', async () => {
    await page.goto('/blog/kohi');
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    expect(await page.getByRole('link', { name: 'Harbour team' }).getAttribute('href')).toBe(
      'https://example.com/team',
    );
    const cover = page.getByRole('img', { name: 'A pot' });
    expect(await cover.getAttribute('srcset')).toMatch(/small_pot\.webp 500w, \S+\/pot\.webp 1600w$/);
    expect(await structured()).toMatchObject({
      '@type': 'BlogPosting',
      inLanguage: 'ja',
      author: { '@type': 'Person', name: 'Harbour team' },
    });
    await expectAccessible(page.locator('body'));

    await page.goto('/blog/apple');
    const prose = page.locator('.prose');
    expect(await prose.getByRole('link', { name: 'burr grinder' }).getAttribute('href')).toBe('/blog/kohi');
    expect(await prose.getByRole('link', { name: 'kettle' }).getAttribute('href')).toBe('/blog/moved');
    expect(
      await prose.locator('script, form, button, iframe, h1, [onclick], [href^="javascript"]').count(),
    ).toBe(0);
    expect(await prose.getByRole('link', { name: 'From a table' }).getAttribute('href')).toBe(
      '#content-note',
    );
    expect(await page.evaluate('window.stolen')).toBeUndefined();
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
      'https://harbour.example.com/blog/apple',
    );
  });

  it('has pSEO pages, the feed, the sitemap, Markdown and llms.txt, without what is not to be shown', async () => {
    await page.goto('/coffee/k%C3%B6ln');
    expect(await heading().textContent()).toBe('Coffee in Köln');
    const [feed, sitemap] = [await textOf('/feed.xml'), await textOf('/sitemap.xml')];
    expect(feed).toContain('<dc:creator>Harbour team</dc:creator>');
    expect(feed).toContain('水とコーヒー豆だけで作ります。');
    expect(feed).toContain('https://harbour.example.com/blog/apple#content-note');
    expect(sitemap).toContain('<loc>https://harbour.example.com/coffee/k%C3%B6ln</loc>');
    expect(sitemap.match(/<url>/g)).toHaveLength(1 + OLDER + 3 + 1 + 1 + 1 + HARD_NAMES.length + 1);
    for (const text of [feed, sitemap]) expect(text).not.toMatch(/later|draft|<script/);
    expect(await textOf('/blog/kohi.md')).toMatch(/^# 珈琲\n\nBy Harbour team, 2025-02-01, <https:/);
    // A page has its address, before the Markdown of another one.
    expect(await textOf('/blog/old-1.md')).toContain('<!DOCTYPE html>');
    expect(await textOf('/blog/old-1.md.md')).toMatch(/^# /);
    expect(await textOf('/blog/old-1')).not.toContain('text/markdown');
    expect(await textOf('/llms.txt')).toContain('/blog/old-1)');
    expect(await textOf('/llms.txt')).toMatch(/^# Harbour Roasters\n/);
    expect(await textOf('/llms.txt')).toContain('](https://harbour.example.com/blog/kohi.md)');
    expect(await textOf('/robots.txt')).toContain('Sitemap: https://harbour.example.com/sitemap.xml');
  });

  it('leads from earlier addresses to the new ones, and is a 404 with a page where there is nothing', async () => {
    // Nothing links to itself by way of it.
    expect(await textOf('/blog/moved')).toContain('<p>A kettle.</p>');
    expect(await textOf('/blog/moved')).toContain('<html lang="ar" dir="rtl">');
    expect(await textOf('/blog')).toMatch(/<h2 lang="ar" dir="rtl">/);
    expect(await textOf('/blog/before')).toContain('http-equiv="refresh" content="0;url=/blog/moved"');
    for (const path of [
      '/blog/nowhere',
      '/blog/later',
      '/blog/before-its-date',
      '/blog/draft',
      '/coffee',
      '/blog/%E0%A4%A',
    ]) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
      const text = await textOf(path);
      expect(text).toContain('<title>There is nothing at this address');
      expect(text).toContain('<html lang="en" dir="ltr">');
    }
  });

  it('shows the draft that a preview link opens, as it is at that moment', async () => {
    const previews = cms.strapi.service('plugin::content-delivery.previews') as PreviewLinks;
    const link = (await previews.make(UID.post, draft, 3_600_000)) as PreviewLink;
    const { type, slug, token } = link;
    const path = `/preview?${new URLSearchParams({ type, slug, token }).toString()}`;
    const response = await page.goto(path);
    expect(response?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    await page.getByText('This is a preview of a draft.').waitFor();
    expect(await heading().textContent()).toBe('Not published');
    await expectAccessible(page.locator('body'));
    await content.update(UID.post, draft, { title: 'Nearly published' });
    await page.reload();
    expect(await heading().textContent()).toBe('Nearly published');
    for (const wrong of [
      path.replace(token, 'cdp_x'),
      '/preview',
      path.replace('type=post', 'type=pseo-page'),
    ]) {
      expect(await statusOf(wrong)).toBe(404);
      expect(await textOf(wrong)).toMatch(
        /<html lang="en" dir="ltr">[^]*<title>No preview[^]*<h1>No preview<\/h1>/,
      );
    }
  });

  it('reads only what has changed for the next build, and everything where it must', async () => {
    expect(first).toContain(`${OLDER + 4} were read.`);
    await content.update(UID.post, japanese, { title: '珈琲の話', slug: 'kohi-no-hanashi' }, 'published');
    const second = buildAstroExample(settings);
    expect(second).toContain(`2 of ${OLDER + 4} were read again.`);
    await content.create(UID.tag, { name: 'New', website: website.documentId });
    expect(buildAstroExample(settings)).toContain(`${OLDER + 4} were read.`);
    await site.stop();
    site = await startAstroExample(settings);
    await page.goto(`${site.url}/blog/kohi-no-hanashi`);
    expect(await heading().textContent()).toBe('珈琲の話');
    await page.goto(`${site.url}/blog/kohi`);
    await page.waitForURL(`${site.url}/blog/kohi-no-hanashi`);
  });

  it('is not built with a wrong key or address, and says so in a sentence', () => {
    const build = (more: Record<string, string>) => () => buildAstroExample({ ...settings, ...more });
    expect(build({ CONTENT_API_KEY: '' })).toThrow('apiKey is missing');
    expect(build({ CONTENT_API_KEY: 'unknown-key' })).toThrow(/API key is not known/);
    expect(build({ CONTENT_API_URL: `${cms.url}/api` })).toThrow(/address/);
    expect(build({ CONTENT_API_KEY: 'unknown-key' })).not.toThrow(/unknown-key/);
  });
});
