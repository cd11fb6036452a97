/** @jest-environment jsdom */
import { Fragment, type Node as EditorNode } from '@tiptap/pm/model';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteRow } from '@tiptap/pm/tables';
import { Transform } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { anyHtml } from './any-html';
import { htmlCorpus } from '../../../fixtures/html-corpus';
import { opened, openedVisually, schema, seen, textPlaces, typed } from './opened';

const paragraph = (text: string, ...marks: string[]): EditorNode =>
  schema.node(
    'paragraph',
    null,
    text
      ? schema.text(
          text,
          marks.map((mark) => schema.mark(mark)),
        )
      : [],
  );

const withBlocks = (doc: EditorNode, change: (blocks: EditorNode[]) => void): EditorNode => {
  const blocks = [...doc.content.content];
  change(blocks);
  return doc.copy(Fragment.from(blocks));
};

/** Takes away so many blocks at a place, and puts others there. */
const spliced =
  (at: number, count: number, ...blocks: EditorNode[]) =>
  (doc: EditorNode): EditorNode =>
    withBlocks(doc, (all) => all.splice(at, count, ...blocks));

/** The document after a command at the end of its n-th text. */
const after = (
  doc: EditorNode,
  text: number,
  command: (state: EditorState, dispatch: (tr: EditorState['tr']) => void) => boolean,
): EditorNode => {
  const state = EditorState.create({ doc });
  const place = TextSelection.create(doc, textPlaces(doc)[text] ?? 0);
  const placed = state.apply(state.tr.setSelection(place));
  let result = placed.doc;
  expect(command(placed, (tr) => (result = tr.doc))).toBe(true);
  return result;
};

const hasKept = (doc: EditorNode, kind: string): boolean => {
  let isFound = false;
  doc.descendants((node) => {
    isFound ||= (node.attrs['reason'] as { kind: string } | undefined)?.kind === kind;
  });
  return isFound;
};

describe('what is written', () => {
  const write = (html: string, change: (doc: EditorNode) => EditorNode): string => {
    const visual = openedVisually(html);
    return visual.write(change(visual.doc));
  };

  it('is nothing for an emptied text', () => {
    expect(write('<p>One</p>\n', spliced(0, 1, paragraph('')))).toBe('');
  });

  it('is a first text', () => {
    expect(write('', spliced(0, 1, paragraph('a < b\u00a0& "c"')))).toBe('<p>a &lt; b&nbsp;&amp; "c"</p>');
  });

  it('keeps the spacing of the source around a new block', () => {
    const add = spliced(1, 0, paragraph('new', 'bold'));
    expect(write('<p>1</p>\n\n<p>2</p>\n\n<p>3</p>\n', add)).toBe(
      '<p>1</p>\n\n<p><strong>new</strong></p>\n\n<p>2</p>\n\n<p>3</p>\n',
    );
    expect(write('<p>1</p><p>2</p>', add)).toBe('<p>1</p><p><strong>new</strong></p><p>2</p>');
    expect(write('<p>1</p>\r\n<p>2</p>', add)).toBe('<p>1</p>\r\n<p><strong>new</strong></p>\r\n<p>2</p>');
  });

  it('takes the comments of a WordPress block along with it', () => {
    const html =
      '<!-- wp:paragraph -->\n<p>1</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2>2</h2>\n<!-- /wp:heading -->\n';
    expect(write(html, spliced(0, 1))).toBe('<!-- wp:heading -->\n<h2>2</h2>\n<!-- /wp:heading -->\n');
    expect(write(html, (doc) => new Transform(doc).split(2).doc)).toBe(
      '<!-- wp:paragraph -->\n<p>1</p>\n<!-- /wp:paragraph -->' +
        '\n\n<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2>2</h2>\n<!-- /wp:heading -->\n',
    );
  });

  it('closes what the source leaves open when something else comes to follow', () => {
    expect(write('<p>1<h2>2</h2>text', spliced(1, 1))).toBe('<p>1</p>text');
  });

  it('puts texts without an element into paragraphs when they come to stand side by side', () => {
    expect(write('one<hr>two', spliced(1, 1))).toBe('<p>one</p><p>two</p>');
  });

  it('keeps the attributes of a paragraph that becomes a heading', () => {
    const toHeading = (doc: EditorNode) =>
      new Transform(doc).setNodeMarkup(0, schema.nodes['heading'], { ...doc.child(0).attrs, level: 2 }).doc;
    expect(write('<p class=x>1</p><p>2</p>', toHeading)).toBe('<h2 class=x>1</h2><p>2</p>');
  });

  it('writes new list items and cells without paragraphs', () => {
    const list = schema.node('bulletList', null, [schema.node('listItem', null, [paragraph('a')])]);
    expect(write('', (doc) => doc.copy(Fragment.from(list)))).toBe('<ul><li>a</li></ul>');
    const cell = (type: string, text: string) => schema.node(type, null, [paragraph(text)]);
    const table = schema.node('table', null, [
      schema.node('tableRow', null, [cell('tableHeader', 'a')]),
      schema.node('tableRow', null, [cell('tableCell', '')]),
    ]);
    expect(write('', (doc) => doc.copy(Fragment.from(table)))).toBe(
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    );
  });

  it('keeps the sections of a table when rows and columns are added and deleted', () => {
    const html =
      '<table class="t">\n<caption>C</caption>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n<tbody id="b">\n<tr class="r"><td>1</td></tr>\n<tr><td  >2</td></tr>\n</tbody>\n</table>';
    expect(write(html, (doc) => after(doc, 1, addRowAfter))).toContain(
      '<tbody id="b">\n<tr class="r"><td>1</td></tr>\n<tr><td></td></tr>\n<tr><td  >2</td></tr>\n</tbody>',
    );
    expect(write(html, (doc) => after(doc, 1, deleteRow))).toContain(
      '<tbody id="b">\n<tr><td  >2</td></tr>\n</tbody>',
    );
    const wider = write(html, (doc) => after(doc, 1, addColumnAfter));
    expect(wider).toContain('<caption>C</caption>\n<thead>\n<tr><th>a</th><th></th></tr>\n</thead>');
    expect(wider).toContain('<tr class="r"><td>1</td><td></td></tr>');
  });

  it('keeps the way around words in which elements are nested', () => {
    const html = '<p><a href=\'#\'><i class="x">one</i> two</a> <span><span id=s>three</span></span></p>';
    const [end = 0] = textPlaces(openedVisually(html).doc);
    expect(write(html, (doc) => typed(doc, end, '!'))).toBe(html.replace('three', 'three!'));
  });

  it('puts a new mark around or into the elements of the source', () => {
    const bold = (from: number, to: number) => (doc: EditorNode) =>
      new Transform(doc).addMark(from, to, schema.mark('bold')).doc;
    expect(write('<p>one <a href="#">two</a></p>', bold(1, 8))).toBe(
      '<p><strong>one <a href="#">two</a></strong></p>',
    );
    expect(write('<p>one <a href="#">two</a></p>', bold(5, 6))).toBe(
      '<p>one <a href="#"><strong>t</strong>wo</a></p>',
    );
  });

  it('changes one attribute of an image and leaves the others as they are written', () => {
    const change = (doc: EditorNode) => new Transform(doc).setNodeAttribute(1, 'alt', 'a "b"').doc;
    expect(write("<p><IMG data-x='1' SRC=a.png alt=old /></p>", change)).toBe(
      '<p><IMG data-x=\'1\' SRC=a.png alt="a &quot;b&quot;" /></p>',
    );
    expect(write('<p><img src=a.png></p>', change)).toBe('<p><img src=a.png alt="a &quot;b&quot;"></p>');
  });
});

