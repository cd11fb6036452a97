import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { PreviewLink } from '../../src/plugins/content-delivery/contracts/previews';
import type { PreviewLinks } from '../../src/plugins/content-delivery/server/src/content/previews/links';
import { contentOf, UID, unique, type Content } from '../fixtures/content';
import { storeUnfitSlug } from '../support/unfit-slugs';
import { closeServer, portOf } from '../support/connections';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, publish } from '../support/e2e/content-manager';
import type { ExampleServer } from '../support/e2e/example';
import { buildNextExample, startNextExample } from '../support/e2e/nextjs-example';
import { fetchInTime } from '../support/fetch-in-time';
import { createRelay } from '../support/relay';
import { until } from '../support/until';

const IMAGE = readFileSync(
  path.resolve(__dirname, '../../demo/content/harbour-roasters/images/espresso.webp'),
);
const SECRET = `whsec_${Buffer.from('a secret of the webhook, long enough').toString('base64')}`;
/** More than one list shows at once. */
const ARCHIVED = 25;

const HOSTILE = `
  <h1>Second title</h1>
  <p onclick="window.stolen = 1" style="position: fixed">Brew with a <b>burr grinder</b>, a Burr Grinder, or <code>burr grinder</code>.</p>
  <script>window.stolen = 1</script><img src="x" onerror="window.stolen = 1" alt="A broken picture">
  <a href="javascript:window.stolen=1">A bad link</a> <a href="/shop">burr grinder shop</a> <a href="#note">To the note</a>
  <svg><script>window.stolen = 1</script></svg><math><mtext><style><img src=x onerror=window.stolen=1></style></mtext></math>
  <iframe srcdoc="<script>parent.stolen = 1</script>"></iframe><iframe src="https://evil.example/"></iframe>
  <iframe src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ" title="A film"></iframe>
  <form action="/"><button>Send</button></form><style>body { display: none }</style>
  <h2 id="note">A note on brewing</h2><pre><code class="language-ts evil">let x = 1;</code></pre>
  <table><tr><th scope="col">Grind</th></tr><tr><td>Fine<h1>In a table</h1><iframe src="https://evil.example/"></iframe>
  <a href="#note">From a table to the note</a></td></tr></table>`;

/** Milliseconds between two looks at a website that is made anew. */
const LOOK = { every: 100 };

