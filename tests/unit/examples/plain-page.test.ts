/** @jest-environment jsdom */
import { until } from '../../support/until';
import { fileText } from '../../support/committed-files';

const HTML = fileText('examples/plain/index.html');
const [, SCRIPT = ''] = /<script>(.*?)<\/script>/s.exec(HTML) ?? [];
const [, BODY = ''] = /<body>(.*?)<script>/s.exec(HTML) ?? [];

const POST = {
  title: 'Tea',
  slug: 'tea',
  category: null,
  tags: [],
  featuredImage: null,
  metaTitle: 'Tea',
  metaDescription: '',
  createdAt: '2025-03-01T09:30:00.000Z',
  updatedAt: '2025-03-01T09:30:00.000Z',
  scheduleDate: null,
  author: null,
  lang: null,
};

/** The part of a browser that is used here; the tests are compiled without its types. */
interface Element {
  innerHTML: string;
  textContent: string;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  dispatchEvent(event: Event): boolean;
  scrollIntoView(): void;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): ArrayLike<Element>;
}
const { document, location, sessionStorage } = globalThis as unknown as {
  document: { body: Element; activeElement: Element; querySelector(selector: string): Element };
  location: { hash: string };
  sessionStorage: { setItem(name: string, value: string): void };
};

interface Answer {
  status?: number;
  body: unknown;
}

/** The page with a post, as a browser shows it. */
const shown = async (answers: Record<'blog' | 'internal-links', Answer>): Promise<Element> => {
  document.body.innerHTML = BODY;
  sessionStorage.setItem('server', 'https://cms.example.com');
  sessionStorage.setItem('key', 'key');
  location.hash = '#/blog/tea';
  Object.assign(globalThis, { scrollTo: () => undefined });
  globalThis.fetch = ((address: string) => {
    const [, route = ''] = /\/api\/([a-z-]+)\?/.exec(address) ?? [];
    const { status = 200, body } = answers[route as 'blog'];
    const json = () => (body === undefined ? Promise.reject(new Error('no JSON')) : Promise.resolve(body));
    return Promise.resolve({ status, ok: status < 300, json });
  }) as unknown as typeof fetch;
  // As the page's own script, whose constants are its own.
  (0, eval)(`{${SCRIPT}}`);
  const main = document.querySelector('main');
  await until('the page is there', () => main.textContent !== '' && !main.hasAttribute('aria-busy'));
  return main;
};

const linked = async (content: string, links: { keyword: string; url: string }[]): Promise<string[]> => {
  const main = await shown({ blog: { body: { ...POST, content } }, 'internal-links': { body: links } });
  expect(main.querySelector('h1')?.textContent).toBe('Tea');
  const anchors = Array.from(main.querySelectorAll('article div a'));
  return anchors.map((anchor) => `${anchor.textContent} ${anchor.getAttribute('href') ?? ''}`);
};

describe('a post on the page of the plain example', () => {
  it.each([
    ['ar', 'rtl'],
    ['de', 'ltr'],
    [null, null],
  ])('reads in the direction of its language: %s', async (lang, dir) => {
    const main = await shown({
      blog: { body: { ...POST, content: '', lang } },
      'internal-links': { body: [] },
    });
    expect(main.querySelector('article')?.getAttribute('dir')).toBe(dir);
  });

  it.each([
    'cold-brew',
    'C++',
    'a/b',
    '[x]',
    'a|b',
    '(c)',
    'a\\b',
    '$5',
    '{a}',
    '^',
    'a.b?',
    '*',
    '#1',
    '-',
    '&',
  ])('is shown, with the keyword %s as a link', async (keyword) => {
    expect(
      await linked(`<p>Of ${keyword.replace('&', '&amp;')} and more.</p>`, [{ keyword, url: '/blog/other' }]),
    ).toEqual([`${keyword} #/blog/other`]);
  });

  it('has whole words as links, also beside each other and with other spaces', async () => {
    const links = [
      { keyword: 'cold  brew', url: '/blog/cold' },
      { keyword: 'tea', url: '/blog/green?x#y' },
      { keyword: 'pot', url: 'https://shop.example/pot' },
    ];
    expect(await linked('<p>steam teapots Cold\nbrew tea pot</p>', links)).toEqual([
      'Cold\nbrew #/blog/cold',
      'tea #/blog/green',
      'pot https://shop.example/pot',
    ]);
  });

  it.each(['/blog/tea', '/blog/tea/', '/blog/tea#top', '/blog/tea/?a=b', '/blog/t%65a'])(
    'has no link to itself: %s',
    async (url) => {
      expect(await linked('<p>All of leaves.</p>', [{ keyword: 'leaves', url }])).toEqual([]);
    },
  );

  it.each(['note', 'größe'])('has links within the text that stay in it: %s', async (id) => {
    const content = `<p><a href="#${encodeURIComponent(id)}">Down</a> <a href="#/none">Nowhere</a></p><h3 id="${id}">Note</h3>`;
    const main = await shown({ blog: { body: { ...POST, content } }, 'internal-links': { body: [] } });
    const note = main.querySelector('h3') as Element;
    const seen = jest.fn();
    note.scrollIntoView = seen;
    for (const anchor of Array.from(main.querySelectorAll('article div a'))) {
      // Prevented: the address stays.
      const click = new Event('click', { bubbles: true, cancelable: true });
      expect(anchor.dispatchEvent(click)).toBe(false);
    }
    expect(document.activeElement).toBe(note);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it('has its title in focus when readers come to it, and is not read out as a whole', async () => {
    const main = await shown({
      blog: { body: { ...POST, content: 'Leaves.' } },
      'internal-links': { body: [] },
    });
    location.hash = '#/connect';
    await until('the other page', () => main.textContent?.includes('Which blog?'));
    expect(document.activeElement.textContent).toBe('Which blog?');
    expect(main.hasAttribute('aria-live')).toBe(false);
  });

  it.each<[string, Answer, RegExp]>([
    [
      'a slug that is unknown',
      { status: 404, body: { error: { message: 'None.', details: { code: 'unknown-slug' } } } },
      /^Not found/,
    ],
    [
      'an address that is wrong',
      { status: 404, body: { error: { message: 'x', details: {} } } },
      /before \/api/,
    ],
    ['a proxy', { status: 404, body: { error: 'Not Found' } }, /before \/api/],
    ['a page', { status: 404, body: undefined }, /before \/api/],
    ['a key that is not known', { status: 401, body: { error: { message: 'Unknown key.' } } }, /Unknown key/],
  ])('is told from %s', async (_what, blog, words) => {
    expect((await shown({ blog, 'internal-links': { body: [] } })).textContent).toMatch(words);
  });
});
