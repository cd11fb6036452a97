import { defaultTreeAdapter, html as names, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A text between two tags. */
export interface Text {
  /** Where it stands in the HTML. */
  start: number;
  end: number;
  /** As the reader sees it. */
  value: string;
  /** A link may stand in it. */
  isOpen: boolean;
  /** Nothing but tags that do not part words stand between it and the text before it. */
  continues: boolean;
}

export interface Page {
  texts: Text[];
  /** Where links that are there already lead. */
  targets: string[];
}

/** No link may stand in these: they are links or controls, are not text, or show their text letter for letter. */
const CLOSED = new Set(
  (
    'a audio button canvas code datalist iframe kbd label listing math meter noembed noframes noscript object ' +
    'optgroup option output plaintext pre progress rp rt samp script select style summary svg template textarea ' +
    'title tt var video xmp'
  ).split(' '),
);
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup'];
/** These do what a link or control does, whatever element they are on. */
const CONTROLS = new Set(
  'button checkbox combobox link listbox menuitem option radio slider switch tab textbox'.split(' '),
);
/** Never shown: they neither have text nor part the words around them. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'title', 'link', 'meta', 'base']);
/** They stand in a line of text, so a word may go on across their edges. */
const WITHIN_WORDS = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike ' +
    'strong sub time tt u var wbr'
  ).split(' '),
);

interface Frame {
  children: readonly Node[];
  index: number;
  /** Which of the children are tables, and where they begin in the HTML. */
  tables: { at: number; begins: number }[];
  isOpen: boolean;
  /** Leaving the element parts words. */
  parts: boolean;
}

/**
 * The texts of a piece of HTML, as a browser would find them in a `div`.
 * @param skip names of further elements in which no link may stand
 */
export const readPage = (html: string, headings: boolean, skip: readonly string[]): Page => {
  const closed = new Set([
    ...CLOSED,
    ...(headings ? [] : HEADINGS),
    ...skip.map((name) => name.toLowerCase()),
  ]);
  const context = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
  const { childNodes } = parseFragment(context, html, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
  });

  const page: Page = { texts: [], targets: [] };
  let continues = false;
  // Not by recursion: markup may be nested deeper than the stack.
  const frames: Frame[] = [newFrame(childNodes, true, true)];
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const node = frame.children[frame.index];
    frame.index += 1;
    if (!node) {
      if (frame.parts) continues = false;
      frames.pop();
    } else if (node.nodeName === '#text') {
      const { value, sourceCodeLocation } = node as DefaultTreeAdapterTypes.TextNode;
      if (!sourceCodeLocation || value === '') continue;
      const { startOffset, endOffset } = sourceCodeLocation;
      const isOpen = frame.isOpen && !isMovedOut(frame, startOffset);
      page.texts.push({ start: startOffset, end: endOffset, value, isOpen, continues });
      continues = true;
    } else if ('tagName' in node && !UNSEEN.has(node.tagName)) {
      const parts = !WITHIN_WORDS.has(node.tagName);
      if (parts) continues = false;
      const target = attributeOf(node, 'href');
      if (node.tagName === 'a' && target !== undefined) page.targets.push(target);
      const isOpen =
        frame.isOpen && !closed.has(node.tagName) && !CONTROLS.has(attributeOf(node, 'role') ?? '');
      frames.push(newFrame(node.childNodes, isOpen, parts));
    }
  }
  return page;
};

const newFrame = (children: readonly Node[], isOpen: boolean, parts: boolean): Frame => ({
  children,
  index: 0,
  tables: tablesAmong(children),
  isOpen,
  parts,
});

const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** Text that stood in a table outside of its cells is shown before the table: better left alone. */
const isMovedOut = ({ tables, index }: Frame, start: number): boolean =>
  tables.some(({ at, begins }) => at >= index && begins < start);

const tablesAmong = (children: readonly Node[]): Frame['tables'] =>
  children.flatMap((node, at) => {
    const begins = node.nodeName === 'table' ? node.sourceCodeLocation?.startOffset : undefined;
    return begins === undefined ? [] : [{ at, begins }];
  });
