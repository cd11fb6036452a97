import { PARSE_LIMIT } from './liquid';

/** Characters of Liquid in it. Parsing takes time for these; text between them costs next to nothing. */
const MAX_LIQUID = 100_000;

/** What is wrong with the length of a new template, for an editor; null when nothing is. */
export const lengthProblem = (template: string): string | null => {
  if (template.length > PARSE_LIMIT) return tooLong(template.length, 'characters', PARSE_LIMIT);
  const liquid = liquidLength(template);
  return liquid > MAX_LIQUID ? tooLong(liquid, 'characters in {{ … }} and {% … %}', MAX_LIQUID) : null;
};

const tooLong = (length: number, of: string, most: number): string =>
  `The template has ${length.toLocaleString('en')} ${of}; ${most.toLocaleString('en')} are possible.`;

/** How much of a template is parsed as Liquid, in characters; what is not closed goes on to the end. */
export const liquidLength = (template: string): number => {
  let length = 0;
  const opening = /\{[{%]/g;
  for (let found = opening.exec(template); found; found = opening.exec(template)) {
    const end = template.indexOf(found[0] === '{{' ? '}}' : '%}', found.index + 2);
    if (end === -1) return length + template.length - found.index;
    length += end + 2 - found.index;
    opening.lastIndex = end + 2;
  }
  return length;
};
