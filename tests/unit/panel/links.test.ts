import fc from 'fast-check';
import { readAddress, slugsIn } from '../../../src/plugins/content-delivery/server/src/panel/links/addresses';
import { findKeyword } from '../../../src/plugins/content-delivery/server/src/panel/links/find-keyword';
import { createKeywordHint } from '../../../src/plugins/content-delivery/server/src/panel/links/keyword-hint';
import {
  createTextReader,
  type SurveyTasks,
} from '../../../src/plugins/content-delivery/server/src/panel/links/read-texts';
import {
  WorkerOverrun,
  type TaskWorker,
} from '../../../src/plugins/content-delivery/server/src/platform/task-worker';
import { linksIn } from '../../../client/src/link-keywords/link-keywords';
import { prepareLinks } from '../../../client/src/keywords/rules';

describe('an address', () => {
  it.each([
    ['/blog/a%20b/', { host: null, path: 'blog/a b' }],
    ['page', { host: null, path: 'page' }],
    ['?q=1', { host: null, path: '' }],
    ['//www.shop.example/x', { host: 'shop.example', path: 'x' }],
    [' HTTPS://Shop.example:8080/x#y ', { host: 'shop.example:8080', path: 'x' }],
    ['/100%', { host: null, path: '100%' }],
    ['#top', null],
    ['', null],
    ['mailto:a@b.example', null],
    ['javascript:x', null],
    ['https://', null],
  ])('%s', (written, expected) => expect(readAddress(written)).toEqual(expected));

  it('may lead to any slug that its path ends with', () => {
    expect(slugsIn('a/b/c')).toEqual(['a/b/c', 'b/c', 'c']);
    expect(slugsIn('1/2/3/4/5/6/7/8')).toHaveLength(6);
  });

  it('is read whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (written) => void readAddress(written)));
  });
});

describe('a keyword in texts', () => {
  const around = (html: string) => findKeyword([html], [{ keyword: 'tea', url: '/x' }])[0];

  it('is shown with its sentence, as readers see it', () => {
    expect(around('<p>One. Two <b>or</b> three te<i></i>a &amp; Tea now! Four.</p>')).toEqual({
      before: 'Two or three tea & ',
      found: 'Tea',
      after: ' now!',
    });
    expect(around('<h2>Tea</h2><p>a</p><pre>tea</pre><a href="/">tea</a>')).toBeNull();
    const long = around(`<p>${'word '.repeat(100)}tea ${'word '.repeat(100)}</p>`);
    expect(long?.before).toMatch(/^… word (word )+$/);
    expect(long?.after).toMatch(/^ word( word)+…$/);
  });

  it('is linked by the longest rule alone', () => {
    const rules = [
      { keyword: 'tea', url: '/tea' },
      { keyword: 'tea pot', url: '/pot' },
    ];
    expect(findKeyword(['<p>A tea pot</p>', '<p>Tea, pot</p>'], rules).map(Boolean)).toEqual([false, true]);
  });

  /** Ways to write the same. */
  const SAME = [
    ['s', 'S', '&#115;', '\u017f'],
    ['ss', 'SS', 'ß', 'ẞ', '&szlig;'],
    ['fi', 'FI', 'ﬁ', '&filig;'],
    ['st', 'ﬅ', 'ﬆ'],
    ['fj', '&fjlig;'],
    ['k', 'K', '\u212a'],
    ['é', 'e\u0301', 'É', '&eacute;'],
    ['σ', 'ς', 'Σ', '&sigma;', '&sigmaf;'],
    ['ж', 'Ж', '&zhcy;'],
    ['i', 'I', '&#x49;'],
    ['ı', 'I'],
    ['İ', 'i\u0307'],
    ['ŉ', '\u02bcn'],
    ['å', '\u212b', '&angst;'],
    [' ', '  ', '&nbsp;', '\n'],
    ["'", '’', '&rsquo;'],
    ['-', '&#8209;'],
    ['7', '&#55;'],
    ['ab', 'a\u00adb', 'a&shy;b', 'a\u200bb', 'a&ZeroWidthSpace;b', 'a&NoBreak;b'],
  ];
  const spelled = fc
    .constantFrom(...SAME)
    .chain((ways) => fc.tuple(fc.constantFrom(...ways), fc.constantFrom(...ways)));

  it('is looked for wherever the quick look does not rule it out', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(spelled, { minLength: 1, maxLength: 5 }), (parts) => {
        // A keyword is text, and has no references.
        const keyword = parts.map(([way]) => way).join('');
        const html = `<p>${parts.map(([, way]) => way).join('')}</p>`;
        if (linksIn(html, prepareLinks([{ keyword, url: '/x' }])).places.length === 0) return;
        found += 1;
        expect(createKeywordHint(keyword)(html)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(300);
  });
});

describe('texts that are read for their links', () => {
  const text = (html: string) => ({ html, variables: null, rules: [] });
  /** A thread that never comes to the end of a long text, and cannot make a broken one. */
  const thread = {
    run: (_task: string, texts: readonly { html: string | null }[]) =>
      texts.some(({ html }) => html === 'long')
        ? Promise.reject(new WorkerOverrun())
        : Promise.resolve(
            texts.map(({ html }) => (html === 'broken' ? null : { addresses: [html], rules: [] })),
          ),
  } as unknown as TaskWorker<SurveyTasks>;
  const links = (address: string) => ({ addresses: [address], rules: [] });

  it('come without one that takes too long and one that cannot be made, which are counted', async () => {
    const { read, unread } = createTextReader(thread, async () => undefined);
    const texts = ['a', 'long', 'broken', 'b'].map(text);
    expect(await read(texts, [], null)).toEqual([links('a'), null, null, links('b')]);
    expect(unread()).toBe(2);
    expect(await read([text('c'), text('broken')], [], null)).toEqual([links('c'), null]);
    expect(unread()).toBe(3);
    expect(await read([], [], null)).toEqual([]);
  });

  it('are not read on where the check has been cancelled meanwhile', async () => {
    const cancelled = new Error('cancelled');
    const { read } = createTextReader(thread, () => Promise.reject(cancelled));
    await expect(read(['a', 'long'].map(text), [], null)).rejects.toBe(cancelled);
  });

  it('are not taken for unreadable where the thread fails otherwise', async () => {
    const failing = { run: () => Promise.reject(new Error('The server is ending.')) };
    const { read } = createTextReader(failing, async () => undefined);
    await expect(read([text('a')], [], null)).rejects.toThrow('The server is ending.');
  });
});
