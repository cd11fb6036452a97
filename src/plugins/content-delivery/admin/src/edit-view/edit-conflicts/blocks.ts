import { isBlockTag, isVoidTag, keepsSpaces } from '../../shared/html-vocabulary';

interface Tag {
  name: string;
  isEnd: boolean;
  /** Nothing is in it, so that nothing ends it. */
  isEmpty: boolean;
  /** Where it begins in the text, and ends. */
  from: number;
  to: number;
}

const TAG = /<!--|<(\/?)([a-z][^\s/<>]*)(?=[\s/>])(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;

/** The tags of a text. What is in a comment, or in an element of code, of a script or the like, is passed over with it. */
function* tagsOf(text: string): Generator<Tag> {
  const pattern = new RegExp(TAG);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [whole, slash, written] = match;
    if (written === undefined) {
      const end = text.indexOf('-->', pattern.lastIndex);
      if (end < 0) return;
      pattern.lastIndex = end;
      continue;
    }
    const name = written.toLowerCase();
    const isEnd = slash === '/';
    const isEmpty = isVoidTag(name) || (whole.endsWith('/>') && !isBlockTag(name));
    yield { name, isEnd, isEmpty, from: match.index, to: pattern.lastIndex };
    if (isEnd || isEmpty || !keepsSpaces(name)) continue;
    const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    end.lastIndex = pattern.lastIndex;
    const found = end.exec(text);
    if (!found) return;
    pattern.lastIndex = found.index;
  }
}

/** Elements that stand around blocks. Lines of text that are directly in one are blocks too. */
const AROUND_BLOCKS = new Set(['article', 'blockquote', 'center', 'div', 'main', 'section']);

/** The elements that are open at a place of a text. All it is asked takes no longer the more there are. */
const createOpenElements = () => {
  const names: string[] = [];
  const counts = new Map<string, number>();
  let inLines = 0;
  const count = (name: string, by: 1 | -1) => {
    counts.set(name, (counts.get(name) ?? 0) + by);
    if (!AROUND_BLOCKS.has(name)) inLines += by;
  };
  const end = () => {
    const name = names.pop();
    if (name !== undefined) count(name, -1);
    return name;
  };
  return {
    begin(name: string) {
      names.push(name);
      count(name, 1);
    },
    /** Its end may be left out before another block. */
    endParagraph() {
      if (names.at(-1) === 'p') end();
    },
    /** With all that are in it. */
    end(name: string) {
      if (!counts.get(name)) return;
      while (end() !== name);
    },
    /** Whether there are none but a paragraph. */
    isOutermost: () => names.length === (counts.get('p') ?? 0),
    /** Whether lines of text are blocks here. */
    isAroundBlocks: () => inLines === 0,
  };
};

/** Where a text can be divided. */
const placesOf = (text: string): { at: number; isOutermost: boolean }[] => {
  const places: { at: number; isOutermost: boolean }[] = [];
  const open = createOpenElements();
  const add = (at: number) => places.push({ at, isOutermost: open.isOutermost() });
  const addLines = (from: number, to: number) => {
    if (!open.isAroundBlocks()) return;
    const lines = text.slice(from, to);
    for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) add(from + at + 1);
  };
  let before = 0;
  for (const { name, isEnd, isEmpty, from, to } of tagsOf(text)) {
    addLines(before, from);
    before = to;
    const isBlock = isBlockTag(name);
    if (isEmpty) {
      if (isBlock) add(from);
      if (isBlock || (name === 'br' && open.isAroundBlocks())) add(to);
    } else if (isEnd) {
      open.end(name);
      if (isBlock) add(to);
    } else {
      if (isBlock) {
        open.endParagraph();
        add(from);
      }
      open.begin(name);
    }
  }
  addLines(before, text.length);
  return places;
};

/**
 * The blocks of a text: paragraphs, items, rows of tables, lines of plain text, tags around others. White space belongs to the
 * block before it. Joined they are the text again.
 *
 * @param which with `outermost`, only those that are in no other element
 */
export const blocksOf = (text: string, which: 'all' | 'outermost' = 'all'): string[] => {
  const blocks: string[] = [];
  const begin = text.search(/\S/);
  let from = 0;
  for (const { at, isOutermost } of placesOf(text)) {
    if ((which === 'outermost' && !isOutermost) || at <= begin) continue;
    const to = at + (/^\s*/.exec(text.slice(at, at + 1_000))?.[0].length ?? 0);
    if (to <= from) continue;
    blocks.push(text.slice(from, to));
    from = to;
  }
  if (from < text.length) blocks.push(text.slice(from));
  return blocks;
};

/** Whether a text has blocks, and is not a name or a sentence. */
export const hasBlocks = (text: string): boolean => /\n|<[a-z][^<>]*>/i.test(text);

/** The tags that a part of a text ends without having begun them, and begins without ending them; empty for a part that is whole. */
export const looseTagsOf = (html: string): string => {
  const ended: string[] = [];
  const begun: string[] = [];
  for (const { name, isEnd, isEmpty } of tagsOf(html)) {
    // Its end may be left out.
    if (isEmpty || name === 'p') continue;
    if (!isEnd) begun.push(name);
    else if (begun.at(-1) === name) begun.pop();
    else ended.push(name);
  }
  return [...ended.map((name) => `/${name}`), ...begun].join(' ');
};
