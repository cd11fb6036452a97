import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { linkKeywords, type LinkRule } from '../../client/src/link-keywords/index';
import { anyHtml, anyOptions, anyRules } from '../../client/tests/support/linked-input';
import { startChromium } from '../support/e2e/chromium';

const BUILT = path.resolve(__dirname, '../../client/dist/esm');
const ORIGIN = 'http://client.test';

/** What is given to the page, and comes back from it. */
interface Linked {
  html: string;
  text: string;
  links: { href: string; text: string }[];
  count: number;
}

describe('linkElements, in a browser', () => {
  let stop = async (): Promise<void> => undefined;
  let page: Page;

  beforeAll(async () => {
    if (!existsSync(BUILT)) throw new Error('The client is not built. Run: npm run build:client');
    const chromium = await startChromium();
    ({ stop } = chromium);
    page = await chromium.browser.newPage();
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Client</title>' })
        : route.fulfill({
            contentType: 'text/javascript',
            body: readFileSync(path.join(BUILT, pathname), 'utf8'),
          });
    });
    await page.goto(`${ORIGIN}/`);
  });
  afterAll(() => stop());

  const link = (html: string, rules: readonly LinkRule[], options: object = {}): Promise<Linked> =>
    page.evaluate(`(async () => {
      const { linkElements } = await import('${ORIGIN}/link-elements/index.js');
      const element = document.createElement('div');
      element.innerHTML = ${JSON.stringify(html)};
      const count = linkElements(element, ${JSON.stringify(rules)}, {
        attributes: { 'data-added': '' },
        ...${JSON.stringify(options)},
      });
      const links = [...element.querySelectorAll('a[data-added]')].map((one) => ({
        href: one.getAttribute('href'),
        text: one.textContent,
      }));
      return { html: element.innerHTML, text: element.textContent, links, count };
    })()`);
  /** As the browser reads and writes HTML. */
  const read = (html: string): Promise<{ html: string; text: string }> =>
    page.evaluate(`(() => {
      const element = document.createElement('div');
      element.innerHTML = ${JSON.stringify(html)};
      return { html: element.innerHTML, text: element.textContent };
    })()`);

  it('links keywords in texts, and leaves links, headings, code and controls alone', async () => {
    const rules: LinkRule[] = [
      { keyword: 'tea', url: '/tea', nofollow: true, anchor: 'All about tea' },
      { keyword: 'green tea', url: '/green-tea' },
    ];
    const html =
      '<h2>Tea</h2><p>Tea, <b>green</b> tea, Green tea &amp; <code>tea</code> <a href="/x">tea</a></p>' +
      '<button>tea</button><p>teapot</p><svg><text>tea</text></svg>';
    const { links, count, html: linked } = await link(html, rules);
    expect(links).toEqual([
      { href: '/tea', text: 'Tea' },
      { href: '/tea', text: 'tea' },
      { href: '/green-tea', text: 'Green tea' },
    ]);
    expect(count).toBe(3);
    expect(linked).toContain('<a href="/tea" rel="nofollow" data-added="">Tea</a>, <b>green</b>');
    const once = await link(html, rules, { maxPerKeyword: 1, text: 'anchor', currentUrl: '/green-tea' });
    expect(once.links).toEqual([{ href: '/tea', text: 'All about tea' }]);
  });

  it('gives what linkKeywords gives for HTML that is written as it is read', async () => {
    const word = fc.constantFrom(
      'tea',
      'Tea',
      'cold',
      'brew',
      'teapot',
      'AT&amp;T',
      'café',
      '緑茶',
      ' ',
      '. ',
      ', ',
    );
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { weight: 3, arbitrary: word },
        {
          weight: 1,
          arbitrary: fc
            .tuple(
              fc.constantFrom('b', 'em', 'span', 'code', 'sup', 'bdi'),
              fc.array(tie('node'), { maxLength: 4 }),
            )
            .map(([name, inside]) => `<${name}>${inside.join('')}</${name}>`),
        },
      ),
    }));
    const block = fc
      .tuple(fc.constantFrom('p', 'div', 'h2', 'li', 'blockquote'), fc.array(node, { maxLength: 12 }))
      .map(([name, inside]) => `<${name}>${inside.join('')}</${name}>`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { maxLength: 5 }),
        anyRules,
        anyOptions,
        async (blocks, rules, options) => {
          const html = blocks.join('');
          const expected = linkKeywords(html, rules, { attributes: { 'data-added': '' }, ...options });
          expect((await link(html, rules, options)).html).toBe((await read(expected)).html);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('changes no text, whatever the HTML', async () => {
    await fc.assert(
      fc.asyncProperty(anyHtml, anyRules, async (html, rules) => {
        const { text, links, count } = await link(html, rules);
        expect(text).toBe((await read(html)).text);
        expect(links).toHaveLength(count);
        for (const { href } of links) expect(rules.map(({ url }) => url)).toContain(href);
      }),
      { numRuns: 150 },
    );
  });
});
