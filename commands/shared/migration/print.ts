import Table from 'cli-table3';
import {
  mostImportantFirst,
  type Counts,
  type Report,
  type ReportLine,
  type Writer,
} from '../../../src/plugins/content-delivery/server/src/migration';
import { forTerminal } from './terminal';

/** Lines that are printed; a file takes all of them. */
const PRINTED = 200;

const NAMES = {
  category: 'Categories',
  tag: 'Tags',
  author: 'Authors',
  link: 'Internal links',
  post: 'Posts',
  campaign: 'pSEO campaigns',
  page: 'pSEO pages',
} as const;

const countsLine = (name: string, { made, updated, unchanged, leftOut }: Counts): string =>
  `${name}: ${made} made, ${updated} changed, ${unchanged} left as they are, ${leftOut} left out.`;

const LOSSES = { 'left-out': 'left out', altered: 'altered', note: 'note' } as const;

/** One line of text: for files and other programs. */
export const reportLine = ({ loss, kind, where, what, whatToDo, count }: ReportLine): string => {
  const times = count > 1 ? ` (${count.toLocaleString('en')} times)` : '';
  return forTerminal(`${LOSSES[loss]}: ${kind} ${where}${times}: ${what} → ${whatToDo}`);
};

/** Where the content goes. */
export const websiteLine = (
  { name: given, documentId, isNew }: Writer['website'],
  isDryRun: boolean,
): string => {
  const name = forTerminal(given);
  if (!isNew) return `Into the website "${name}" (${documentId}).`;
  return isDryRun
    ? `The website "${name}" would be made.`
    : `The website "${name}" was made (${documentId}).`;
};

/** Which remarks matter, in a sentence. */
const summaryOf = (losses: readonly ReportLine[], notes: number): string => {
  const times = (loss: ReportLine['loss'], what: string): string[] => {
    const count = losses.filter((line) => line.loss === loss).reduce((sum, line) => sum + line.count, 0);
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? 'time' : 'times'} ${what}`];
  };
  const parts = [
    ...times('left-out', 'something was left out'),
    ...times('altered', 'it came otherwise than it was'),
  ];
  const others = notes === 0 ? '' : ` Besides there ${notes === 1 ? 'is 1 note' : `are ${notes} notes`}.`;
  return `With remarks: ${parts.join(', ')}. Look at these.${others}`;
};

interface Output {
  log(text: string): void;
  error(text: string): void;
  /** The width of the terminal; undefined where there is none, and a remark is a line. */
  columns?: number | undefined;
}

/** Characters of a terminal below which a table has no room. */
const MIN_COLUMNS = 80;
/** Columns with words of their own, and what a border takes of each. */
const FIXED = { loss: 10, kind: 10, count: 8 };
const BORDERS = 7;

const shownAs = (lines: readonly ReportLine[], columns: number | undefined): string => {
  const printed = lines.slice(0, PRINTED);
  if (columns === undefined || columns < MIN_COLUMNS) return printed.map(reportLine).join('\n');
  const rest = columns - BORDERS - FIXED.loss - FIXED.kind - FIXED.count;
  const where = Math.floor(rest * 0.28);
  const what = Math.floor(rest * 0.42);
  const table = new Table({
    head: ['', '', 'times', 'where', 'what', 'what to do'],
    colWidths: [FIXED.loss, FIXED.kind, FIXED.count, where, what, rest - where - what],
    colAligns: ['left', 'left', 'right', 'left', 'left', 'left'],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { loss, kind, count, where: place, what: said, whatToDo } of printed) {
    table.push([LOSSES[loss], kind, count.toLocaleString('en'), ...[place, said, whatToDo].map(forTerminal)]);
  }
  return table.toString();
};

/** Counts and notes go to standard output, what was lost to standard error. */
export const printReport = (report: Report, output: Output): void => {
  const { counts, images } = report;
  for (const [kind, name] of Object.entries(NAMES)) {
    output.log(countsLine(name, counts[kind as keyof typeof NAMES]));
  }
  if (images > 0) output.log(`Images: ${images} copied.`);
  printRemarks(report, output);
};

/** What was lost goes to standard error, notes behind that to standard output. */
export const printRemarks = (report: Report, output: Output): void => {
  const lines = mostImportantFirst(report.lines);
  const notes = lines.filter(({ loss }) => loss === 'note');
  const losses = lines.filter(({ loss }) => loss !== 'note');
  if (losses.length > 0) output.error(shownAs(losses, output.columns));
  if (notes.length > 0) output.log(shownAs(notes, output.columns));
  if (losses.length > 0) output.log(summaryOf(losses, notes.length));
  const more = Math.max(0, notes.length - PRINTED) + Math.max(0, losses.length - PRINTED);
  if (more > 0) output.error(`… and ${more.toLocaleString('en')} more; --report writes all of them.`);
};
