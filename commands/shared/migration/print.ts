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
}

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
  for (const line of losses.slice(0, PRINTED)) output.error(reportLine(line));
  for (const line of notes.slice(0, PRINTED)) output.log(reportLine(line));
  if (losses.length > 0) output.log(summaryOf(losses, notes.length));
  const more = Math.max(0, notes.length - PRINTED) + Math.max(0, losses.length - PRINTED);
  if (more > 0) output.error(`… and ${more.toLocaleString('en')} more; --report writes all of them.`);
};
