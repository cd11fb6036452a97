/** Control characters, ends of lines, and marks that turn the direction of writing. */
// eslint-disable-next-line no-control-regex
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text that others have written as one line of a terminal: what would steer the terminal, or look like a line of
 * its own, is spelled out as `\u001b`.
 */
export const forTerminal = (text: string): string =>
  text.replace(UNSHOWABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Where a report is printed: as a table where people see it. */
export const terminal = {
  log: (text: string): void => console.log(text),
  error: (text: string): void => console.error(text),
  get columns(): number | undefined {
    return process.stdout.isTTY && process.stderr.isTTY ? process.stdout.columns : undefined;
  },
};
