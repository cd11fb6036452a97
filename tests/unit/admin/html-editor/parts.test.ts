import fc from 'fast-check';
import { linkAddress } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/dialogs/link-address';
import { applyKeepingLineEnds } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/line-ends';
import { hasLiquid } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/liquid';
import {
  attributeIn,
  renamed,
  withAttributes,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/start-tag';
import {
  changedVideo,
  videoAt,
  videoElement,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/video';
import { countWords } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/words';

describe('applyKeepingLineEnds', () => {
  const flat = (text: string) => text.replaceAll('\r\n', '\n');

  it('keeps the line ends of all other lines', () => {
    expect(applyKeepingLineEnds('a\r\nb\nc\r\nd', [{ from: 2, to: 3, insert: 'B\nB' }])).toBe(
      'a\r\nB\r\nB\nc\r\nd',
    );
    expect(applyKeepingLineEnds('a\nb\r\nc\n', [{ from: 1, to: 2, insert: '' }])).toBe('ab\r\nc\n');
    expect(applyKeepingLineEnds('a\r\nb', [{ from: 1, to: 2, insert: '' }])).toBe('ab');
  });

  it('gives what the same change of the text with line feeds gives, apart from line ends', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r', 'é', '☕'), { maxLength: 40 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('', 'x', 'x\ny', '\n'),
        (source, one, other, insert) => {
          const lines = flat(source);
          const [from = 0, to = 0] = [one % (lines.length + 1), other % (lines.length + 1)].sort(
            (a, b) => a - b,
          );
          const changed = applyKeepingLineEnds(source, [{ from, to, insert }]);
          expect(flat(changed).length).toBeLessThanOrEqual(changed.length);
          // A lone carriage return in front of what was put in may become one line end with it.
          if (!/\r(?!\n)/.test(source))
            expect(flat(changed)).toBe(lines.slice(0, from) + insert + lines.slice(to));
        },
      ),
    );
  });
});

describe('start tags', () => {
  it.each([
    ['<a href=x>', { href: 'y' }, '<a href="y">'],
    ["<A HREF='x' class=b>", { href: 'x' }, "<A HREF='x' class=b>"],
    ['<a href=x/>', { title: 't' }, '<a href=x/ title="t">'],
    ['<a class="a>b" href="x" >', { href: null }, '<a class="a>b" >'],
    ['<td colspan=2 class=x>', { colspan: null, rowspan: '3' }, '<td class=x rowspan="3">'],
    ['<img src="a"/>', { alt: 'x & "y"' }, '<img src="a" alt="x &amp; &quot;y&quot;"/>'],
    ['<br>', {}, '<br>'],
  ])('%s with %j', (tag, values, expected) => {
    expect(withAttributes(tag, values)).toBe(expected);
  });

  it('are renamed', () => {
    expect(renamed('<P class=x>', 'h2')).toBe('<h2 class=x>');
    expect(renamed('<P class=x>', 'p')).toBe('<P class=x>');
    expect(attributeIn('<p title="a &amp; b">', 'title')).toBe('a & b');
    expect(attributeIn('<p>', 'title')).toBeNull();
  });
});

describe('videoAt', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=x',
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    ],
    ['youtu.be/aqz-KE-bpKQ?t=1m30s', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=90'],
    ['https://m.youtube.com/shorts/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['//www.youtube.com/embed/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
    ],
  ])('finds %s', (address, src) => {
    expect(videoAt(address)?.src).toBe(src);
  });

  it.each([
    'https://example.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=a"onload=x',
    'javascript:alert(1)//youtube.com/embed/aqz-KE-bpKQ',
    'https://vimeo.com/about',
    '',
    'not an address',
  ])('does not take %s', (address) => {
    expect(videoAt(address)).toBeNull();
  });

  it('becomes an element with a title', () => {
    expect(videoElement({ src: 'https://x.example/?a&b', title: 'A "title"' })).toContain(
      '<iframe src="https://x.example/?a&amp;b" title="A &quot;title&quot;"',
    );
    expect(changedVideo('<iframe  src=a class="x"></iframe>', { src: 'a', title: 'T' })).toBe(
      '<iframe  src=a class="x" title="T"></iframe>',
    );
  });
});

describe('linkAddress', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    [' /pricing ', '/pricing'],
    ['#part', '#part'],
    ['example.com/x', 'https://example.com/x'],
    ['example.com/prices.html', 'https://example.com/prices.html'],
    ['example.com?file=prices.pdf', 'https://example.com?file=prices.pdf'],
    ['files.zip/a', 'https://files.zip/a'],
    ['prices.html', 'prices.html'],
    ['prices.html#top', 'prices.html#top'],
    ['Prices.2026.PDF?v=2', 'Prices.2026.PDF?v=2'],
    ['ada@example.com', 'mailto:ada@example.com'],
    ['tel:+49301234', 'tel:+49301234'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['java\tscript:alert(1)', null],
    ['\u0001javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['', null],
  ])('%j gives %j', (typed, expected) => {
    expect(linkAddress(typed)).toBe(expected);
  });
});

describe('countWords', () => {
  it.each([
    ['<p>One two</p><p>three</p>', 3],
    ["It's a co-op&nbsp;<b>wo</b>rd", 4],
    ['<script>not these words</script><!-- nor these -->', 0],
    ['', 0],
    ['<p>Käse &amp; Brot</p>', 3],
    ['<p>3.14 1,000</p>', 2],
  ])('%s: %d', (html, count) => {
    expect(countWords(html)).toBe(count);
  });

  it('counts words of languages that put no spaces between them', () => {
    expect(countWords('<p>私は学生です</p>')).toBeGreaterThan(2);
  });
});

it('hasLiquid finds outputs and tags', () => {
  expect([hasLiquid('{{ a }}'), hasLiquid('{% if a %}'), hasLiquid('{ a }')]).toEqual([true, true, false]);
});
