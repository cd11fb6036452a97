import type { FileOptions } from '../../src/plugins/content-delivery/server/src/pseo/imports/file';
import {
  delimiterFrom,
  lineFrom,
} from '../../src/plugins/content-delivery/server/src/pseo/imports/file-question';
import { WrongOptions, type ValuesOf } from './options';

/** What operators say of a file of rows that does not say it itself. */
export const FILE_OPTIONS = {
  delimiter: { type: 'string' },
  'header-line': { type: 'string' },
  empty: { type: 'string', multiple: true, default: [] as string[] },
} as const;

export const FILE_USAGE = `  --delimiter <d>      what separates the cells of a CSV file: , ; tab or |. Otherwise it is seen from the first lines
  --header-line <n>    the line of a CSV file that has the names of its columns (default: the first)
  --empty column=a,b   texts that count as an empty cell, as the dry run names them. May be repeated`;

/** @throws WrongOptions */
export const readFileOptions = (values: ValuesOf<typeof FILE_OPTIONS>): FileOptions => {
  const { delimiter, 'header-line': headerLine } = values;
  const options = {
    delimiter: delimiter === undefined ? undefined : delimiterFrom(delimiter),
    headerLine: headerLine === undefined ? undefined : lineFrom(headerLine),
  };
  if (delimiter !== undefined && options.delimiter === undefined) {
    throw new WrongOptions('--delimiter is "," or ";" or "tab" or "|".');
  }
  if (headerLine !== undefined && options.headerLine === undefined) {
    throw new WrongOptions('--header-line is the number of a line, from 1 to 9999.');
  }
  return options;
};

/** `column=text,text`; what the dry run names has neither "=" nor "," in it. @throws WrongOptions */
export const emptyTexts = (options: readonly string[]): Map<string, string[]> => {
  const texts = new Map<string, string[]>();
  for (const option of options) {
    const at = option.lastIndexOf('=');
    const column = option.slice(0, at).trim();
    const given = option
      .slice(at + 1)
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    if (at < 1 || given.length === 0)
      throw new WrongOptions(`--empty takes column=text,text, not "${option}".`);
    texts.set(column, [...(texts.get(column) ?? []), ...given]);
  }
  return texts;
};
