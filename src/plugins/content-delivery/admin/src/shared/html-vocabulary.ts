/** Which elements the visual mode knows, and as what. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that start a new line; all others flow in a line of text. */
const BLOCKS = words(
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main ' +
    'marquee menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead ' +
    'title tr ul xmp',
);

/** Boxes whose inside is edited; the box itself is kept as it is. */
const BOXES = words(
  'address article aside center dd details div dl dt figcaption figure footer header hgroup main nav search ' +
    'section summary',
);

/** Marks of the editor by element. */
const MARKS: Readonly<Record<string, string>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  u: 'underline',
  ins: 'underline',
  code: 'code',
};

/** Elements around words without a button. */
const INLINE_TAGS = words(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike ' +
    'strong sub sup time tt u var',
);

const VOID = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements whose text is not HTML. */
const RAW_TEXT = words(
  'iframe noembed noframes noscript plaintext pre script style textarea title xmp listing',
);

export const isBlockTag = (tag: string): boolean => BLOCKS.has(tag);
export const isBoxTag = (tag: string): boolean => BOXES.has(tag);
export const isInlineTag = (tag: string): boolean => INLINE_TAGS.has(tag);
export const isVoidTag = (tag: string): boolean => VOID.has(tag);
export const keepsSpaces = (tag: string): boolean => RAW_TEXT.has(tag);
export const markOfTag = (tag: string): string | undefined =>
  Object.hasOwn(MARKS, tag) ? MARKS[tag] : undefined;
