import type { Delimiter } from '../../../../../contracts/pseo-imports';
import { MAX_ROW } from './row';

/**
 * Makes the curly quotation marks around cells straight ones. Such a cell is in one line.
 * @param texts a file whose cells stand in curly quotation marks, in pieces
 */
export async function* straightened(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<string> {
  const separator = delimiter === '|' ? '\\|' : delimiter;
  const space = delimiter === '\t' ? ' *' : '[ \\t]*';
  const cell = new RegExp(
    `(^|${separator})${space}[“„‟”]([^“”„‟\\r\\n]*)[“”‟]${space}(?=[${separator}\\r\\n]|$)`,
    'gm',
  );
  const straight = (text: string): string =>
    text.replace(cell, (_, before: string, inside: string) => `${before}"${inside.replaceAll('"', '""')}"`);
  let held: string[] = [];
  let length = 0;
  for await (const text of texts) {
    const end = text.lastIndexOf('\n') + 1;
    held.push(text.slice(0, end));
    length += text.length;
    if (end > 0 || length > MAX_ROW) {
      yield straight(held.join(''));
      held = [];
      length = 0;
    }
    held.push(text.slice(end));
  }
  yield straight(held.join(''));
}
