import { linksIn } from '../../../../../../../client/src/link-keywords/link-keywords';
import { prepareLinks, type LinkRule } from '../../../../../../../client/src/keywords/rules';
import { readHtml } from '../../platform/html/read-html';
import { createKeywordHint } from './keyword-hint';

/** Characters of the sentence that are shown at each side of a keyword. */
const AROUND = 120;
const SENTENCE_END = /[.!?…。！？]["'’”)]*\s+(?=\S)/gu;

export interface FoundKeyword {
  before: string;
  found: string;
  after: string;
}

/**
 * The first place in each text where front ends would link a keyword, by the matcher that they have; null for none.
 * @param rules all that front ends look for at the same time; the first is the one that is asked about
 */
export const findKeyword = (
  texts: readonly string[],
  rules: readonly LinkRule[],
): (FoundKeyword | null)[] => {
  const [wanted] = rules;
  if (!wanted) return texts.map(() => null);
  const mayBeIn = createKeywordHint(wanted.keyword);
  const prepared = prepareLinks(rules);
  return texts.map((html) => {
    if (!mayBeIn(html)) return null;
    const { places, texts: parts } = linksIn(html, prepared);
    const place = places.find(({ rule }) => rule === wanted);
    if (!place) return null;
    // Everything that readers see as one line of text, with the tags within it.
    const at = parts.findIndex(({ start, end }) => start <= place.start && place.start < end);
    let first = at;
    while (first > 0 && parts[first]?.continues) first -= 1;
    let last = at;
    while (parts[last + 1]?.continues) last += 1;
    const text = (from: number, to: number) => textOf(html.slice(from, to));
    return {
      before: lastSentence(text(parts[first]?.start ?? place.start, place.start)),
      found: text(place.start, place.end),
      after: firstSentence(text(place.end, parts[last]?.end ?? place.end)),
    };
  });
};

const textOf = (html: string): string => {
  const parts: string[] = [];
  readHtml(html, { onText: (text) => void parts.push(text) });
  return parts.join('').replace(/\s+/g, ' ');
};

const lastSentence = (text: string): string => {
  const end = [...text.matchAll(SENTENCE_END)].at(-1);
  const sentence = end ? text.slice(end.index + end[0].length) : text;
  if (sentence.length <= AROUND) return sentence;
  return `…${sentence.slice(-AROUND).replace(/^[\udc00-\udfff]?\S*\s/, ' ')}`;
};

const firstSentence = (text: string): string => {
  const end = SENTENCE_END.exec(text);
  SENTENCE_END.lastIndex = 0;
  const sentence = end ? text.slice(0, end.index + end[0].trimEnd().length) : text;
  if (sentence.length <= AROUND) return sentence.trimEnd();
  return `${sentence.slice(0, AROUND).replace(/\s\S*$/, '')}…`;
};
