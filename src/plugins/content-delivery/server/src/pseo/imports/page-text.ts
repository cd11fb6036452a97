import { createHash } from 'node:crypto';
import type { Variables } from '../templates/templates';

/** Words of a variable's value that is no more than a name. */
const NAME_WORDS = 4;

const WORD = /[\p{L}\p{N}]+/gu;
const NOT_READ = /<!--[\s\S]*?(?:-->|$)|<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /<[^>]*>/g;
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Behind the last `>` no tag ends: to look for an end from every `<` there takes long where there are many. */
const withoutTags = (html: string): string => {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replace(TAG, ' ') + html.slice(end);
};

const decoded = (text: string): string =>
  text.replace(ENTITY, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** The words that a reader of a page sees, in lower case. */
export const wordsOfHtml = (html: string): string[] =>
  wordsOf(decoded(withoutTags(html.replace(NOT_READ, ' '))));

/**
 * The words of a page once its variables are taken out: wherever the text has the value of a variable that is no longer
 * than a name (one to four words), also inside other values, it goes. A longer value is text that people read, and
 * stays.
 */
export const withoutVariables = (words: readonly string[], variables: Variables): string[] => {
  const values = new Map<string, string[][]>();
  for (const value of Object.values(variables)) {
    // Not split into words for nothing: a long value is none that goes.
    if (value.length > 200) continue;
    const sequence = wordsOf(value);
    const [first] = sequence;
    if (first === undefined || sequence.length > NAME_WORDS) continue;
    values.set(first, [...(values.get(first) ?? []), sequence]);
  }
  for (const sequences of values.values()) sequences.sort((a, b) => b.length - a.length);

  const left: string[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at] as string;
    const found = values
      .get(word)
      ?.find((sequence) => sequence.every((part, offset) => words[at + offset] === part));
    if (!found) left.push(word);
    at += found?.length ?? 1;
  }
  return left;
};

/** Equal for pages that read alike: the same words once the variables are taken out. */
export const textHashOfPage = (html: string, variables: Variables): string =>
  createHash('sha256')
    .update(withoutVariables(wordsOfHtml(html), variables).join(' '))
    .digest('base64');
