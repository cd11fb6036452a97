/** A text between two tags. */
export interface Text {
  /** As the reader sees it. */
  value: string;
  /** It may contain a link. */
  isOpen: boolean;
  /** Nothing but tags that do not part words are between it and the text before it. */
  continues: boolean;
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

/** A tree of nodes, whoever has made it. */
export interface Tree<Node> {
  childrenOf(node: Node): ArrayLike<Node>;
  /** Null for a node that is no text. */
  textOf(node: Node): string | null;
  /** In small letters; null for a node that is no element. */
  nameOf(node: Node): string | null;
  attributeOf(node: Node, name: string): string | null | undefined;
}

/** How texts of an element are taken. */
export interface WalkOptions {
  headings?: boolean | undefined;
  /** Names of further elements that must not contain a link. */
  skip?: readonly string[] | undefined;
}

interface Frame<Node> {
  children: ArrayLike<Node>;
  index: number;
  isOpen: boolean;
  /** Leaving the element parts words. */
  parts: boolean;
}

/**
 * The texts below some nodes, in the order in which they are read, and where links lead that are there already.
 * Not by recursion: markup may be nested deeper than the stack.
 * @param make what a text is for the caller, from its value to the children that it is one of; null to leave it out
 */
export const walkTexts = <Node, Made extends Text>(
  roots: ArrayLike<Node>,
  { childrenOf, textOf, nameOf, attributeOf }: Tree<Node>,
  { headings = false, skip = [] }: WalkOptions,
  make: (
    value: string,
    isOpen: boolean,
    continues: boolean,
    node: Node,
    siblings: ArrayLike<Node>,
    index: number,
  ) => Made | null,
): { texts: Made[]; targets: string[] } => {
  const closed = new Set([
    ...CLOSED,
    ...(headings ? [] : HEADINGS),
    ...skip.map((name) => name.toLowerCase()),
  ]);
  const texts: Made[] = [];
  const targets: string[] = [];
  let continues = false;
  const frames: Frame<Node>[] = [{ children: roots, index: 0, isOpen: true, parts: true }];
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const { children, index } = frame;
    const node = children[index];
    frame.index += 1;
    if (node === undefined) {
      if (frame.parts) continues = false;
      frames.pop();
      continue;
    }
    const value = textOf(node);
    if (value !== null) {
      if (value === '') continue;
      const text = make(value, frame.isOpen, continues, node, children, index);
      if (text) texts.push(text);
      continues = true;
      continue;
    }
    const name = nameOf(node);
    if (name === null || UNSEEN.has(name)) continue;
    const parts = !WITHIN_WORDS.has(name);
    if (parts) continues = false;
    const target = attributeOf(node, 'href');
    if (name === 'a' && typeof target === 'string') targets.push(target);
    const isOpen = frame.isOpen && !closed.has(name) && !CONTROLS.has(attributeOf(node, 'role') ?? '');
    frames.push({ children: childrenOf(node), index: 0, isOpen, parts });
  }
  return { texts, targets };
};
