import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {
  parseHtml,
  type TreeElement,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/tree';
import { cleanPasted } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/pasted/clean';
import {
  contains,
  textOf,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/pasted/nodes';
import {
  expires,
  fileOfData,
  isMarker,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/pasted/pictures';
import { anyHtml, damagedHtml } from './any-html';

const FIXTURES = path.resolve(__dirname, '../../../fixtures/pasted');
const pasted = (program: string) => cleanPasted(readFileSync(path.join(FIXTURES, `${program}.html`), 'utf8'));

/** Without white space that a browser does not show: between elements, and more than one. */
const tidy = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|h\d|ul|ol|li|table|tbody|tr|td|div|colgroup|col)\b[^>]*>) ?/g, '$1')
    .trim();

describe('what is pasted from office programs', () => {
  it('has the lists of Word as lists, of the right kind, nested and with their number', () => {
    const { html, pictures, unreadable } = pasted('word');
    expect(tidy(html)).toBe(
      '<h2>How to descale</h2>' +
        '<p>Take <strong>fresh</strong> water, see <a href="https://example.com/water">the water page</a>.</p>' +
        '<ul><li>Citric acid<ul><li>20 <em>grams</em></li></ul></li><li>Patience</li></ul>' +
        '<ol start="3"><li>Rinse<ol><li>twice</li></ol></li><li>Brew</li></ol>' +
        '<p>After the picture</p>' +
        '<table><tbody><tr><td width="301"><p>Grams</p></td><td width="301" colspan="2"><p>Litres</p></td></tr></tbody></table>' +
        '<p>The end</p>',
    );
    expect(pictures).toEqual([]);
    expect(unreadable).toBe(1);
  });

  it('has the formats of Google Docs as elements, and inner lists in their items', () => {
    expect(tidy(pasted('google-docs').html)).toBe(
      '<h2>Beans</h2>' +
        '<p>Buy <strong>whole</strong><em> beans</em><strong><em><s>!</s></em></strong><a href="https://example.com/beans">here</a></p>' +
        '<ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul>' +
        '<ol start="3"><li><p>Third</p></li></ol>' +
        '<div><table><colgroup><col><col></colgroup><tbody><tr><td><p>Cell</p></td><td><br></td></tr></tbody></table></div>' +
        '<p><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="602" height="301"></p>',
    );
  });

  it('hands over pictures that LibreOffice puts into the HTML', () => {
    const { html, pictures, unreadable } = pasted('libreoffice');
    expect(tidy(html).replace(/src="[^"]+"/, 'src')).toBe(
      '<h1>Grinding</h1><p>Use a <strong>burr</strong> grinder, not <em>blades</em>.</p>' +
        '<ol><li><p>Weigh</p><ol><li><p>twice</p></li></ol></li><li><p>Grind</p></li></ol><p><img src></p>',
    );
    expect(unreadable).toBe(0);
    expect(pictures).toMatchObject([{ data: 'data:image/png;base64,iVBORw0KGgo=', alt: 'A grinder' }]);
    expect(isMarker(pictures[0]?.marker)).toBe(true);
    expect(html).toContain(`src="${pictures[0]?.marker}"`);
  });

  it('has the checklists of Google Docs as lists, without pictures of boxes, and its footnotes as signs', () => {
    const { html, pictures } = pasted('google-docs-checklist');
    expect(tidy(html)).toBe(
      '<ul><li><p><s>Buy beans</s></p></li><li><p>Grind them</p></li></ul>' +
        '<p>See the note<sup>[1]</sup>.</p>',
    );
    expect(pictures).toEqual([]);
  });

  it('names pictures that stay elsewhere, and knows those that Google takes away after a while', () => {
    const { unreadable, elsewhere } = pasted('docs-picture');
    expect(unreadable).toBe(0);
    expect(elsewhere).toEqual(['https://lh7-rt.googleusercontent.com/docsz/EXAMPLE']);
    expect(elsewhere.every(expires)).toBe(true);
    const other = '<img src="//example.com/googleusercontent.com/">';
    expect(cleanPasted(`${other}${other}<img src="/a.png">`).elsewhere).toEqual([
      'https://example.com/googleusercontent.com/',
    ]);
    expect(expires('https://example.com/googleusercontent.com/')).toBe(false);
  });

  it('has the items of Word in the browser as one list, nested and with its number', () => {
    expect(tidy(pasted('word-online').html)).toBe(
      '<div><p>Before&nbsp;</p></div>' +
        '<ol><li><p>Weigh</p><ul><li><p>twice</p></li></ul></li><li><p>Grind</p></li></ol>' +
        '<ol start="5"><li><p>Brew</p></li></ol>',
    );
  });

  it('takes the pictures of Word out of RTF, and has its footnotes as signs', () => {
    const read = (file: string) => readFileSync(path.join(FIXTURES, file), 'utf8');
    const rtf = read('word-notes.rtf');
    const { html, pictures, unreadable } = cleanPasted(read('word-notes.html'), rtf);
    expect(tidy(html).replace(/src="[^"]+"/g, 'src')).toBe(
      '<p>Soft water<sup>[1]</sup> is best.</p><p><img src><img src></p>' +
        '<div><hr width="33%"><div><p>[1] Below 80 ppm.</p></div></div>',
    );
    expect(unreadable).toBe(0);
    expect(pictures).toMatchObject([
      { data: 'data:image/png;base64,iVBORw0KGgo=', alt: 'A cup' },
      { data: 'data:image/jpeg;base64,/9j/4A==', alt: '' },
    ]);
    // Which is which is not known when one is missing.
    const half = rtf.slice(0, rtf.lastIndexOf('{\\*\\shppict'));
    expect(cleanPasted(read('word-notes.html'), half)).toMatchObject({ pictures: [], unreadable: 2 });
  });

  it('has the paragraphs and lists of Pages', () => {
    expect(tidy(pasted('pages').html)).toBe(
      '<p>Pour <strong>slowly</strong>, see <a href="https://example.com/pour">how</a></p>' +
        '<ul><li>Bloom</li><li>Pour</li></ul>',
    );
  });

  it('begins a new list where the numbers do, and knows them without the style sheet', () => {
    const item = (marker: string, level: number, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}</span>${text}</p>`;
    expect(
      cleanPasted(
        item('1.', 1, 'a') +
          item('2)', 1, 'b') +
          item('iv.', 3, 'c') +
          item('o', 3, 'd') +
          item('1.', 1, 'e'),
      ).html,
    ).toBe(
      '<ol><li>a</li><li>b<ol start="4"><li>c</li></ol><ul><li>d</li></ul></li></ol><ol><li>e</li></ol>',
    );
  });

  it('has no link that leads to the computer or runs anything, and keeps its words', () => {
    expect(
      cleanPasted(
        '<a href="file:///C:/a.docx">one</a> <a href=" java\nscript:x()">two</a> <a href="/three">three</a>',
      ).html,
    ).toBe('one two <a href="/three">three</a>');
  });
});

describe('pictures as addresses', () => {
  it('become files', async () => {
    const file = fileOfData('data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E', 'picture');
    expect([file?.name, file?.type, await file?.text()]).toEqual(['picture.svg', 'image/svg+xml', '<svg/>']);
    const png = fileOfData('data:image/png;base64,iVBO\nRw0KGgo=', 'picture');
    expect([png?.name, png?.size]).toEqual(['picture.png', 8]);
  });
  it.each(['data:image/png;base64,%%%', 'data:image/png;base64,', 'data:text/html,x', 'x', ''])(
    'or are refused: %s',
    (data) => expect(fileOfData(data, 'picture')).toBeNull(),
  );
});

describe('any pasted HTML', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const span = fc
    .tuple(
      fc.constantFrom('span', 'b', 'font', 'i', 'o:p', 'a'),
      fc.constantFrom(
        '',
        'font-weight:700',
        'font-style:italic;color:red',
        'text-decoration:underline',
        'mso-x:y',
        ';:;',
      ),
      word,
    )
    .map(([tag, style, text]) => `<${tag} style="${style}">${text}</${tag}>`);
  const inline = fc.array(fc.oneof(word, span), { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
  const item = fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom('1.', '·', 'o', 'c)', '', 'xiv.'), inline)
    .map(
      ([level, marker, text]) =>
        `<p class=MsoListParagraph style='mso-list:l${level % 2} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}</span><![endif]>${text}</p>`,
    );
  const block = fc.oneof(
    item,
    item,
    inline.map((text) => `<p>${text}</p>`),
    inline.map((text) => `<ul><ul><li>${text}</li></ul>${text}<li><p>${text}</p></li></ul>`),
    inline.map((text) => `<table><tr><td>${text}</td></tr></table><br>`),
    inline.map((text) => `<h2 style="mso-list:x">${text}<img src="data:image/png;base64,AA=="></h2>`),
    inline,
  );

  it('keeps every word, in its order', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
        const source = blocks.join('\n');
        const signs = /<span style='mso-list:Ignore'>[^<]*<\/span>/g;
        const lettersOf = (html: string) =>
          parseHtml(html.replace(signs, ''))
            .map(textOf)
            .join('')
            .replace(/[^a-z]/g, '');
        expect(lettersOf(cleanPasted(source).html)).toBe(lettersOf(source));
      }),
    );
  });

  it('is read, whatever it is, without what nobody sees', () => {
    fc.assert(
      fc.property(fc.oneof(anyHtml, damagedHtml, fc.string()), (source) => {
        const isLanguage = ({ name, value }: { name: string; value: string }) =>
          name === 'class' && /^language-[\w+#.-]+$/.test(value);
        const unwanted = ({ tagName, attrs }: TreeElement): boolean =>
          tagName === 'script' ||
          attrs.some((one) => /^(class|style|id|on\w+)$/.test(one.name) && !isLanguage(one));
        expect(contains(parseHtml(cleanPasted(source).html), unwanted)).toBe(false);
      }),
    );
  });
});
