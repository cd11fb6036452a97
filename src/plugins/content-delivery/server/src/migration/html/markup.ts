/** Small pieces of HTML: reading attributes, and the spaces of texts. */

const ATTRIBUTES = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/dg;

/** The value of an attribute as it is written in a tag, and its position; null without it. */
export const attributeIn = (tag: string, wanted: string): { value: string; from: number } | null => {
  const inside = new RegExp(ATTRIBUTES);
  inside.lastIndex = /^<[^\s/>]+/.exec(tag)?.[0].length ?? 0;
  for (let found = inside.exec(tag); found; found = inside.exec(tag)) {
    if (found[1]?.toLowerCase() !== wanted) continue;
    const group = [2, 3, 4].find((number) => found?.[number] !== undefined);
    const from = group === undefined ? undefined : found.indices?.[group]?.[0];
    return { value: group === undefined ? '' : (found[group] ?? ''), from: from ?? tag.length - 1 };
  }
  return null;
};

/** Spaces, tabs and line breaks; a no-break space is a character of the text. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

export const isBlankText = (text: string): boolean => !/[^\t-\r ]/.test(text);

/** Without regular expressions, as theirs take long for long runs of spaces. */
export const withoutEndSpaces = (text: string): string => {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

export const withoutStartSpaces = (text: string): string => {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1;
  return text.slice(start);
};