describe('what was written', () => {
  /** A change that keyboards and menus can make. */
  const change = fc.record({
    kind: fc.constantFrom('delete', 'add', 'move', 'type', 'split', 'quote'),
    at: fc.nat({ max: 30 }),
    to: fc.nat({ max: 30 }),
  });
  type Change = { kind: string; at: number; to: number };

  const changed = (doc: EditorNode, { kind, at, to }: Change): EditorNode => {
    const index = at % doc.childCount;
    const places = textPlaces(doc);
    const place = places[at % Math.max(1, places.length)];
    switch (kind) {
      case 'delete':
        return doc.childCount > 1 ? spliced(index, 1)(doc) : doc;
      case 'add':
        return spliced(index, 0, paragraph('added'))(doc);
      case 'move':
        return withBlocks(doc, (blocks) => {
          const [block] = blocks.splice(index, 1);
          blocks.splice(to % (blocks.length + 1), 0, block as EditorNode);
        });
      case 'quote':
        return withBlocks(doc, (blocks) => {
          blocks[index] = schema.node('blockquote', null, [blocks[index] as EditorNode]);
        });
      case 'type':
        return place === undefined ? doc : typed(doc, place, 'typed');
      default: {
        if (place === undefined || !doc.resolve(place).parent.isTextblock) return doc;
        if (doc.resolve(place).parent.type.name !== 'paragraph' || doc.resolve(place).depth !== 1) return doc;
        return new Transform(doc).split(place).doc;
      }
    }
  };

  it('opens as it was seen when it was saved', () => {
    const html = fc.oneof(anyHtml, fc.constantFrom(...htmlCorpus().map(([, text]) => text)));
    fc.assert(
      fc.property(html, fc.array(change, { minLength: 1, maxLength: 4 }), (source, changes) => {
        const visual = opened(source);
        if (!visual) return;
        const later = changes.reduce(changed, visual.doc);
        const saved = visual.write(later);
        // Tags that are nested in a wrong way are kept, and may be read otherwise in another place; a text of
        // nothing but kept parts opens as source.
        if (hasKept(later, 'nesting') || textPlaces(later).length === 0) return;
        const again = opened(saved);
        expect(again && seen(again.doc)).toEqual(seen(later));
      }),
      { numRuns: 300 },
    );
  });
});
