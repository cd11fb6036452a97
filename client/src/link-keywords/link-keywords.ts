import { openingTag, textOf } from './anchors.js';
import { fold, type Folded } from './fold.js';
import { findMatches } from './matches.js';
import type { LinkKeywordsOptions } from './options.js';
import { offsetsIn } from './references.js';
import { prepareLinks, type LinkRule, type PreparedLinks } from './rules.js';
import { targetNamer } from './targets.js';
import { readPage, type Text } from './texts.js';
import { createWords, type Neighbours } from './words.js';

/** A place of the HTML that becomes a link. */
interface Place {
  start: number;
  end: number;
  rule: LinkRule;
}

/**
 * Makes the keywords of a text links, as whole words and ignoring case. Every other byte of the HTML stays as it
 * is, and so does the text of the links. Where keywords overlap, the longest has the place; limits and links to
 * the page itself are looked at afterwards, so that no shorter keyword moves in.
 * @param html a piece of HTML, such as a post's content; broken markup is read as browsers read it
 * @param links rules, or rules that `prepareLinks` made ready once for many pages
 */
export const linkKeywords = (
  html: string,
  links: readonly LinkRule[] | PreparedLinks,
  options: LinkKeywordsOptions = {},
): string => {
  const prepared = 'tree' in links ? links : prepareLinks(links, options.locale);
  if (prepared.tree.next.size === 0) return html;
  const { places, targets } = findPlaces(html, prepared, options);
  const allow = createLimits(targets, options);

  const parts: string[] = [];
  let done = 0;
  for (const { start, end, rule } of places.filter(({ rule }) => allow(rule))) {
    const written = html.slice(start, end);
    parts.push(html.slice(done, start), openingTag(rule, options), textOf(rule, written, options), '</a>');
    done = end;
  }
  return parts.join('') + html.slice(done);
};

interface Found {
  places: Place[];
  /** Where links lead that are there already. */
  targets: string[];
  texts: Text[];
}

/** The places that `linkKeywords` would link without limits, in the order of the HTML. */
export const linksIn = (html: string, links: PreparedLinks): Found => findPlaces(html, links, {});

const findPlaces = (html: string, prepared: PreparedLinks, options: LinkKeywordsOptions): Found => {
  const { texts, targets } = readPage(html, options.headings ?? false, options.skip ?? []);
  return { places: placesIn(html, texts, prepared), targets, texts };
};

/** The positions of keywords that no longer one overlaps, in the order of the HTML. */
const placesIn = (html: string, texts: Text[], { tree, locale }: PreparedLinks): Place[] => {
  const folded = texts.map(({ value }) => fold(value, locale));
  const places: Place[] = [];
  texts.forEach((text, index) => {
    if (!text.isOpen) return;
    const own = folded[index] as Folded;
    const words = createWords(text.value, own, neighboursOf(texts, folded, index), locale);
    const matches = findMatches(own, tree, words);
    if (matches.length === 0) return;
    const offsets = offsetsIn(html.slice(text.start, text.end), text.value);
    if (offsets === undefined) return;
    const place = (at: number): number => {
      const shown = own.from ? (own.from[at] as number) : at;
      const offset = offsets ? (offsets[shown] as number) : shown;
      return offset < 0 ? -1 : text.start + offset;
    };
    for (const { start, end, rule } of matches) {
      const found = { start: place(start), end: place(end), rule };
      // Half of a character reference cannot be linked.
      if (found.start >= 0 && found.end >= 0) places.push(found);
    }
  });
  // Broken markup may be shown in another order than it is written in.
  return places.sort((one, other) => one.start - other.start);
};

/** What the reader sees next to a text, across tags that do not part words. */
const neighboursOf = (texts: Text[], folded: Folded[], index: number): Neighbours => {
  let before = '';
  for (let at = index; before === '' && texts[at]?.continues;) before = folded[(at -= 1)]?.text ?? '';
  let after = '';
  for (let at = index + 1; after === '' && texts[at]?.continues; at += 1) after = folded[at]?.text ?? '';
  return { before: [...before.slice(-2)].at(-1) ?? '', after: [...after.slice(0, 2)][0] ?? '' };
};

/** Says of one link after another whether it may be set. */
const createLimits = (targets: string[], options: LinkKeywordsOptions) => {
  const { currentUrl, maxLinks = Infinity, maxPerKeyword = Infinity, maxPerTarget = Infinity } = options;
  const nameOf = targetNamer(currentUrl);
  const ownName = currentUrl === undefined ? undefined : nameOf(currentUrl);
  const perKeyword = new Map<LinkRule, number>();
  const perTarget = new Map<string, number>();
  const count = <Key>(counts: Map<Key, number>, key: Key): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const target of targets) count(perTarget, nameOf(target) ?? target);
  let links = 0;

  return (rule: LinkRule): boolean => {
    const target = nameOf(rule.url) ?? rule.url;
    if (target === ownName || links >= maxLinks) return false;
    if ((perKeyword.get(rule) ?? 0) >= maxPerKeyword || (perTarget.get(target) ?? 0) >= maxPerTarget)
      return false;
    links += 1;
    count(perKeyword, rule);
    count(perTarget, target);
    return true;
  };
};
