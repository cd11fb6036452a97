import { outsideOfCode } from './code-blocks';
import { SHOWN, type Written } from './written';

/** Characters that open and close, texts between quotation marks, and ends of lines. */
const CODE_PART = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[{}[\]()\n]/gs;

/** Where a statement ends that begins at a position: at the end of a line outside of all brackets. Null where one is not closed. */
const endOfStatement = (text: string, from: number): number | null => {
  let depth = 0;
  CODE_PART.lastIndex = from;
  for (let part = CODE_PART.exec(text); part; part = CODE_PART.exec(text)) {
    const [sign] = part;
    if (sign === '\n' && depth <= 0) return part.index;
    if ('{[('.includes(sign)) depth += 1;
    else if ('}])'.includes(sign)) depth -= 1;
  }
  return depth <= 0 ? text.length : null;
};

/** No sentence that begins with such a word. */
const STATEMENT =
  /^(?:import\s{1,9}(?:["'{*]|[\w$]{1,100}(?:,|\s{1,9}from\s{0,9}["']))|export\s{1,9}(?:default|const|let|var|function|async|class|type|interface|\{|\*)(?=[\s{*]))/gm;

/** Statements that are not closed, after which no more are looked for: each is read to the end of the text. */
const MAX_UNCLOSED = 20;

/** @param left gets the first lines of what went, imports aside */
const withoutStatements = (text: string, left: Set<string>): string => {
  let written = '';
  let at = 0;
  let unclosed = 0;
  STATEMENT.lastIndex = 0;
  for (let found = STATEMENT.exec(text); found; found = STATEMENT.exec(text)) {
    const end = endOfStatement(text, found.index);
    if (end === null) {
      unclosed += 1;
      if (unclosed > MAX_UNCLOSED) break;
      left.add(text.slice(found.index, found.index + SHOWN).split('\n')[0] ?? '');
      continue;
    }
    const statement = text.slice(found.index, end);
    if (statement.startsWith('export')) left.add(statement.slice(0, SHOWN).split('\n')[0] ?? '');
    written += text.slice(at, found.index);
    at = end;
    STATEMENT.lastIndex = end;
  }
  return written + text.slice(at);
};

const COMPONENT = /`[^`\n]*`|<([A-Z][\w.]*)|(?<![={])\{(?!\/\*)([^{}\n]{1,60})/g;
const COMMENT = /`[^`\n]*`|\{\/\*(?:(?!\*\/)[\s\S]){0,5000}\*\/\}/g;

/** MDX without its code. Components stay: their names are no elements that a browser knows, and what they hold is shown. */
export const withoutCode = (text: string): Written => {
  const left = new Set<string>();
  const written = outsideOfCode(text, (part) => {
    const visible = withoutStatements(part, left).replace(COMMENT, (whole) =>
      whole.startsWith('`') ? whole : '',
    );
    for (const [, name, expression] of visible.matchAll(COMPONENT)) {
      if (name !== undefined) left.add(`<${name}>`);
      else if (expression !== undefined) left.add(`{${expression}}`);
    }
    return visible;
  });
  return { text: written, left };
};
