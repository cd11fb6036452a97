import { createOpeningTags, textOf } from '../keywords/anchors.js';
import { matchesIn } from '../keywords/find.js';
import { createLimits } from '../keywords/limits.js';
import { inOrder } from '../keywords/matches.js';
import type { LinkKeywordsOptions } from '../keywords/options.js';
import { offsetsIn } from './references.js';
import { readyLinks, type LinkRule, type PreparedLinks } from '../keywords/rules.js';
import { readPage, type PlacedText } from './texts.js';

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
 * @throws TypeError for options that contradict the rules or each other
 */
export const linkKeywords = (
  html: string,
  links: readonly LinkRule[] | PreparedLinks,
  options: LinkKeywordsOptions = {},
): string => {
  const prepared = readyLinks(links, options);
  if (!prepared.tree.only) return html;
  const { places, targets } = findPlaces(html, prepared, options);
  const allow = createLimits(targets.map(prepared.moved), options);
  const openingTag = createOpeningTags(options);

  let linked = '';
  let done = 0;
  for (const { start, end, rule } of places) {
    if (!allow(rule)) continue;
    linked +=
      html.slice(done, start) + openingTag(rule) + textOf(rule, html.slice(start, end), options) + '</a>';
    done = end;
  }
  return linked + html.slice(done);
};

interface Found {
  places: Place[];
  /** Where links lead that are there already. */
  targets: string[];
  texts: PlacedText[];
}

/** The places that `linkKeywords` would link without limits, in the order of the HTML. */
export const linksIn = (html: string, links: PreparedLinks): Found => findPlaces(html, links, {});

const findPlaces = (html: string, prepared: PreparedLinks, options: LinkKeywordsOptions): Found => {
  const { texts, targets } = readPage(html, options);
  return { places: placesIn(html, texts, prepared), targets, texts };
};

/** The positions of keywords that no longer one overlaps, in the order of the HTML. */
const placesIn = (html: string, texts: readonly PlacedText[], prepared: PreparedLinks): Place[] => {
  const places: Place[] = [];
  matchesIn(texts, prepared).forEach((matches, index) => {
    if (matches.length === 0) return;
    const text = texts[index] as PlacedText;
    const offsets = offsetsIn(html.slice(text.start, text.end), text.value);
    if (offsets === undefined) return;
    for (const match of matches) {
      const [start, end] = offsets
        ? [offsets[match.start] as number, offsets[match.end] as number]
        : [match.start, match.end];
      // Half of a character reference cannot be linked.
      if (start < 0 || end < 0) continue;
      match.start = text.start + start;
      match.end = text.start + end;
      places.push(match);
    }
  });
  // Broken markup may be shown in another order than it is written in.
  return inOrder(places);
};
