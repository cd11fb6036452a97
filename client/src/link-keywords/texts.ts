import {
  defaultTreeAdapter,
  html as names,
  parseFragment,
  Tokenizer,
  type DefaultTreeAdapterTypes,
  type Token,
} from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A text between two tags. */
export interface Text {
  /** Its position in the HTML. */
  start: number;
  end: number;
  /** As the reader sees it. */
  value: string;
  /** It may contain a link. */
  isOpen: boolean;
  /** Nothing but tags that do not part words are between it and the text before it. */
  continues: boolean;
}

export interface Page {
  texts: Text[];
  /** Where links that are there already lead. */
  targets: string[];
}

/** These must not contain a link: they are links or controls, are not text, or show their text letter for letter. */
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
/** They are part of a line of text, so a word may go on across their edges. */
const WITHIN_WORDS = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike ' +
    'strong sub time tt u var wbr'
  ).split(' '),
);

/** Their end tags may be missing, or they have none: many of them do not lie in each other. */
const SELF_ENDING = new Set(
  (
    'area base br col dd dt embed hr img input li link meta optgroup option p param rp rt source tbody td tfoot th ' +
    'thead tr track wbr'
  ).split(' '),
);
/** A parser looks at no element around these when they begin. */
const UNRELATED = new Set(
  'abbr bdi bdo cite data del dfn ins kbd mark q samp span sub sup time var'.split(' '),
);
/** Looks at elements around others that take a tenth of a second, and what is allowed however long the HTML is. */
const MAX_LOOKS = 20_000_000;
const LOOKS_PER_TAG = 200;
/** Characters of HTML that cannot need so many looks. */
const SHORT = 3 * Math.sqrt(2 * MAX_LOOKS);

/**
 * True when elements lie in each other so deep that a tree of them takes a time that grows with the square of the
 * length of the HTML: 500 kB of `<div>` would stop a server for minutes.
 */
const isTooDeep = (html: string): boolean => {
  const open: string[] = [];
  const counts = new Map<string, number>();
  let tags = 0;
  let looks = 0;
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, selfClosing }: Token.TagToken) {
        tags += 1;
        if (!UNRELATED.has(tagName)) looks += open.length;
        if (SELF_ENDING.has(tagName)) return;
        if (selfClosing && (counts.has('svg') || counts.has('math'))) return;
        open.push(tagName);
        counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
      },
      onEndTag({ tagName }: Token.TagToken) {
        tags += 1;
        if (open.at(-1) !== tagName) looks += open.length;
        if (!counts.has(tagName)) return;
        for (let name = open.pop(); name !== undefined; name = open.pop()) {
          const left = (counts.get(name) ?? 1) - 1;
          if (left === 0) counts.delete(name);
          else counts.set(name, left);
          if (name === tagName) break;
        }
      },
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(html, true);
  return looks > MAX_LOOKS && looks > tags * LOOKS_PER_TAG;
};

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
 * The texts of a piece of HTML, none where elements lie in each other deeper than on any page, as a browser would find them in a `div`.
 * @param skip names of further elements that must not contain a link
 */
export const readPage = (html: string, headings: boolean, skip: readonly string[]): Page => {
  const page: Page = { texts: [], targets: [] };
  // A tag takes three characters at least: most pages are too short for that.
  if (html.length > SHORT && isTooDeep(html)) return page;
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
