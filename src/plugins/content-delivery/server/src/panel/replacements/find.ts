import type { PlaceKind, ReplacedField, ReplaceQuery } from '../../../../contracts/replacements';
import { storable } from '../../platform/formats';
import { applyEdits, writeInto, type Edit } from './edits';
import { unitsOf, type HtmlUnit } from './html-units';
import { createMatcher, type Match, type Matcher } from './matcher';

/** The attributes of a post that are looked through. */
export const TEXT_ATTRIBUTES = ['title', 'content', 'metaTitle', 'metaDescription'] as const;
export type TextAttribute = (typeof TEXT_ATTRIBUTES)[number];

/** A place in the text of one attribute. */
export interface TextPlace extends Edit {
  kind: PlaceKind;
  before: string;
  found: string;
  after: string;
}

const ATTRIBUTES: Record<ReplacedField, readonly TextAttribute[]> = {
  title: ['title'],
  text: ['content'],
  addresses: ['content'],
  meta: ['metaTitle', 'metaDescription'],
};
/** Characters that are shown at each side of a place. */
const AROUND = 50;
/** Places that are looked at one by one where not all of them can be changed. */
const MAX_SINGLE = 100;

/** Places of one text. One with more is no text that people write, and its answer would fill the memory. */
const MAX_PLACES = 10_000;
/** The name of the error, which reaches the other thread too. */
export const TOO_MANY_PLACES = 'TooManyPlaces';
export class TooManyPlaces extends Error {
  override readonly name = TOO_MANY_PLACES;
}

export const attributesOf = (fields: readonly ReplacedField[]): TextAttribute[] =>
  TEXT_ATTRIBUTES.filter((attribute) => fields.some((field) => ATTRIBUTES[field].includes(attribute)));

/**
 * The places of an attribute's text that a search and its replacement change, in order.
 * @throws TooManyPlaces
 */
export const findPlaces = (attribute: TextAttribute, text: string, query: ReplaceQuery): TextPlace[] => {
  const matcher = createMatcher(query);
  if (attribute === 'content') return placesInHtml(text, query, matcher);
  const matches = matcher.in(text, MAX_PLACES + 1);
  if (matches.length > MAX_PLACES) throw new TooManyPlaces('The text has too many places.');
  return matches.map((match) => ({ ...match, text: query.replace, kind: attribute, ...shown(text, match) }));
};

const shown = (text: string, { start, end }: Match) => ({
  before: storable(text.slice(Math.max(0, start - AROUND), start)),
  found: text.slice(start, end),
  after: storable(text.slice(end, end + AROUND)),
});

const placesInHtml = (html: string, query: ReplaceQuery, matcher: Matcher): TextPlace[] => {
  if (!matcher.mayBeIn(html)) return [];
  const kinds: HtmlUnit['kind'][] = [
    ...(query.fields.includes('text') ? (['text'] as const) : []),
    ...(query.fields.includes('addresses') ? (['address'] as const) : []),
  ];
  let seen = 0;
  const places = unitsOf(html).units.flatMap((unit) => {
    if (!kinds.includes(unit.kind)) return [];
    const matches = matcher.in(unit.value, MAX_PLACES + 1 - seen);
    seen += matches.length;
    if (seen > MAX_PLACES) throw new TooManyPlaces('The text has too many places.');
    return matches.flatMap((match): TextPlace[] => {
      const [start, end] = [match.start, match.end].map((at) => (unit.offsets ? unit.offsets[at] : at));
      if (start === undefined || end === undefined || start < 0 || end < 0) return [];
      const from = unit.start + start;
      const text = writeInto(html, unit, from, query.replace);
      return [{ start: from, end: unit.start + end, text, kind: unit.kind, ...shown(unit.value, match) }];
    });
  });
  if (places.length === 0 || changesNothingElse(html, places, query)) return places;
  if (places.length > MAX_SINGLE) return [];
  const single = places.filter((place) => changesNothingElse(html, [place], query));
  return changesNothingElse(html, single, query) ? single : [];
};

/** True when a browser reads all else as before: no tag, reference or comment comes of what is put together anew. */
export const changesNothingElse = (
  html: string,
  edits: readonly Edit[],
  { replace }: Pick<ReplaceQuery, 'replace'>,
): boolean => {
  const before = unitsOf(html);
  const after = unitsOf(applyEdits(html, edits));
  if (before.shape !== after.shape) return false;
  const expected = expectedUnits(before.units, edits, replace).filter(isSeen);
  const found = after.units.filter(isSeen);
  return (
    expected.length === found.length &&
    expected.every(({ kind, value }, index) => kind === found[index]?.kind && value === found[index].value)
  );
};

type Seen = Pick<HtmlUnit, 'kind' | 'value'>;

/** Of a text that is taken away altogether, nothing is left. */
const isSeen = ({ kind, value }: Seen): boolean => kind === 'address' || value !== '';

const expectedUnits = (units: readonly HtmlUnit[], edits: readonly Edit[], replace: string): Seen[] => {
  let next = 0;
  return units.map(({ kind, value, start, end, offsets }) => {
    const own: Edit[] = [];
    let from = 0;
    for (let edit = edits[next]; edit && edit.start < end; edit = edits[next]) {
      const at = (place: number): number =>
        (from = offsets ? offsets.indexOf(place - start, from) : place - start);
      own.push({ start: at(edit.start), end: at(edit.end), text: replace });
      next += 1;
    }
    return { kind, value: applyEdits(value, own) };
  });
};
