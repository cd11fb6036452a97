/** What is the same for everything that is run from the command line. */
import path from 'node:path';
import { createStrapi, type Core } from '@strapi/strapi';
import { WrongOptions } from './options';

const ROOT = path.resolve(__dirname, '..', '..', '..');

/** This project, as it was built; not loaded yet. */
export const projectsStrapi = (): Core.Strapi => {
  // Log lines would mix with those of the command; a configured level goes first.
  process.env['LOG_LEVEL'] = process.env['LOG_LEVEL']?.trim() || 'warn';
  // A user waits for it.
  process.env['DATABASE_WAIT_SECONDS'] ??= '0';
  return createStrapi({
    appDir: ROOT,
    distDir: path.join(ROOT, 'dist'),
    autoReload: false,
    serveAdminPanel: false,
  });
};

/**
 * Reads the command line, does what it says, and ends the process: with the status that `execute` gives, with 2 for
 * wrong options, with 1 for an unexpected error.
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
      console.error(error);
      process.exit(1);
    },
  );
};
