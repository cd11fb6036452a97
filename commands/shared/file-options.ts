import type { FileOptions } from '../../src/plugins/content-delivery/server/src/pseo/imports/file';
import {
  delimiterFrom,
  lineFrom,
} from '../../src/plugins/content-delivery/server/src/pseo/imports/file-question';
import { WrongOptions } from './options';

/** What operators say of a CSV file that does not say it itself. */
export const FILE_OPTIONS = {
  delimiter: { type: 'string' },
  'header-line': { type: 'string' },
} as const;

export const FILE_USAGE = `  --delimiter <d>      what separates the cells of a CSV file: , ; tab or |. Otherwise it is seen from the first lines
  --header-line <n>    the line of a CSV file that has the names of its columns (default: the first)`;

/** @throws WrongOptions */
export const readFileOptions = (values: {
  delimiter?: string | undefined;
  'header-line'?: string | undefined;
}): FileOptions => {
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
