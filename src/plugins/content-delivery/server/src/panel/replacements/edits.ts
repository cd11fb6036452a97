import type { HtmlUnit } from './html-units';

/** A piece of a text, and what it becomes. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Edits in order, none over another. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  const parts: string[] = [];
  let done = 0;
  for (const edit of edits) {
    parts.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return parts.join('') + text.slice(done);
};

/** What takes the edits back, in the text that they made. */
export const reverseEdits = (text: string, edits: readonly Edit[]): Edit[] => {
  let shift = 0;
  return edits.map(({ start, end, text: made }) => {
    const from = start + shift;
    shift += made.length - (end - start);
    return { start: from, end: from + made.length, text: text.slice(start, end) };
  });
};

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '=': '&#61;',
  '\u00a0': '&nbsp;',
};
const IN_TEXT = /[&<>\u00a0]/g;
const IN_ATTRIBUTE = {
  '"': /[&"\u00a0]/g,
  "'": /[&'\u00a0]/g,
  '': /[&"'<>=`\u00a0\s]/g,
} as const;
/** What would go on into the replacement: `&am` before `p;`, or `<` before a letter. */
const UNFINISHED = /(?:&#?[a-zA-Z0-9]*|<[/!?]?)$/;
const MAX_REFERENCE = 40;

/** A replacement as it is written at its place of the HTML. */
export const writeInto = (html: string, { kind, quote }: HtmlUnit, at: number, text: string): string => {
  const written = text.replace(
    kind === 'text' ? IN_TEXT : IN_ATTRIBUTE[quote],
    (character) => REFERENCES[character] ?? numeric(character),
  );
  const before = html.slice(Math.max(0, at - MAX_REFERENCE), at);
  if (written === '' || written.startsWith('&') || !UNFINISHED.test(before)) return written;
  const first = String.fromCodePoint(written.codePointAt(0) as number);
  return numeric(first) + written.slice(first.length);
};

const numeric = (character: string): string => `&#${character.codePointAt(0)};`;
