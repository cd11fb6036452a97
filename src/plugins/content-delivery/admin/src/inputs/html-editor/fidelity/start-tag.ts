import { isElement, parseHtml, type TreeElement } from './tree';
import { escapeAttribute } from './escape';

const NAME = /^<([^\s/>]+)/;
/** A name without special rules in the parser, so that any start tag can be read by itself. */
const NEUTRAL = 'x-tag';

const read = (startTag: string): { source: string; element: TreeElement } => {
  const source = startTag.replace(NAME, `<${NEUTRAL}`);
  const element = parseHtml(source)[0];
  if (!element || !isElement(element)) throw new Error(`Not a start tag: ${startTag}`);
  return { source, element };
};

/** The name in a start tag, written as there. */
const nameIn = (startTag: string): string => NAME.exec(startTag)?.[1] ?? '';

/** The end tag that belongs to a start tag. */
export const endTagOf = (startTag: string): string => `</${nameIn(startTag)}>`;

/** A start tag with these attributes. */
export const startTagOf = (name: string, attributes: Readonly<Record<string, string>>): string =>
  withAttributes(`<${name}>`, attributes);

/** The value of an attribute in a start tag; `null` when it is not there. */
export const attributeIn = (startTag: string, name: string): string | null =>
  read(startTag).element.attrs.find((attribute) => attribute.name === name)?.value ?? null;

/** The start tag under another name; one that has the name already stays as it is written. */
export const renamed = (startTag: string, name: string): string =>
  nameIn(startTag).toLowerCase() === name ? startTag : startTag.replace(NAME, `<${name}`);

/**
 * The start tag with other values of some attributes; `null` takes one out. What is not named, or has the value
 * already, stays as it is written.
 */
export const withAttributes = (startTag: string, values: Readonly<Record<string, string | null>>): string => {
  const { source, element } = read(startTag);
  const places = element.sourceCodeLocation?.attrs ?? {};
  const edits: { start: number; end: number; text: string }[] = [];
  // Behind the last attribute: a slash before `>` may belong to a value without quotes.
  let end = NEUTRAL.length + 1;
  for (const place of Object.values(places)) end = Math.max(end, place.endOffset);
  for (const [name, value] of Object.entries(values)) {
    const present = element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
    if (present === value) continue;
    const place = places[name];
    const text = value === null ? '' : `${name}="${escapeAttribute(value)}"`;
    if (!place) edits.push({ start: end, end, text: ` ${text}` });
    else if (value === null) {
      const before = source.slice(0, place.startOffset);
      edits.push({ start: before.trimEnd().length, end: place.endOffset, text });
    } else edits.push({ start: place.startOffset, end: place.endOffset, text });
  }
  let changed = source;
  for (const edit of edits.reverse().sort((a, b) => b.start - a.start))
    changed = changed.slice(0, edit.start) + edit.text + changed.slice(edit.end);
  return changed.replace(NAME, `<${nameIn(startTag)}`);
};
