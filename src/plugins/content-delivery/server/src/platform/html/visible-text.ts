import { readHtml, RAW } from './read-html';

/** Elements that are laid out in a line with the text around them. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q ruby rb rt s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** What readers do not see, beside elements without markup; what is between ruby's text is read twice. */
const HIDDEN = new Set(['template', 'noscript', 'rt', 'rp', 'svg', 'math', 'head']);

/** The text that readers of HTML see, with single spaces between separate parts. */
export const visibleText = (html: string): string => {
  const parts: string[] = [];
  let raw: string | null = null;
  const hidden: string[] = [];
  /** How often each name is in `hidden`: many end tags without a beginning would each look through all of it. */
  const open = new Map<string, number>();
  const count = (name: string, by: number): void => void open.set(name, (open.get(name) ?? 0) + by);
  const apart = (name: string): void => {
    if (!INLINE.has(name)) parts.push(' ');
  };
  readHtml(html, {
    onStartTag({ tagName, selfClosing }) {
      apart(tagName);
      if (HIDDEN.has(tagName) && !selfClosing) {
        hidden.push(tagName);
        count(tagName, 1);
        // Within SVG they are elements like others, and may end themselves.
      } else if (RAW.has(tagName) && hidden.length === 0) raw = tagName;
    },
    onEndTag({ tagName }) {
      apart(tagName);
      if (raw === tagName) raw = null;
      while ((open.get(tagName) ?? 0) > 0) {
        const last = hidden.pop() as string;
        count(last, -1);
        if (last === tagName) break;
      }
    },
    onText(text) {
      if (raw === null && hidden.length === 0) parts.push(text);
    },
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
};
