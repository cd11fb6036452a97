import path from 'node:path';

/** Of the project: this file is in `dist/bench`. */
export const ROOT = path.resolve(__dirname, '..', '..');

/** Runs a benchmark to its end, and ends the process with it, whatever is still open. */
export const run = (main: () => Promise<void>): Promise<never> =>
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
