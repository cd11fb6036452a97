import { DELIMITERS, type Delimiter } from '../../../../contracts/pseo-imports';
import { UnclearFile, type FileQuestion, type ImportProblem } from './problem';

/** How people answer what a file leaves open: on the command line and in the admin panel. */

const WORDS: Readonly<Record<string, Delimiter>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

/** @returns undefined for what separates no cells */
export const delimiterFrom = (text: string): Delimiter | undefined =>
  DELIMITERS.find((one) => one === text) ?? WORDS[text.toLowerCase()];

/** @returns undefined for what is no line of a file */
export const lineFrom = (text: string): number | undefined =>
  /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;

const OPTIONS: Record<FileQuestion['option'], string> = {
  delimiter: '--delimiter',
  headerLine: '--header-line',
};

/** What is wrong with a file, with the options that say what it does not. */
export const onCommandLine = (problem: ImportProblem): string => {
  if (!(problem instanceof UnclearFile)) return problem.message;
  const { option, values } = problem.question;
  const answers = values.map((value) => `${OPTIONS[option]} ${value === '\t' ? 'tab' : `"${value}"`}`);
  return option === 'delimiter'
    ? `${problem.message} Say which: ${answers.join(' or ')}.`
    : `${problem.message} Say in which line they are: ${answers.join(' or ')}, or ${OPTIONS[option]} "1" if they are there.`;
};

/** The same for the admin panel. */
export const inPanel = (problem: ImportProblem): string => {
  if (!(problem instanceof UnclearFile)) return problem.message;
  const { option, values } = problem.question;
  return option === 'delimiter'
    ? `${problem.message} Choose it under "Cells are separated by", and upload the file again.`
    : `${problem.message} Enter their line, such as ${values.join(' or ')}, under "Line with the names of the columns", and upload the file again; 1 says that they are in the first line.`;
};
