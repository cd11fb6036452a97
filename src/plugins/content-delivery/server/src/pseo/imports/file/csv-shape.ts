import { DELIMITERS, type Delimiter } from '../../../../../contracts/pseo-imports';
import { UnclearFile } from '../problem';
import { sampledRecords, type SampledRecord } from './csv-sample';
import type { FileOptions } from './row';

/** How a CSV file is written. */
export interface CsvShape {
  delimiter: Delimiter;
  /** Quotation marks have spaces before or after them, so the spaces around all cells are none of their texts. */
  isSpaced: boolean;
  /** Cells are held together by curly quotation marks. */
  isCurly: boolean;
}

interface DelimiterTrial {
  delimiter: Delimiter;
  records: SampledRecord[];
}

const NAMES: Record<Delimiter, string> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar (|)',
};

/** Lines that may stand before the names of the columns. */
const MAX_LINES_BEFORE = 10;
/** Rows of one width that make it likely that the names are in the first of them. */
const MIN_ROWS = 3;

/**
 * Judges by the first rows how a file is written.
 * @param head its beginning, without the lines before the names where it is said in which line these are
 * @param linesBefore lines that are not in it
 * @param isWhole whether the rest of the file is all in it
 * @throws UnclearFile where two delimiters fit, or the names of the columns are not in its first line
 */
export const shapeOf = (
  head: string,
  linesBefore: number,
  isWhole: boolean,
  given: FileOptions,
): CsvShape => {
  const candidates = (given.delimiter === undefined ? DELIMITERS : [given.delimiter]).map(
    (delimiter): DelimiterTrial => ({
      delimiter,
      records: sampledRecords(head, delimiter, isWhole, linesBefore),
    }),
  );
  const { delimiter, records } = chosen(candidates, given);
  return {
    delimiter,
    isSpaced: records.some(({ isSpaced }) => isSpaced),
    isCurly: isCurly(records),
  };
};

const chosen = (candidates: readonly DelimiterTrial[], { headerLine }: FileOptions): DelimiterTrial => {
  const [usual] = candidates as [DelimiterTrial];
  const possible = candidates.filter(({ records }) => (records[0]?.filled ?? 0) > 1);
  const fitting = possible.filter((one) => one.records.length > 1 && rowsThatFit(one) === rowsOf(one));
  const [only] = fitting;
  if (fitting.length > 1) throw tied(fitting);
  if (only) return only;
  if (headerLine === undefined) {
    for (const candidate of candidates) refuseLinesBefore(candidate);
  }
  // Some rows are faulty, or there are none: the delimiter that fits the most of them.
  const best = mostOf(mostOf(possible, rowsThatFit), ({ records }) => records[0]?.width ?? 0);
  if (best.length > 1) throw tied(best);
  return best[0] ?? usual;
};

const rowsOf = ({ records }: DelimiterTrial): number => records.length - 1;

/** Rows that have as many cells as the first one has names. */
const rowsThatFit = ({ records }: DelimiterTrial): number => {
  const [header, ...rows] = records;
  return header
    ? rows.filter(({ width, filled }) => width >= header.filled && filled <= header.filled).length
    : 0;
};

const mostOf = (
  candidates: readonly DelimiterTrial[],
  of: (one: DelimiterTrial) => number,
): DelimiterTrial[] => {
  const most = Math.max(...candidates.map(of));
  return candidates.filter((one) => of(one) === most);
};

const tied = (candidates: readonly DelimiterTrial[]): UnclearFile =>
  new UnclearFile(
    `Its cells may be separated by ${candidates.map(({ delimiter }) => NAMES[delimiter]).join(' or by ')}: the first lines fit both.`,
    { option: 'delimiter', values: candidates.map(({ delimiter }) => delimiter) },
  );

/** @throws UnclearFile for a first line that is a title, or has names for some of the cells only */
const refuseLinesBefore = ({ records }: DelimiterTrial): void => {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last || last.width < 2) return;
  let at = records.length - 1;
  while (at > 0 && records[at - 1]?.width === last.width) at -= 1;
  const names = records[at];
  const before = records.slice(0, at);
  const rows = records.length - at;
  const isTitle = first.filled === 1;
  // A title in a spreadsheet has as many separators as its rows.
  const [, second, ...others] = records;
  const isPadded = second?.filled === second?.width && others.every(({ filled }) => filled > 1);
  if (at === 0 && second && isTitle && rows > MIN_ROWS && isPadded) {
    throw new UnclearFile(linesBefore(first, second), headerIn(second));
  }
  if (!names || at === 0 || at > MAX_LINES_BEFORE || rows < (isTitle ? 2 : MIN_ROWS)) return;
  if (before.some(({ filled }) => filled >= names.filled)) return;
  throw new UnclearFile(linesBefore(first, names), headerIn(names));
};

const headerIn = ({ line }: SampledRecord) => ({ option: 'headerLine' as const, values: [line] });

const linesBefore = (first: SampledRecord, names: SampledRecord): string =>
  `Line ${first.line} has ${first.filled === 1 ? 'one cell' : `${first.filled} cells`}, and the lines from line ${names.line} on have ${names.width}. The names of the columns seem not to be in the first line.`;

/** True where curly quotation marks are not texts, but there to hold cells together. */
const isCurly = ([header, ...rows]: readonly SampledRecord[]): boolean =>
  header !== undefined &&
  [header, ...rows].every(({ isQuoted }) => !isQuoted) &&
  (header.curly > 0 ||
    rows.some(({ curlyHolds, curly, width }) => curlyHolds || (width > 1 && curly === width)));