describe('the Next.js example', () => {
  let cms: Cms;
  let content: Content;
  let website: { documentId: string; key: string };
  let zebra: string;
  let draft: string;
  let images: http.Server;
  let imageOrigin: string;
  let site: ExampleServer;
  let page: Page;
  let admin: Page;
  const refused: string[] = [];
  /** What search engines were told. */
  const indexed: string[] = [];

  beforeAll(async () => {
    buildNextExample();
    // Webhooks to the own machine are refused otherwise.
    cms = await startCms({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    images = http.createServer((request, response) => {
      if (request.url === '/indexnow') {
        let body = '';
        request.setEncoding('utf8').on('data', (text: string) => (body += text));
        request.on('end', () => indexed.push(body));
      }
      response.writeHead(200, { 'Content-Type': 'image/webp' }).end(IMAGE);
    });
    imageOrigin = `http://127.0.0.1:${await portOf(images)}`;
    content = contentOf(cms.strapi);
    website = await content.website({ name: 'Harbour Roasters', description: 'Coffee, explained.' });
    await fillWebsite();
    site = await startNextExample({
      CONTENT_API_URL: cms.url,
      CONTENT_API_KEY: website.key,
      CONTENT_IMAGE_ORIGINS: `${cms.url}, ${imageOrigin}`,
      // Nothing is made anew by itself while these tests run.
      CONTENT_REVALIDATE_SECONDS: '3600',
      CONTENT_WEBHOOK_SECRET: SECRET,
      INDEXNOW_KEY: 'key-of-the-site',
      INDEXNOW_ENDPOINT: `${imageOrigin}/indexnow`,
    });
    page = await cms.newPage({ baseURL: site.url });
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
  });
  afterAll(async () => {
    await site?.stop();
    await cms?.stop();
    if (images) await closeServer(images);
  });

  const fillWebsite = async (): Promise<void> => {
    const { documentId } = website;
    const guides = (await content.category(documentId, 'Brewing Guides')).documentId;
    const beans = (await content.category(documentId, 'Beans & Origins')).documentId;
    const archive = (await content.category(documentId, 'Archive')).documentId;
    const author = (
      await content.author(documentId, { name: 'Harbour team', url: 'https://example.com/team' })
    ).documentId;
    await content.category(documentId, 'Without posts');
    const cold = (await content.tag(documentId, 'Cold Brew')).documentId;
    const account = (await content.defaultAccount()).documentId;
    await content.link({ account, keyword: 'burr grinder', url: '/blog/zebra' });
    // By an address that the post has left.
    await content.link({ account, keyword: 'brew', url: '/blog/apple-tart' });
    ({ documentId: zebra } = await content.post(documentId, {
      title: 'Zebra',
      slug: 'zebra',
      publishDate: '2025-02-01T00:00:00.000Z',
      category: guides,
      tags: [cold],
      featuredImageUrl: `${imageOrigin}/espresso.webp`,
      metaDescription: 'All about zebras.',
      content: `<p>Stripes.</p><img src="${imageOrigin}/espresso.webp" alt="Stripes" width="1200" height="675">`,
    }));
    const apple = await content.post(documentId, {
      title: 'Apple <i>pie</i>',
      slug: 'apple-tart',
      publishDate: '2025-01-01T00:00:00.000Z',
      category: guides,
      content: HOSTILE,
      author,
      metaTitle: 'Apple pie, step by step',
    });
    await content.update(UID.post, apple.documentId, { slug: 'apple' }, 'published');
    const old = await content.post(documentId, {
      title: 'Кава 50%',
      publishDate: '2024-01-01T00:00:00.000Z',
      category: beans,
      tags: [cold],
      language: 'ru',
    });
    await storeUnfitSlug(cms.strapi, UID.post, documentId, old.documentId, 'кава 50%/1');
    const later = await content.post(documentId, {
      title: 'Later',
      slug: 'before-its-date',
      category: guides,
      tags: [cold],
      scheduleDate: '2999-01-01T00:00:00.000Z',
    });
    await content.update(UID.post, later.documentId, { slug: 'later' }, 'published');
    draft = (await content.draft(documentId, { title: 'Not published', slug: 'draft' })).documentId;
    for (let number = 1; number <= ARCHIVED; number += 1) {
      await content.post(documentId, {
        title: `Old ${number}`,
        // From right to left.
        language: number === ARCHIVED ? 'ar' : null,
        // One whose address would be the Markdown of another one.
        slug: number === 2 ? 'old-1.md' : `old-${number}`,
        category: archive,
        publishDate: new Date(Date.UTC(2020, 0, number)),
      });
    }
    const campaign = await content.campaign(documentId, {
      slugTemplate: 'delivery/{{ country }}/{{ city }}',
      htmlTemplate:
        '<h1>Coffee in {{ city }}</h1><p onclick="window.stolen = 1">By post. See the map, or bake a tart.</p>',
      metaTitleTemplate: 'Coffee in {{ city }} by post',
      metaDescriptionTemplate: 'Fresh coffee in {{ city }}.',
      internalLinks: [
        { keyword: 'map', anchor: 'map', url: '/map', internal: true, nofollow: true },
        { keyword: 'tart', anchor: 'tart', url: '/blog/apple-tart', internal: true, nofollow: false },
      ],
    });
    await content.page(campaign.documentId, { variables: { city: 'köln', country: 'germany' } });
    // Where articles are, it is not shown, nor said to be there.
    await content.page(campaign.documentId, {
      slug: 'blog/berlin',
      variables: { city: 'berlin', country: 'germany' },
    });
    const other = await content.website();
    await content.post(other.documentId, { title: 'Of another website', slug: 'other' });
  };

  const main = () => page.getByRole('main');
  const titles = () => main().locator('.card-title').allTextContents();
  const heading = () => main().getByRole('heading', { level: 1 });
  const statusOf = async (target: string): Promise<number> => (await fetchInTime(site.url + target)).status;
  const textOf = async (target: string): Promise<string> => (await fetchInTime(site.url + target)).text();
  const attribute = (selector: string, name: string) => page.locator(selector).first().getAttribute(name);
  const canonical = () => attribute('link[rel="canonical"]', 'href');
  const structuredData = async (): Promise<Record<string, unknown>[]> => {
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  };
  /** Calls the website as a webhook does. */
  const call = (type: string, secret = SECRET, to = site.url, entries: object[] = []) => {
    const body = JSON.stringify({ type, timestamp: '', websiteId: '', data: { revision: 1, entries } });
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`id.${timestamp}.${body}`)
      .digest('base64');
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    };
    return fetchInTime(`${to}/api/revalidate`, { method: 'POST', headers, body });
  };

  const expectAccessibleInBothSchemes = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page.locator('body'));
    }
  };

  it('lists what may be shown, newest first, page by page', async () => {
    await page.goto('/');
    await page.waitForURL(`${site.url}/blog`);
    expect(await page.title()).toBe('Articles | Harbour Roasters');
    await main()
      .getByText(`${ARCHIVED + 3} articles`)
      .waitFor();
    expect((await titles()).slice(0, 4)).toEqual([
      'Zebra',
      'Apple <i>pie</i>',
      'Кава 50%',
      `Old ${ARCHIVED}`,
    ]);
    const arabic = main().locator('[lang="ar"]');
    expect(await arabic.first().textContent()).toBe(`Old ${ARCHIVED}`);
    expect(await arabic.evaluateAll((all) => all.map((element) => element.getAttribute('dir')))).toEqual(
      expect.arrayContaining(['rtl']),
    );
    expect(await attribute('html', 'dir')).toBe('ltr');
    await expectAccessibleInBothSchemes();

    await main().getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/blog?page=2');
    await main().getByText('Old 4', { exact: true }).waitFor();
    expect(await titles()).toEqual(['Old 4', 'Old 3', 'Old 2', 'Old 1']);
    expect(await canonical()).toBe(`${site.url}/blog?page=2`);
    expect(await statusOf('/blog?page=3')).toBe(404);
    expect(await statusOf('/blog?page=none')).toBe(404);
  });

  it('filters by category and tag and sorts in both orders, without scripts', async () => {
    const plain = await cms.newPage({ baseURL: site.url, javaScriptEnabled: false });
    const choose = async (list: string, name: string): Promise<string[]> => {
      const link = plain.getByRole('list', { name: list }).getByRole('link', { name, exact: true });
      await Promise.all([plain.waitForEvent('load'), link.click()]);
      return plain.locator('.card-title').allTextContents();
    };
    await plain.goto('/blog');
    expect(await plain.getByRole('link', { name: 'Without posts' }).count()).toBe(0);
    expect(await choose('Category', 'Brewing Guides')).toEqual(['Zebra', 'Apple <i>pie</i>']);
    expect(new URL(plain.url()).searchParams.get('category')).toBe('Brewing Guides');
    expect(await choose('Order', 'By title')).toEqual(['Apple <i>pie</i>', 'Zebra']);
    expect(await choose('Tag', 'Cold Brew')).toEqual(['Zebra']);
    expect(await choose('Category', 'All')).toEqual(['Zebra', 'Кава 50%']);
    expect(await choose('Order', 'Newest')).toEqual(['Zebra', 'Кава 50%']);
    // A chosen tag is left by choosing it again.
    expect((await choose('Tag', 'Cold Brew')).length).toBe(24);
    await plain.close();

    await page.goto('/blog?category=beans-%26-origins&tag=cold%20brew');
    expect(await titles()).toEqual(['Кава 50%']);
    await expectAccessibleInBothSchemes();
    await page.goto('/blog?category=Nothing');
    await main().getByText('No article fits these filters.').waitFor();
    await main().getByRole('link', { name: 'Show all' }).click();
    await page.waitForURL(`${site.url}/blog`);
    await main().getByText('Zebra').first().waitFor();
  });

  it.each([
    ['category', '/blog/category/brewing-guides', 'Brewing Guides', ['Zebra', 'Apple <i>pie</i>']],
    ['category', '/blog/category/beans-%26-origins', 'Beans & Origins', ['Кава 50%']],
    ['tag', '/blog/tag/cold-brew', 'Cold Brew', ['Zebra', 'Кава 50%']],
  ])('has a page for each %s: %s', async (_kind, address, name, expected) => {
    await page.goto(address);
    expect(await heading().textContent()).toBe(name);
    expect(await titles()).toEqual(expected);
    expect(await canonical()).toBe(site.url + address);
    await expectAccessibleInBothSchemes();
  });

  it('shows a post with its links, and nothing of it that is not text', async () => {
    await page.goto('/blog/apple');
    expect(await heading().allTextContents()).toEqual(['Apple <i>pie</i>']);
    await expectAccessibleInBothSchemes();
    const prose = main().locator('.prose');
    const links = await prose
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    // Every occurrence, but not in code, in other links or in headings, and never to the post itself, by an earlier address neither.
    expect(links).toEqual([
      ['burr grinder', '/blog/zebra'],
      ['Burr Grinder', '/blog/zebra'],
      ['burr grinder shop', '/shop'],
      ['To the note', '#content-note'],
      ['From a table to the note', '#content-note'],
    ]);
    expect(await prose.locator('script, form, button, svg, math, style, h1').count()).toBe(0);
    expect(await prose.locator('[onclick], [onerror], [style], [srcdoc], [href^="javascript"]').count()).toBe(
      0,
    );
    expect(
      await prose.locator('iframe').evaluateAll((all) => all.map((frame) => frame.getAttribute('src'))),
    ).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ']);
    expect(await prose.locator('code').last().getAttribute('class')).toBe('language-ts');
    expect(await page.evaluate('window.stolen')).toBeUndefined();
    expect(refused).toEqual([]);
  });

  it('says what a post is to search engines and to other sites', async () => {
    await page.goto('/blog/zebra');
    expect(await page.title()).toBe('Zebra | Harbour Roasters');
    expect(await canonical()).toBe(`${site.url}/blog/zebra`);
    // Changed after the date that readers are shown.
    expect(await main().locator('.article-head .dates').textContent()).toMatch(
      /^February 1, 2025 · Updated /,
    );
    expect(await attribute('meta[name="description"]', 'content')).toBe('All about zebras.');
    expect(await attribute('meta[property="og:type"]', 'content')).toBe('article');
    expect(await attribute('meta[property="og:image"]', 'content')).toBe(`${imageOrigin}/espresso.webp`);
    const data = await structuredData();
    expect(data.find((item) => item['@type'] === 'BlogPosting')).toMatchObject({
      '@context': 'https://schema.org',
      headline: 'Zebra',
      datePublished: '2025-02-01T00:00:00.000Z',
      articleSection: 'Brewing Guides',
      keywords: 'Cold Brew',
      mainEntityOfPage: `${site.url}/blog/zebra`,
    });
    expect(data.find((item) => item['@type'] === 'BreadcrumbList')).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Articles', item: `${site.url}/blog` },
        { position: 2, name: 'Brewing Guides', item: `${site.url}/blog/category/brewing-guides` },
        { position: 3, name: 'Zebra', item: `${site.url}/blog/zebra` },
      ],
    });
    await page.goto('/blog/apple');
    expect(await page.title()).toBe('Apple pie, step by step');
    expect(await main().getByRole('link', { name: 'Harbour team' }).getAttribute('href')).toBe(
      'https://example.com/team',
    );
    expect((await structuredData()).find((item) => item['@type'] === 'BlogPosting')).toMatchObject({
      author: { '@type': 'Person', name: 'Harbour team', url: 'https://example.com/team' },
    });
  });

  it('shows images in a size that fits, in a place that was kept for them', async () => {
    await page.goto('/blog/zebra');
    for (const image of [main().locator('.cover img').first(), main().locator('.prose img')]) {
      await image.scrollIntoViewIfNeeded();
      await until('the picture', () =>
        image.evaluate((element) => (element as { naturalWidth?: number }).naturalWidth !== 0),
      );
      expect(await image.getAttribute('src')).toMatch(/^\/_next\/image\?/);
    }
    expect(await main().locator('.cover img').first().getAttribute('fetchpriority')).toBe('high');
    expect(await main().locator('.prose img').getAttribute('loading')).toBe('lazy');
    const box = await main().locator('.cover').first().boundingBox();
    expect(box && box.width / box.height).toBeCloseTo(16 / 9, 1);
  });

  it('takes slugs in any script', async () => {
    await page.goto('/blog');
    await main().getByRole('link', { name: 'Кава 50%' }).click();
    await page.waitForURL(`${site.url}/blog/${encodeURIComponent('кава 50%/1')}`);
    await heading().getByText('Кава 50%').waitFor();
    await page.reload();
    expect(await heading().textContent()).toBe('Кава 50%');
    expect(await canonical()).toBe(`${site.url}/blog/${encodeURIComponent('кава 50%/1')}`);
  });

  it('shows pSEO pages at their own addresses', async () => {
    await page.goto('/delivery/germany/k%C3%B6ln');
    expect(await heading().allTextContents()).toEqual(['Coffee in köln']);
    expect(await page.title()).toBe('Coffee in köln by post');
    expect(await attribute('meta[name="description"]', 'content')).toBe('Fresh coffee in köln.');
    const link = main().getByRole('link', { name: 'map' });
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual(['/map', 'nofollow']);
    expect(await main().getByRole('link', { name: 'tart' }).getAttribute('href')).toBe('/blog/apple');
    expect(await main().locator('[onclick]').count()).toBe(0);
    await expectAccessibleInBothSchemes();
  });

  it('answers 404 where there is nothing, or nothing yet', async () => {
    const addresses = [
      '/blog/nowhere',
      '/blog/later',
      '/blog/draft',
      '/blog/other',
      '/blog/category/nowhere',
      '/blog/tag/nowhere',
      '/delivery',
      '/nowhere/at/all',
      '/blog/%E0%A4%A',
      '/blog/nowhere.md',
      '/blog?page=99',
      '/blog?page=none',
      '/api/nowhere',
      '/sitemaps/9',
      '/api/preview?type=post&slug=draft&token=none',
    ];
    for (const address of addresses) {
      // Made once, it stays what it was.
      for (const time of ['first', 'second']) {
        expect([address, time, await statusOf(address)]).toEqual([address, time, 404]);
        // Without scripts as well.
        const text = await textOf(address);
        expect([address, text]).toEqual([address, expect.stringMatching(/<html[^>]* lang="en"/)]);
        expect([address, text]).toEqual([address, expect.stringMatching(/<title>.+<\/title>[^]*<h1[ >]/)]);
      }
    }
    // What a post will be called is not told by an address that it has left.
    for (const address of ['/blog/before-its-date', '/blog/before-its-date.md']) {
      const { status, headers } = await fetchInTime(site.url + address, { redirect: 'manual' });
      expect([address, status, headers.get('Location')]).toEqual([address, 404, null]);
    }
    await page.goto('/blog/later');
    await main().getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await expectAccessibleInBothSchemes();
  });

  it('has a sitemap, a feed and a robots.txt, without what is not to be shown', async () => {
    const [sitemap, feed] = [await textOf('/sitemap.xml'), await textOf('/feed.xml')];
    await page.goto('/blog');
    const parse = (xml: string, selector: string): Promise<string[]> =>
      page.evaluate(
        ([text, wanted]) => {
          const parser = new (
            globalThis as unknown as {
              DOMParser: new () => {
                parseFromString(
                  x: string,
                  y: string,
                ): { querySelectorAll(s: string): Iterable<{ textContent: string }> };
              };
            }
          ).DOMParser();
          return [
            ...parser.parseFromString(text as string, 'application/xml').querySelectorAll(wanted as string),
          ].map((element) => element.textContent);
        },
        [xml, selector],
      );
    const paths = (await parse(sitemap, 'url > loc')).map((address) => address.replace(site.url, ''));
    expect(paths).toEqual(
      expect.arrayContaining([
        '/blog',
        '/blog/zebra',
        `/blog/${encodeURIComponent('кава 50%/1')}`,
        '/blog/category/beans-%26-origins',
        '/blog/tag/cold-brew',
        '/delivery/germany/k%C3%B6ln',
      ]),
    );
    expect(paths.length).toBe(1 + ARCHIVED + 3 + 3 + 1 + 1);
    expect((await parse(sitemap, 'url > lastmod')).every((date) => !Number.isNaN(Date.parse(date)))).toBe(
      true,
    );
    expect((await parse(feed, 'item > title')).slice(0, 3)).toEqual([
      'Zebra',
      'Apple <i>pie</i>',
      'Кава 50%',
    ]);
    expect(await parse(feed, 'item > pubDate')).toContain('Sat, 01 Feb 2025 00:00:00 GMT');
    for (const text of [sitemap, feed]) expect(text).not.toMatch(/later|draft|other/i);
    for (const text of [sitemap, await textOf('/llms.txt')]) expect(text).not.toContain('berlin');
    expect((await parse(feed, 'item > *'))[0]).toBe('Zebra');
    const articles = await parse(feed, '*|encoded');
    expect(articles).toHaveLength(ARCHIVED + 3 > 30 ? 30 : ARCHIVED + 3);
    expect(articles.join('')).not.toMatch(/<script|(?:src|href)="\//i);
    expect(articles.join('')).toContain(`${site.url}/blog/apple#content-note`);
    expect(await textOf('/llms.txt')).toMatch(/^- \[Zebra\]\(http.*\/blog\/zebra\.md\): /m);
    const markdown = await textOf('/blog/apple.md');
    // An article has its address, before the Markdown of another one.
    expect(await textOf('/blog/old-1.md')).toContain('<h1>Old 2</h1>');
    expect(await textOf('/blog/old-1.md.md')).toMatch(/^# Old 2\n/);
    expect(await textOf('/blog/old-1')).not.toContain('text/markdown');
    expect(await textOf('/llms.txt')).toContain('/blog/old-1)');
    expect(markdown).toMatch(/^# Apple <i>pie<\/i>\n\nBy Harbour team, 2025-01-01, <http.*\/blog\/apple>\n/);
    expect(markdown).toContain('[burr grinder shop](/shop)');
    expect(markdown).not.toMatch(/script|stolen/);
    const moved = await fetchInTime(`${site.url}/blog/apple-tart.md`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('Location')]).toEqual([308, '/blog/apple.md']);
    for (const slug of ['nowhere', 'later', 'draft']) expect(await statusOf(`/blog/${slug}.md`)).toBe(404);
    expect(await parse(feed, '*|creator')).toEqual(['Harbour team']);
    expect(await textOf('/robots.txt')).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    expect(await statusOf('/sitemaps/2')).toBe(404);
  });

  it('sends the headers that keep content in its place', async () => {
    for (const target of ['/blog', '/blog/apple', '/delivery/germany/k%C3%B6ln', '/nowhere']) {
      const { headers } = await fetchInTime(site.url + target);
      expect(headers.get('Content-Security-Policy')).toContain("script-src-attr 'none'");
      expect(headers.get('Content-Security-Policy')).toContain("object-src 'none'");
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Powered-By')).toBeNull();
    }
    expect(await textOf('/blog/apple')).not.toContain(website.key);
  });

  it('lets files through that are not content', async () => {
    expect(await textOf('/icon.svg')).toContain('<svg');
    expect(await statusOf('/nowhere.png')).toBe(404);
    expect(await statusOf('/%E0%A4%A.png')).toBe(404);
  });

  it('shows what was edited in the CMS as soon as its webhook has called', async () => {
    admin = await cms.signInAsSuperAdmin();
    await cms.strapi.documents('plugin::content-delivery.webhook' as never).create({
      data: {
        website: website.documentId,
        url: `${site.url}/api/revalidate`,
        events: [],
        active: true,
        secret: SECRET,
      },
    } as never);
    // A page that nothing of this concerns.
    const untouched = await textOf('/delivery/germany/k%C3%B6ln');
    await page.goto('/blog/zebra');
    expect(await heading().textContent()).toBe('Zebra');
    await admin.goto(`/admin/content-manager/collection-types/api::post.post/${zebra}`);
    await fillField(admin, 'Title', 'Zebra crossing');
    await publish(admin);
    await until('the title', async () => (await textOf('/blog/zebra')).includes('Zebra crossing'), LOOK);
    await page.goto('/blog/zebra');
    expect(await heading().textContent()).toBe('Zebra crossing');
    await until('the list', async () => {
      await page.goto('/blog');
      return (await titles())[0] === 'Zebra crossing';
    });
    expect(await textOf('/delivery/germany/k%C3%B6ln')).toBe(untouched);

    // Within a second; a machine that has much else to do may be late, but not each time.
    const times: number[] = [];
    for (let edit = 1; edit <= 5 && !times.some((time) => time < 1_000); edit += 1) {
      const text = `Zebras cross for the ${edit}th time`;
      await content.update(UID.post, zebra, { content: `<p>${text}</p>` }, 'published');
      const edited = Date.now();
      await until('the text', async () => (await textOf('/blog/zebra')).includes(text), LOOK);
      times.push(Date.now() - edited);
      // Changes within a second of the last one are told after it.
      await new Promise((done) => setTimeout(done, 1_100));
    }
    expect(Math.min(...times)).toBeLessThan(1_000);

    await admin.reload();
    await fillField(admin, 'Slug', 'zebra-crossing');
    await publish(admin);
    await until('the address', async () => (await statusOf('/blog/zebra-crossing')) === 200, LOOK);
    /** Where the first address leads. */
    const leadsTo = async (slug: string): Promise<boolean> => {
      const { status, headers } = await fetchInTime(`${site.url}/blog/zebra`, { redirect: 'manual' });
      return status === 308 && headers.get('Location') === `/blog/${slug}`;
    };
    await until('the redirect', () => leadsTo('zebra-crossing'), LOOK);

    // It leads on at once where the post moves again: no event names the oldest address.
    for (const slug of ['zebra-bridge', 'zebra-crossing']) {
      await content.update(UID.post, zebra, { slug }, 'published');
      await until(`the redirect to ${slug}`, () => leadsTo(slug), LOOK);
    }

    // What is gone is the page that says so, whole without scripts, though it was there a moment ago.
    const passing = await content.post(website.documentId, { slug: 'passing' });
    await until('the new post', async () => (await statusOf('/blog/passing')) === 200, LOOK);
    await content.unpublish(UID.post, passing.documentId);
    await until('its end', async () => (await statusOf('/blog/passing')) === 404, LOOK);
    expect(await textOf('/blog/passing')).toMatch(/<h1[^>]*>There is nothing at this address/);
  });

  it('tells search engines which pages to look at again', async () => {
    expect(await textOf('/indexnow.txt')).toBe('key-of-the-site');
    const entry = { action: 'updated', id: 'x', previousSlug: null };
    await call('post.updated', SECRET, site.url, [
      { ...entry, type: 'post', slug: 'later' },
      { ...entry, type: 'post', slug: 'zebra 1', previousSlug: 'old' },
    ]);
    await call('taxonomies.updated');
    await call('pseo.page.removed', SECRET, site.url, [{ ...entry, type: 'pseo-page', slug: 'a/b' }]);
    const of = (path: string) => indexed.some((body) => body.includes(path));
    await until('both calls', () => of('/a/b') && of('/blog/zebra%201'), LOOK);
    expect(indexed.map((body) => JSON.parse(body) as unknown)).toContainEqual({
      host: new URL(site.url).host,
      key: 'key-of-the-site',
      keyLocation: `${site.url}/indexnow.txt`,
      urlList: [`${site.url}/blog/zebra%201`, `${site.url}/blog/old`],
    });
    expect(of('/blog/later')).toBe(false);
  });

  it('shows drafts to whoever has a preview link, and to nobody else, until they end it', async () => {
    const previews = cms.strapi.service('plugin::content-delivery.previews') as PreviewLinks;
    const visitor = await cms.newPage({ baseURL: site.url });
    const open = async (uid: typeof UID.post | typeof UID.page, documentId: string) => {
      const { token, slug, type } = (await previews.make(uid, documentId, 3_600_000)) as PreviewLink;
      await visitor.goto(`/api/preview?${new URLSearchParams({ type, slug, token }).toString()}`);
      expect(visitor.url()).not.toContain(token);
      await visitor.getByText('This is a preview of a draft.').waitFor();
    };
    await open(UID.post, draft);
    await visitor.getByRole('heading', { name: 'Not published', level: 1 }).waitFor();
    expect(await visitor.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
    await expectAccessible(visitor.locator('body'));
    // As it is saved at this moment, without a webhook.
    await content.update(UID.post, draft, { title: 'Nearly published' });
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'Nearly published', level: 1 }).waitFor();
    expect(await statusOf('/blog/draft')).toBe(404);
    // What the token does not open is as readers see it.
    await visitor.goto('/blog/apple');
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    expect(await visitor.getByText('This is a preview').count()).toBe(0);

    const campaign = (await content.campaign(website.documentId, { htmlTemplate: '<h1>Soon</h1>' }))
      .documentId;
    const page = await content.pageDraft(campaign, { slug: 'soon/here' });
    await open(UID.page, page.documentId);
    await visitor.getByRole('heading', { name: 'Soon' }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe('/soon/here');
    await visitor.getByRole('button', { name: 'End the preview' }).click();
    await visitor.waitForURL(`${site.url}/blog`);
    expect((await visitor.goto('/soon/here'))?.status()).toBe(404);
    expect(await statusOf('/api/preview?type=post&slug=draft&token=cdp_x')).toBe(404);
    expect(await statusOf('/api/preview')).toBe(404);
    await visitor.close();
  });

  it('takes no call without the secret', async () => {
    expect((await call('resync', `whsec_${Buffer.from('wrong').toString('base64')}`)).status).toBe(401);
    expect((await fetchInTime(`${site.url}/api/revalidate`, { method: 'POST' })).status).toBe(401);
    expect((await fetchInTime(`${site.url}/api/revalidate`)).status).toBe(405);
    expect((await call('resync')).status).toBe(204);
  });

  it('follows by itself after a while, and keeps its pages while the CMS is out of reach', async () => {
    const relay = await createRelay({ host: '127.0.0.1', port: Number(new URL(cms.url).port) });
    const settings = { CONTENT_API_KEY: website.key, CONTENT_REVALIDATE_SECONDS: '1' };
    const other = await startNextExample({ ...settings, CONTENT_API_URL: `http://127.0.0.1:${relay.port}` });
    try {
      const shows = async (target: string, text: string) =>
        (await (await fetchInTime(other.url + target)).text()).includes(text);
      expect(await shows('/blog/old-1', 'Old 1')).toBe(true);
      const { documentId } = await content.post(website.documentId, { title: 'Fresh', slug: 'fresh' });
      await until('the list', () => shows('/blog', 'Fresh'), LOOK);
      await until('the post', () => shows('/blog/fresh', 'Fresh'), LOOK);
      await page.goto(`${other.url}/blog/fresh`);
      expect(await main().locator('.article-head .dates').textContent()).not.toContain('Updated');
      expect((await call('resync', SECRET, other.url)).status).toBe(500);

      await relay.begin();
      // Asked for until it was tried to make it anew, in vain.
      await until(
        'a word of the attempt',
        async () => {
          expect(await shows('/blog/fresh', 'Fresh')).toBe(true);
          return other.log().includes('got no whole answer');
        },
        { ...LOOK, seen: () => other.log() },
      );
      expect(await shows('/blog/fresh', 'Fresh')).toBe(true);
      expect(await shows('/blog/old-1', 'Old 1')).toBe(true);
      // What it has never read is an error, and neither an empty page nor "not found".
      expect((await fetchInTime(`${other.url}/blog/old-3`)).status).toBe(500);
      await content.remove('api::post.post', documentId);
    } finally {
      await other.stop();
      await relay.begin();
    }
  });

  it('shows an error, and never an empty blog, when the content cannot be read', async () => {
    const closed = await content.website();
    const other = await startNextExample({ CONTENT_API_URL: cms.url, CONTENT_API_KEY: closed.key });
    try {
      await content.update(UID.website, closed.documentId, { apiKey: unique('another-key') });
      for (const target of ['/blog', '/blog/zebra', '/blog/category/archive', '/some/page', '/feed.xml']) {
        expect([target, (await fetchInTime(other.url + target)).status]).toEqual([target, 500]);
      }
      for (const target of ['/blog', '/blog/zebra']) {
        await page.goto(other.url + target);
        await page.getByRole('heading', { name: 'This page cannot be shown at the moment' }).waitFor();
      }
      await expectAccessibleInBothSchemes();
      expect(other.log()).toContain('401');
      expect(other.log()).not.toContain(closed.key);
    } finally {
      await other.stop();
    }
  });

  it('does not start without what it needs, and says what that is', async () => {
    await expect(startNextExample({ CONTENT_API_URL: cms.url })).rejects.toThrow(
      'CONTENT_API_KEY is missing',
    );
    for (const [address, key, message] of [
      [cms.url, 'unknown-key', /API key/],
      [`${cms.url}/api`, website.key, /nothing at this address|address/i],
    ] as const) {
      const refused = startNextExample({ CONTENT_API_URL: address, CONTENT_API_KEY: key });
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.not.toThrow(key);
    }
  });
});
