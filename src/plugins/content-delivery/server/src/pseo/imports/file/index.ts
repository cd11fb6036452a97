import { ImportProblem } from '../problem';
import { openCsv } from './csv';
import { SAMPLE_RECORDS } from './csv-sample';
import { decodeUtf8 } from './encoding';
import { openJson } from './json';
import type { FileOptions, OpenedFile } from './row';

export { isHeaderAgain } from './json';
export { textOfCell } from './row';
export type { Cell, FileOptions, FileRow, OpenedFile } from './row';

/** Characters that are held to see how a file is written. */
const HEAD = 262_144;
/** Lines of a CSV file by which this is seen. */
const HEAD_LINES = SAMPLE_RECORDS + 12;

/** What begins as JSON does and is the first of the names of a CSV file: `{city}`, `{{ city }}`, `[city]`. */
const NAME_IN_BRACKETS =
  /^\s*(?:\{{1,3}[^{}[\]":,;\r\n]{1,200}\}{1,3}|\[(?!\s*(?:true|false|null)\b)\s*\p{L}[^{}[\]":,;\r\n]{0,200}\])[ \t]*(?:[,;\t|\r\n]|$)/u;

/** What is given as a table, and is none: a page that some programs save as `.xls`, a workbook as XML, PDF, RTF. */
const NO_TABLE = /^\s*(?:<(?:\?xml|!doctype|html|head|meta|table|body)[\s>]|%PDF-|\{\\rtf)/i;

/**
 * Finds out what a file is and reads its rows as they arrive, so that its size does not matter.
 * @param bytes the file; whether it is CSV or JSON is seen from its beginning
 * @param given what people say of it
 * @throws ImportProblem, UnclearFile, also while rows are read
 */
export const openFile = async (
  bytes: AsyncIterable<Uint8Array>,
  given: FileOptions = {},
): Promise<OpenedFile> => {
  const texts = decodeUtf8(bytes);
  try {
    return await opened(texts, given);
  } catch (error) {
    await texts.return(undefined);
    throw error;
  }
};

const opened = async (texts: AsyncGenerator<string>, given: FileOptions): Promise<OpenedFile> => {
  const pieces: string[] = [];
  let [length, lines, isWhole] = [0, 0, false];
  let first: string | undefined;
  const wanted = HEAD_LINES + (given.headerLine ?? 0);
  while (length < HEAD && (lines < wanted || first === '[' || first === '{')) {
    const next = await texts.next();
    isWhole = next.done === true;
    if (next.done) break;
    pieces.push(next.value);
    length += next.value.length;
    first ??= next.value.trimStart()[0];
    if (first !== undefined) lines += next.value.split(/\r\n|\n|\r/).length - 1;
  }
  const head = pieces.join('');
  if (first === undefined) throw new ImportProblem('The file is empty.');
  if (NO_TABLE.test(head)) {
    throw new ImportProblem(
      'This is no table of text, but a web page, XML, PDF or RTF, whatever its name says. Open it in a spreadsheet and save it as CSV UTF-8.',
    );
  }
  if ((first === '[' || first === '{') && !NAME_IN_BRACKETS.test(head)) {
    if (given.delimiter !== undefined || given.headerLine !== undefined) {
      throw new ImportProblem('The file is JSON, which has neither separators of cells nor a line of names.');
    }
    return openJson(head, texts, isWhole);
  }
  return openCsv(head, texts, isWhole, given);
};
