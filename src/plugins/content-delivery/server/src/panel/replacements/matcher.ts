import type { ReplaceQuery } from '../../../../contracts/replacements';

/** A match, by positions in the text. */
export interface Match {
  start: number;
  end: number;
}

interface Folded {
  text: string;
  /** Where each character begins in the original; -1 inside of what belongs together. Null when both run alike. */
  from: Int32Array | null;
}

/** A character with the marks on it. */
const UNIT = /[^\p{M}]\p{M}{0,30}|\p{M}{1,30}/gsu;
/** The same, and a run of white space as one. */
const LOOSE_UNIT = /\s+|[^\p{M}]\p{M}{0,30}|\p{M}{1,30}/gsu;
const PLAIN = /^(?:[!-~]| (?! ))*$/;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Code units that a character and what belongs to it may take. */
const WINDOW = 40;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Finds a text literally. A space in it is found as any white space there, unless it has other white space than single
 * spaces between words; composed and decomposed letters are the same.
 */
export const createMatcher = ({
  search,
  matchCase,
  wholeWords,
}: Pick<ReplaceQuery, 'search' | 'matchCase' | 'wholeWords'>) => {
  const isLoose = /^\S+(?: \S+)*$/.test(search);
  const unit = isLoose ? LOOSE_UNIT : UNIT;

  const fold = (original: string): Folded => {
    if (PLAIN.test(original)) {
      return { text: matchCase ? original : original.toLowerCase(), from: null };
    }
    const parts: string[] = [];
    const from: number[] = [];
    for (const { 0: written, index } of original.matchAll(unit)) {
      const folded = foldUnit(written);
      for (let at = 0; at < folded.length; at += 1) from.push(at === 0 ? index : -1);
      parts.push(folded);
    }
    from.push(original.length);
    return { text: parts.join(''), from: Int32Array.from(from) };
  };
  const foldUnit = (written: string): string => {
    if (isLoose && /^\s/.test(written)) return ' ';
    const normal = written.normalize('NFC');
    return matchCase ? normal : normal.toLowerCase();
  };

  const wanted = fold(search).text;
  const [beginsWithWord, endsWithWord] = [WORD.test(firstOf(search)), WORD.test(lastOf(search))];
  const isWhole = (text: string, { start, end }: Match): boolean =>
    !(beginsWithWord && WORD.test(lastOf(text.slice(Math.max(0, start - 2), start)))) &&
    !(endsWithWord && WORD.test(firstOf(text.slice(end, end + 2))));
  /** Of plain letters, which HTML has as they are; null where it may be written otherwise. */
  const hint = /[a-zA-Z0-9]{2,}/.exec(search)?.[0].toLowerCase() ?? null;

  return {
    /** Quick: false only where there is no match in the text that this piece of HTML has. */
    mayBeIn: (html: string): boolean =>
      hint === null || html.toLowerCase().includes(hint) || html.includes('&#') || html.includes('&fj'),

    /** Matches, none over another, in order: all, or the first so many. */
    in(text: string, most = Infinity): Match[] {
      const { text: folded, from } = fold(text);
      const matches: Match[] = [];
      for (let at = folded.indexOf(wanted); at !== -1 && matches.length < most;) {
        const match = {
          start: from ? (from[at] as number) : at,
          end: from ? (from[at + wanted.length] as number) : at + wanted.length,
        };
        const fits =
          match.start !== -1 &&
          match.end !== -1 &&
          (from === null || (isBoundary(text, match.start) && isBoundary(text, match.end))) &&
          (!wholeWords || isWhole(text, match));
        if (fits) matches.push(match);
        at = folded.indexOf(wanted, fits ? at + wanted.length : at + 1);
      }
      return matches;
    },
  };
};

export type Matcher = ReturnType<typeof createMatcher>;

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastOf = (text: string): string => [...text].at(-1) ?? '';

/** False within what readers take for one character, such as an emoji with its skin tone. */
const isBoundary = (text: string, at: number): boolean => {
  if (at === 0 || at === text.length) return true;
  const start = Math.max(0, at - WINDOW);
  return graphemes.segment(text.slice(start, at + WINDOW)).containing(at - start)?.index === at - start;
};
