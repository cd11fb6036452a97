import { TextDecoder } from 'node:util';
import { decodeUtf8 } from '../../../pseo/imports/file/encoding';
import { ImportProblem } from '../../../pseo/imports/problem';
import { MigrationProblem } from '../../writer';
import { EXPORT_AGAIN } from './export-again';

/** Characters that XML does not allow, and that WordPress writes all the same when a post has them. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Of the characters of a line that were taken out. */
const SHOWN = 5;

const WORDS = {
  packed: `This is a ZIP file. Unpack it and give the .xml file inside. ${EXPORT_AGAIN}`,
  saveAs:
    'Convert it to UTF-8, such as with iconv -f WINDOWS-1252 -t UTF-8 export.xml > export-utf8.xml, and write encoding="UTF-8" in its first line.',
  cutOff: 'The file ends in the middle of a character: it was cut off on its way. Download the export again.',
};

/**
 * The text of an export without the characters that are not allowed in it, and with a `&` that begins no entity as the sign that it is.
 * @param onMistake called with each line of such, and what was wrong there
 * @throws MigrationProblem for what is no text in the encoding that it says
 */
export async function* exportText(
  bytes: AsyncIterable<Uint8Array>,
  onMistake: (line: number, what: string) => void,
): AsyncGenerator<string> {
  let line = 1;
  try {
    for await (const text of decoded(bytes)) {
      const found = new Map<number, string[]>();
      let from = 0;
      for (const match of text.matchAll(CONTROL)) {
        line += lineBreaks(text, from, match.index);
        from = match.index;
        const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        const ofLine = found.get(line) ?? [];
        if (ofLine.length < SHOWN) ofLine.push(`U+${code}`);
        found.set(line, ofLine);
      }
      line += lineBreaks(text, from, text.length);
      for (const [at, characters] of found) {
        onMistake(at, `Characters that XML does not allow were removed: ${characters.join(', ')}.`);
      }
      yield found.size > 0 ? text.replace(CONTROL, '') : text;
    }
  } catch (error) {
    throw error instanceof ImportProblem ? new MigrationProblem(error.message) : error;
  }
}

/** Where a CDATA section begins or ends, and a `&` that begins no entity. */
const BARE = /<!\[CDATA\[|\]\]>|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{0,31});)/gi;
/** What may be cut off at the end of a piece: the beginning of an entity, or of a CDATA section or its end. */
const CUT_OFF = /(?:&#?[\da-z]{0,32}|<!?\[?[CDAT]{0,5}|\]\]?)$/i;

/** The same text, in which each `&` outside of CDATA sections begins an entity, as other programs forget. */
export async function* withEntities(
  texts: AsyncIterable<string>,
  onMistake: (line: number, what: string) => void,
): AsyncGenerator<string> {
  let isInCdata = false;
  let line = 1;
  let held = '';
  const repaired = (text: string): string => {
    let from = 0;
    const clean = text.replace(BARE, (found: string, at: number) => {
      if (found !== '&') isInCdata = found !== ']]>';
      if (found !== '&' || isInCdata) return found;
      line += lineBreaks(text, from, at);
      from = at;
      onMistake(line, 'A & is not written as &amp;.');
      return '&amp;';
    });
    line += lineBreaks(text, from, text.length);
    return clean;
  };
  for await (const text of texts) {
    const all = held + text;
    const end = CUT_OFF.exec(all.slice(-40));
    held = end ? end[0] : '';
    yield repaired(all.slice(0, all.length - held.length));
  }
  if (held !== '') yield repaired(held);
}

const lineBreaks = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** Bytes in which the encoding is looked for, at most; a declaration stands in the first line. */
const HEAD = 1_024;
const DECLARATION = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i;
const UTF_8 = 'utf-8';
/** What has been read letter by letter is none of these, whatever it says; databases have names of their own for UTF-8. */
const NOT_WHAT_IT_SAYS = /^(?:utf-?(?:16|32)(?:[bl]e)?|ucs-?[24]|utf[-_]?8(?:mb[34])?)$/;
/** Encodings of one byte a letter, in which hardly any text is by chance UTF-8 too. */
const OF_ONE_BYTE = /^(?:windows-|iso-8859-|koi8-|ibm|x-mac|macintosh)/;

/** The encoding that the first bytes say: by a byte-order mark, by zeros between Latin letters, or by the XML declaration. */
const encodingOf = (head: Uint8Array): string => {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0 && c === 0x3f && d === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c && c === 0 && d === 0x3f) return 'utf-16be';
  const said = DECLARATION.exec(Buffer.from(head).toString('latin1'))?.[1]?.toLowerCase() ?? UTF_8;
  return said !== 'utf8' && NOT_WHAT_IT_SAYS.test(said) ? UTF_8 : said;
};

/** The whole text. What says another encoding than UTF-8 is decoded as it says. @throws ImportProblem, MigrationProblem */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let isEnd = false;
  while (head.length < HEAD && !isEnd) {
    const { value, done = false } = await chunks.next();
    isEnd = done;
    if (value) head = Buffer.concat([head, value as Uint8Array]);
  }
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  try {
    const encoding = encodingOf(head.subarray(0, HEAD));
    if (/^utf-?8$/.test(encoding)) yield* withoutDeclaration(decodeUtf8(rest(), WORDS));
    else yield* withoutDeclaration(decodeAs(encoding, rest()));
  } finally {
    // A reading that ends early leaves no file open.
    await chunks.return?.();
  }
}

/** It is a text now, whatever it was and has said. */
async function* withoutDeclaration(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const text of texts) {
    yield isFirst ? text.replace(DECLARATION, (whole, name: string) => whole.replace(name, 'UTF-8')) : text;
    isFirst = false;
  }
}

/** Whether a whole letter of bytes is written as UTF-8 has it, and none otherwise. */
const hasLettersOfUtf8 = (bytes: Uint8Array): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /[\u0080-\uffff]/.test(text);
  } catch {
    return false;
  }
};

async function* decodeAs(encoding: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new MigrationProblem(
      `The file says that its encoding is ${encoding}, which cannot be read. ${WORDS.saveAs}`,
    );
  }
  let isLooked = !OF_ONE_BYTE.test(decoder.encoding);
  try {
    for await (const chunk of bytes) {
      if (!isLooked && chunk.some((byte) => byte >= 0x80)) {
        isLooked = true;
        if (hasLettersOfUtf8(chunk)) {
          throw new MigrationProblem(
            `The file says that its encoding is ${encoding}, and its letters are written as UTF-8 has them. Write encoding="UTF-8" in its first line, if that is what it is.`,
          );
        }
      }
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new MigrationProblem(
      `The file says that its encoding is ${encoding}, and has bytes that mean nothing there. ${WORDS.saveAs}`,
    );
  }
}
