import bourne from '@hapi/bourne';
import { CORE_SCHEMA, load } from 'js-yaml';
import { parse } from 'smol-toml';
import { isRecord } from '../../platform/formats';
import type { Fields } from '../fields';

/** A file of Markdown: what stands above it, and the text. */
export interface Parsed {
  fields: Fields;
  body: string;
  /** Why what stands above could not be read, as a sentence; null when it was. */
  problem: string | null;
}

type Parser = (text: string) => unknown;

const asJson: Parser = (text) => bourne.parse(text, { protoAction: 'remove' });
/** Without its dates: it makes one of 2 March of 30 February. */
const asYaml: Parser = (text) => load(text, { schema: CORE_SCHEMA });

/** The first line of front matter, and how it ends and is read. */
const FENCES: readonly { open: RegExp; close: string; read: Parser }[] = [
  { open: /^---(?:ya?ml)?$/i, close: '---', read: asYaml },
  { open: /^\+\+\+$/, close: '+++', read: (text) => parse(text) },
  { open: /^---toml$/i, close: '---', read: (text) => parse(text) },
  { open: /^;;;$/, close: ';;;', read: asJson },
  { open: /^---json$/i, close: '---', read: asJson },
];

/** Fields that no line of `---` stands above, or that a comment does. */
const UNFENCED =
  /^(?:(?:title|date|layout|draft|status|tags|categories|slug|permalink)[ \t]*:|<!--(?:(?!-->)[\s\S]){0,5000}-->\s*---\n)/i;

/** The end of a line, from a position on; the length of the text where there is none. */
const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
};

const refused = (body: string, problem: string): Parsed => ({ fields: {}, body, problem });

/** Front matter in YAML (`---`), TOML (`+++`) or JSON (`;;;`, or an object at the start). No code of it is run. */
export const parseFile = (given: string): Parsed => {
  const text = given.replace(/\r\n?/g, '\n').trimStart();
  const first = text.slice(0, endOfLine(text, 0)).trimEnd();
  const fence = FENCES.find(({ open }) => open.test(first));
  if (fence) return fenced(text, fence);
  if (first.startsWith('{') && !/^\{[{%]/.test(first)) return jsonObject(text);
  return UNFENCED.test(text)
    ? refused(text, 'Its fields do not stand between two lines of "---" at its start.')
    : { fields: {}, body: text, problem: null };
};

const fenced = (text: string, { close, read: parser }: (typeof FENCES)[number]): Parsed => {
  const start = endOfLine(text, 0) + 1;
  for (let from = start; from < text.length; from = endOfLine(text, from) + 1) {
    if (text.slice(from, endOfLine(text, from)).trimEnd() !== close) continue;
    return read(text.slice(start, from), text.slice(endOfLine(text, from) + 1), parser);
  }
  return refused(text, `It has no second line "${close}".`);
};

/** A text or a brace of JSON. */
const JSON_PART = /"(?:[^"\\]|\\.)*"|[{}]/gs;

const jsonObject = (text: string): Parsed => {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(JSON_PART)) {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    if (depth === 0) return read(text.slice(0, index + 1), text.slice(endOfLine(text, index) + 1), asJson);
  }
  return refused(text, 'It begins with a brace that is not closed.');
};

const read = (source: string, body: string, parser: Parser): Parsed => {
  try {
    const fields = parser(source);
    if (fields === null || fields === undefined) return { fields: {}, body, problem: null };
    return isRecord(fields) ? { fields, body, problem: null } : refused(body, 'It has no names and values.');
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    return refused(body, `${reason.slice(0, 200)}.`);
  }
};
