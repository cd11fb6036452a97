/** What is the same for everything that is run from the command line. */
import { WrongOptions } from './options';
import { NotStarted } from './not-started';

/**
 * Reads the command line, does what it says, and ends the process: with the status that `execute` gives, with 2 for
 * wrong options, with 1 where Strapi does not start, and for an unexpected error.
 * @param readOptions gives null when help is asked for, and throws WrongOptions
 */
export const run = <Options>(
  usage: string,
  readOptions: (args: string[]) => Options | null,
  execute: (options: Options) => Promise<number>,
): void => {
  const main = async (): Promise<number> => {
    let options: Options | null;
    try {
      options = readOptions(process.argv.slice(2));
    } catch (error) {
      if (!(error instanceof WrongOptions)) throw error;
      console.error(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (options === null) {
      console.log(usage);
      return 0;
    }
    return execute(options);
  };
  main().then(
    (status) => process.exit(status),
    (error: unknown) => {
      console.error(error instanceof NotStarted ? error.message : error);
      process.exit(1);
    },
  );
};
