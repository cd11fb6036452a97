import { createPlanner } from '../../../src/plugins/content-delivery/server/src/panel/replacements/plan';
import type { PostVersions } from '../../../src/plugins/content-delivery/server/src/panel/replacements/post-rows';
import { WorkerOverrun } from '../../../src/plugins/content-delivery/server/src/platform/task-worker';
import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import {
  applyEdits,
  reverseEdits,
} from '../../../src/plugins/content-delivery/server/src/panel/replacements/edits';
import { findPlaces } from '../../../src/plugins/content-delivery/server/src/panel/replacements/find';
import type { ReplaceQuery } from '../../../src/plugins/content-delivery/contracts/replacements';

const query = (search: string, replace: string, more: Partial<ReplaceQuery> = {}): ReplaceQuery => ({
  search,
  replace,
  matchCase: false,
  wholeWords: false,
  fields: ['title', 'text', 'addresses', 'meta'],
  ...more,
});
const replaced = (html: string, search: string, replace: string, more: Partial<ReplaceQuery> = {}): string =>
  applyEdits(html, findPlaces('content', html, query(search, replace, more)));

describe('search and replace in HTML', () => {
  it.each<[what: string, html: string, search: string, replace: string, expected: string]>([
    ['words', '<p class=tea>Tea and tea</p>', 'tea', 'mate', '<p class=tea>mate and mate</p>'],
    ['a reference', 'Tom &amp; Jerry, Tom &#38; Jerry', 'tom & jerry', 'A & B', 'A &amp; B, A &amp; B'],
    ['a no-break space', 'ten&nbsp;kg, ten kg, ten\n  kg', 'ten kg', '10 kg', '10 kg, 10 kg, 10 kg'],
    ['only a no-break space', 'ten&nbsp;kg, ten kg', '\u00a0', ' ', 'ten kg, ten kg'],
    ['markup as text', '<b>x</b>', 'x', '<i>"', '<b>&lt;i&gt;"</b>'],
    [
      'an address',
      '<a href="/a?b=1&amp;c=2" title="/a">/b</a>',
      '/a?b=1&c',
      '/x?"&c',
      '<a href="/x?&quot;&amp;c=2" title="/a">/b</a>',
    ],
    [
      'an address without quotes',
      '<img src=/old/a.png alt=old>',
      '/old/',
      '/a b/',
      '<img src=/a&#32;b/a.png alt=old>',
    ],
    [
      'an address with what looks like a reference',
      "<a href='/a?x=1&copy=2'>",
      '/a',
      '/b',
      "<a href='/b?x=1&copy=2'>",
    ],
    ['a letter with its mark, not the letter alone', 'cafe\u0301 cafe', 'cafe', 'bar', 'cafe\u0301 bar'],
    ['both ways to write a letter', 'cafe\u0301 caf\u00e9', 'caf\u00e9', 'bar', 'bar bar'],
    ['no part of an emoji', '👩‍💻 👩 👍🏽', '👩', 'x', '👩‍💻 x 👍🏽'],
    ['no part of a surrogate pair', '\ud83d\ude00', '\ude00', 'x', '\ud83d\ude00'],
    [
      'nothing in scripts, styles, comments and attributes',
      '<!--tea--><style>tea</style><script>tea</script><i title=tea>',
      'tea',
      'x',
      '<!--tea--><style>tea</style><script>tea</script><i title=tea>',
    ],
    ['no new reference', 'AT&T AT&T', 'T', 'amp;', 'Aamp;&&#97;mp; Aamp;&&#97;mp;'],
    ['no new tag', 'a <3', '3', 'b', 'a <&#98;'],
    ['no new tag by taking away', 'a <3b', '3', '', 'a <3b'],
    ['a broken reference by taking away', '&xlt;', 'x', '', '&xlt;'],
    ['line ends', 'one\r\ntwo', 'one two', 'x', 'x'],
    [
      'text in a table outside of its cells',
      '<table>tea<tr><td>tea</table>',
      'tea',
      'x',
      '<table>x<tr><td>x</table>',
    ],
  ])('changes %s', (_, html, search, replace, expected) => {
    expect(replaced(html, search, replace)).toBe(expected);
  });

  it('minds case and whole words when it is asked to', () => {
    expect(replaced('Tea tea', 'tea', 'x', { matchCase: true })).toBe('Tea x');
    expect(replaced('tea teapot steam tea-time &eacute;tea', 'tea', 'x', { wholeWords: true })).toBe(
      'x teapot steam x-time &eacute;tea',
    );
    expect(replaced('ÄPFEL straße', 'äpfel', 'x')).toBe('x straße');
    expect(replaced('<a href=/tea>tea</a>', 'tea', 'x', { fields: ['addresses'] })).toBe(
      '<a href=/x>tea</a>',
    );
    expect(replaced('<a href=/tea>tea</a>', 'tea', 'x', { fields: ['text'] })).toBe('<a href=/tea>x</a>');
  });

  const piece = fc.constantFrom(
    ...[
      'a',
      'b',
      'ab',
      'A',
      'é',
      'e\u0301',
      ' ',
      '\n',
      '\r\n',
      '&nbsp;',
      '&amp;',
      '&#97;',
      '&#x62',
      '&',
      '&lt',
      '&not',
    ],
    ...[
      '<',
      '>',
      '</',
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<a href="/ab&amp;b">',
      "<a href='ab' title=ab>",
      '<img src=ab>',
    ],
    ...[
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      '<svg>',
      '</svg>',
      '<title>',
      '<table>',
      '<td>',
    ],
    ...['😀', '👩‍💻', '"', "'", ';', '=', '#', 'x', 'amp;', '\u0000', '\ud83d', '𝐚'],
  );
  const html = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(''));
  const words = fc
    .array(fc.constantFrom('a', 'b', 'é', '&', '<', ';', ' ', 'amp', '/', '#97', '😀', 'p>'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join(''));
  const replacement = fc
    .array(fc.constantFrom('z', 'Z', '&', '<', '>', ';', '"', ' ', 'lt;', '\u00a0', '!--'), { maxLength: 3 })
    .map((parts) => parts.join(''));
  const options = fc.record({ matchCase: fc.boolean(), wholeWords: fc.boolean() });

  /** All that a browser makes of HTML, the texts and addresses apart. */
  const readByBrowser = (source: string): { rest: string[]; texts: string[] } => {
    const rest: string[] = [];
    const texts: string[] = [];
    const walk = (node: DefaultTreeAdapterTypes.Node): void => {
      if ('value' in node) texts.push(node.value);
      if ('data' in node) rest.push(`<!--${node.data}`);
      if ('tagName' in node) rest.push(node.tagName);
      for (const { name, value } of 'attrs' in node ? node.attrs : []) {
        if (name === 'href' || name === 'src') texts.push(value);
        else rest.push(`${name}=${value}`);
      }
      for (const child of 'childNodes' in node ? node.childNodes : []) walk(child);
      if ('tagName' in node) rest.push('/');
    };
    walk(parseFragment(source));
    return { rest, texts };
  };

  it('changes nothing outside of the found places, whatever the HTML', () => {
    fc.assert(
      fc.property(html, words, replacement, options, (source, search, replace, more) => {
        const places = findPlaces('content', source, query(search, replace, more));
        const after = applyEdits(source, places);
        // All other bytes are as they were.
        expect(applyEdits(after, reverseEdits(source, places))).toBe(source);
        let done = 0;
        for (const { start, end } of places) {
          expect(start).toBeGreaterThanOrEqual(done);
          expect(end).toBeGreaterThan(start);
          done = end;
        }
        const [was, is] = [readByBrowser(source), readByBrowser(after)];
        expect(is.rest).toEqual(was.rest);
        // Neither lost nor won but what was asked for.
        const change =
          places.length * replace.length - places.reduce((sum, { found }) => sum + found.length, 0);
        expect(is.texts.join('').length).toBe(was.texts.join('').length + change);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds nothing any more where the replacement has nothing of what is looked for', () => {
    const plain = fc
      .array(fc.constantFrom('a', 'b', 'é', ' ', '&', '😀'), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(html, plain, options, (source, search, more) => {
        const after = replaced(source, search, 'zz', more);
        const again = findPlaces('content', after, query(search, 'zz', more));
        const wasThere = findPlaces('content', source, query(search, 'zz', more));
        // Whole words may come of it where a letter beside went.
        if (!more.wholeWords) expect(again.length).toBe(0);
        expect(replaced(after, search, 'zz', more) === after || wasThere.length > 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is taken back to the byte, also where only some places were changed', () => {
    fc.assert(
      fc.property(
        html,
        words,
        replacement,
        fc.array(fc.boolean(), { maxLength: 8 }),
        (source, search, replace, chosen) => {
          const places = findPlaces('content', source, query(search, replace)).filter(
            (_, index) => chosen[index] ?? true,
          );
          expect(applyEdits(applyEdits(source, places), reverseEdits(source, places))).toBe(source);
        },
      ),
    );
  });
});

describe('long texts', () => {
  const inMeta = query('ä', 'a', { fields: ['meta'] });
  const versions = (text: string) =>
    ({ draft: { metaDescription: text, metaTitle: 'ä' }, live: null }) as unknown as PostVersions;

  it('are searched in the other thread, whichever attribute has them', async () => {
    const run = jest.fn(() => Promise.resolve([]));
    const plan = createPlanner({ run } as unknown as Parameters<typeof createPlanner>[0]);
    await plan(versions('ä'.repeat(4_000)), inMeta);
    expect(run).not.toHaveBeenCalled();
    const long = 'ä'.repeat(4_001);
    await plan(versions(long), inMeta);
    expect(run.mock.calls).toEqual([['findPlaces', 'metaDescription', long, inMeta]]);
  });

  it('with more places than a text of people has are left as they are', async () => {
    const run = (_name: string, ...input: Parameters<typeof findPlaces>) =>
      new Promise((resolve) => resolve(findPlaces(...input)));
    const plan = createPlanner({ run } as unknown as Parameters<typeof createPlanner>[0]);
    expect(await plan(versions('ä'.repeat(10_000)), inMeta)).toHaveLength(10_001);
    await expect(plan(versions('ä'.repeat(10_001)), inMeta)).rejects.toThrow(WorkerOverrun);
    const html = { draft: { content: '<p>ä</p>'.repeat(10_001) }, live: null } as unknown as PostVersions;
    await expect(plan(html, { ...inMeta, fields: ['text'] })).rejects.toThrow(WorkerOverrun);
  });
});
