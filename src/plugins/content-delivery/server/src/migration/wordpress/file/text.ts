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
 * The text of an export without the characters that are not allowed in it.
 * @param onControl called with each line that some were removed from, and the first of these
 * @throws MovingProblem for what is no text in UTF-8
 */
export async function* exportText(
  bytes: AsyncIterable<Uint8Array>,
  onControl: (line: number, characters: string[]) => void,
): AsyncGenerator<string> {
  let line = 1;
  try {
    for await (const text of decodeUtf8(unpacked(bytes), WORDS)) {
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
      for (const [at, characters] of found) onControl(at, characters);
      yield found.size > 0 ? text.replace(CONTROL, '') : text;
    }
  } catch (error) {
    throw error instanceof ImportProblem ? new MigrationProblem(error.message) : error;
  }
}

const lineBreaks = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst && chunk[0] === 0x1f && chunk[1] === 0x8b) {
      throw new MigrationProblem(
        `This is a packed file (gzip). Unpack it with gunzip and give the .xml file. ${EXPORT_AGAIN}`,
      );
    }
    isFirst = false;
    yield chunk;
  }
}
