import { isBlank, storable, unstorableProblem } from '../platform/formats';
import { MAX_STRING_LENGTH } from '../pseo/templates/page-texts';
import type { ReportLine, ReportWriter } from './report';

/** A text in a column that holds so much and no more, cut between characters. */
export const cut = (text: string): string => storable(text.slice(0, MAX_STRING_LENGTH));

/** Makes the texts of an entry such that every database can store them, and reports what that took. */
export const createTexts = (report: ReportWriter, { kind, where }: Pick<ReportLine, 'kind' | 'where'>) => {
  const alter = (what: string, whatToDo: string): void =>
    report.add({ loss: 'altered', kind, where }, what, whatToDo);

  /** A text of any length. */
  const reported = (name: string, text: string): string => {
    if (unstorableProblem(text) === null) return text;
    alter(
      `The ${name} has characters that cannot be stored (NUL, or half of a character). They were left out.`,
      'Look at the text here.',
    );
    return storable(text);
  };

  /** A text of at most 255 characters. */
  const short = (name: string, text: string): string => {
    const clean = reported(name, text);
    if (clean.length <= MAX_STRING_LENGTH) return clean;
    alter(
      `The ${name} has ${clean.length.toLocaleString('en')} characters; it was cut to ${MAX_STRING_LENGTH}.`,
      'Shorten it here.',
    );
    return cut(clean);
  };

  /** A text that may be missing; null for one without anything to read. */
  const optional = (name: string, text: string | null, fit: typeof short): string | null =>
    text === null || isBlank(text) ? null : fit(name, text);

  return { alter, storable: reported, short, optional };
};

export type Texts = ReturnType<typeof createTexts>;

/** For a report: a text that may be very long. */
export const shown = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 117)}…`);

/** Of a list in a line of the report. */
const LISTED = 20;

/** Names in a line of the report. */
export const listed = (names: Iterable<string>): string => {
  const all = [...names];
  const more = all.length > LISTED ? ` and ${all.length - LISTED} more` : '';
  return `${all.slice(0, LISTED).join(', ')}${more}`;
};
