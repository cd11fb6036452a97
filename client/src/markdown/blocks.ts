const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Nothing in Markdown but the blank lines around what is in them. */
export const TRANSPARENT = setOf(
  'address article aside body center dd div dl dt fieldset figcaption figure footer header hgroup html main nav p section',
);
/** Blocks that are written in another way inside of them. */
const WHOLE = setOf('blockquote h1 h2 h3 h4 h5 h6 hr menu ol pre table ul');
const INLINE = setOf(
  'a abbr b cite code del em font i img ins kbd mark q s small span strike strong sub sup time u',
);
const VOID = setOf('area base br col embed hr img input link meta param source track wbr');
/** What has ended where an element begins, though no tag says so; other blocks end a paragraph. */
const ENDED_BY = new Map(
  Object.entries({
    li: 'p li',
    dt: 'p dt dd',
    dd: 'p dt dd',
    td: 'p td th',
    th: 'p td th',
    tr: 'p td th tr',
    tbody: 'p td th tr thead tbody',
    tfoot: 'p td th tr thead tbody',
    a: 'a',
    option: 'option',
  }).map(([name, ended]) => [name, setOf(ended)] as const),
);
const PARAGRAPH = setOf('p');

/**
 * Comments and what browsers take for some, elements without text for readers, and tags. Where nothing ends one it goes on to the end of the
 * text, so that the expression matches wherever it begins to, and no part is read again.
 */
const TOKEN =
  /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<[!?][^>]*(?:>|$)|<(script|style|noscript)(?=[\s/>])[\s\S]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][-.:\w]*)((?:[^>=]+|=\s*(?:"[^"]*"|'[^']*')?)*)(?:>|$)/gi;
const ATTRIBUTE = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;
/** What Markdown has a place for. */
const KEPT_ATTRIBUTES = setOf('alt class href src title');

/** Elements in each other that are more than their text in Markdown: each does some work on all that it contains. */
const MAX_DEPTH = 200;
/** Characters after which a run of inline elements is cut at its next space. */
const LONG_RUN = 4_000;
/** Of all blocks: as much as a list of ten thousand items takes, which is some seconds. */
const MAX_WORK = 5e9;
/** The text so far is copied for each element, and elements beside it are looked through, which is slower. */
const workOf = (elements: number, characters: number): number => elements * (characters + 20 * elements);

const startTag = (name: string, attributes: string): string => {
  let tag = `<${name}`;
  for (const [, key = '', ...values] of attributes.matchAll(ATTRIBUTE)) {
    const value = values.find((one) => one !== undefined);
    if (value === undefined || !KEPT_ATTRIBUTES.has(key.toLowerCase())) continue;
    tag += ` ${key}="${value.replaceAll('"', '&quot;').replaceAll('>', '&gt;')}"`;
  }
  return `${tag}>`;
};

/** HTML that becomes Markdown by itself. */
export interface Block {
  html: string;
  /** Whether it is the rest of the paragraph that the block before begins. */
  continues: boolean;
}

/**
 * Cuts HTML into its blocks, as what translates it takes time with the square of its length, and with the cube where end tags are missing:
 * each block has all of its own.
 * @throws RangeError for more than 200 elements in each other, and for lists, tables and the like of ten thousands of parts
 */
export const blocksOf = (html: string): Block[] => {
  const blocks: Block[] = [];
  /** Elements that nothing has ended, but for transparent ones around blocks. */
  const open: string[] = [];
  let block = '';
  let elements = 0;
  let work = 0;
  let continues = false;
  let isAfterBreak = false;
  const cut = (goesOn: boolean): void => {
    work += workOf(elements, block.length);
    if (work > MAX_WORK)
      throw new RangeError('toMarkdown takes lists and tables of at most some 10,000 parts');
    if (/\S/.test(block)) blocks.push({ html: block, continues });
    block = '';
    elements = 0;
    continues = goesOn;
  };
  const closeTo = (depth: number): void => {
    while (open.length > depth) block += `</${open.pop()}>`;
  };
  const begin = (name: string, attributes: string, spaceBefore: boolean): void => {
    const isBlock = TRANSPARENT.has(name) || WHOLE.has(name);
    const ended = ENDED_BY.get(name) ?? (isBlock ? PARAGRAPH : undefined);
    while (ended?.has(open.at(-1) ?? '')) closeTo(open.length - 1);
    if (open.length === 0) {
      if (isBlock) cut(false);
      else if (block.length > LONG_RUN && spaceBefore && !isAfterBreak && INLINE.has(name)) cut(true);
      if (TRANSPARENT.has(name)) return;
    }
    block += startTag(name, attributes);
    elements += 1;
    if (!VOID.has(name) && !attributes.endsWith('/')) open.push(name);
    else if (WHOLE.has(name) && open.length === 0) cut(false);
    else if (!VOID.has(name)) block += `</${name}>`;
    if (open.length > MAX_DEPTH)
      throw new RangeError(`toMarkdown takes at most ${MAX_DEPTH} elements in each other`);
  };
  const end = (name: string): void => {
    const depth = open.lastIndexOf(name);
    if (depth !== -1) closeTo(depth);
    else if (open.length === 0 && TRANSPARENT.has(name)) cut(false);
    if (depth === 0 && WHOLE.has(name)) cut(false);
  };
  let from = 0;
  for (const token of html.matchAll(TOKEN)) {
    const [all, , slash, tag, attributes = ''] = token;
    const text = html.slice(from, token.index);
    from = token.index + all.length;
    block += text;
    if (/\S/.test(text)) isAfterBreak = false;
    // Nor is what the text ends in the middle of a tag.
    if (!tag || !all.endsWith('>')) continue;
    const name = tag.toLowerCase();
    if (slash) end(name);
    else begin(name, attributes, /\s$/.test(text));
    isAfterBreak = name === 'br';
  }
  block += html.slice(from);
  closeTo(0);
  cut(false);
  return blocks;
};
