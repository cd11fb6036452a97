import { TokenizerMode, type Token, type Tokenizer } from 'parse5';
import type { KeywordCount } from '../../../../contracts/editing';
import { HtmlTokenizer } from '../../platform/html/tokenizer';

export interface Keyword {
  keyword: string;
  url: string;
}

/** Elements whose content is no markup, and how it is read. */
const RAW = new Map<string, Tokenizer['state']>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['textarea', TokenizerMode.RCDATA],
  ['title', TokenizerMode.RCDATA],
]);

/** Elements that can be written without an end tag: `<svg/>`. */
const FOREIGN = new Set(['svg', 'math']);

/** Front ends link no text in here: it has a link, or is not shown as text. */
const WITHOUT_LINKS = new Set(['a', 'template', ...FOREIGN, ...RAW.keys()]);

const WORD = '[\\p{L}\\p{M}\\p{N}_]';

/**
 * Counts the keywords in the text of a piece of HTML as front ends link them (specification 2.3): whole words,
 * ignoring case, not inside links. Where keywords overlap the longer one counts. A keyword that does not
 * occur is left out; the most frequent comes first.
 */
export const countKeywords = (html: string, links: readonly Keyword[]): KeywordCount[] => {
  const candidates = byFirstWord(links);
  const counts = new Map<Keyword, number>();
  for (const text of textsOf(html)) {
    for (const link of occurrences(text, candidates)) counts.set(link, (counts.get(link) ?? 0) + 1);
  }
  return Array.from(counts, ([{ keyword, url }, count]) => ({ keyword, url, count })).sort(
    (a, b) => b.count - a.count || (a.keyword < b.keyword ? -1 : 1),
  );
};

/** The pieces of text outside links, in the order in which they are read. Linear, however markup is nested. */
const textsOf = (html: string): string[] => {
  const texts: string[] = [];
  const ignored: string[] = [];
  let text = '';
  const end = (): void => {
    if (text) texts.push(text);
    text = '';
  };
  const read = ({ chars }: Token.CharacterToken): void => {
    if (ignored.length === 0) text += chars;
  };
  const tokenizer: Tokenizer = new HtmlTokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName, selfClosing }) {
        end();
        tokenizer.state = RAW.get(tagName) ?? tokenizer.state;
        const ended = selfClosing && FOREIGN.has(tagName);
        // A link within a link ends the outer one.
        if (WITHOUT_LINKS.has(tagName) && !ended && !ignored.includes(tagName)) ignored.push(tagName);
      },
      onEndTag({ tagName }) {
        end();
        if (ignored.includes(tagName)) ignored.length = ignored.indexOf(tagName);
      },
      onCharacter: read,
      onWhitespaceCharacter: read,
      onNullCharacter() {},
      onComment: end,
      onDoctype: end,
      onEof: end,
    },
  );
  tokenizer.write(html, true);
  return texts;
};

interface Candidate {
  link: Keyword;
  /** How far into the keyword its first word begins. */
  offset: number;
  pattern: RegExp;
}

/** Keywords by their first word, longest first: a text is then read once, however many keywords there are. */
const byFirstWord = (links: readonly Keyword[]): Map<string, Candidate[]> => {
  const candidates = new Map<string, Candidate[]>();
  for (const link of links) {
    const first = new RegExp(`${WORD}+`, 'u').exec(link.keyword);
    if (!first) continue;
    const pattern = new RegExp(`(?<!${WORD})${escaped(link.keyword)}(?!${WORD})`, 'iuy');
    const key = folded(first[0]);
    const list = candidates.get(key) ?? [];
    list.push({ link, offset: first.index, pattern });
    candidates.set(key, list);
  }
  for (const list of candidates.values()) {
    list.sort((a, b) => b.link.keyword.length - a.link.keyword.length);
  }
  return candidates;
};

function* occurrences(text: string, candidates: ReadonlyMap<string, Candidate[]>): Generator<Keyword> {
  let free = 0;
  for (const word of text.matchAll(new RegExp(`${WORD}+`, 'gu'))) {
    for (const { link, offset, pattern } of candidates.get(folded(word[0])) ?? []) {
      const start = word.index - offset;
      if (start < free) continue;
      pattern.lastIndex = start;
      if (!pattern.test(text)) continue;
      free = pattern.lastIndex;
      yield link;
      break;
    }
  }
}

/** Equal for texts that a pattern takes for equal when it ignores case. */
const folded = (text: string): string => text.toUpperCase().toLowerCase();

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
