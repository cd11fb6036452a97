import { inspect } from 'node:util';
import { MigrationProblem } from '../../../src/plugins/content-delivery/server/src/migration';
import { run } from '../command';
import { NotStarted } from '../not-started';
import { EXIT } from './exit-status';
import type { MigrationOptions } from './options';
import { expectWritable } from './report-file';
import { forTerminal } from './terminal';

/**
 * Runs a command that brings content in.
 * @param readOptions gives null when help is asked for, and throws WrongOptions
 * @param execute gives the exit status, and throws MigrationProblem when nothing could be begun
 */
export const runMigrationCommand = <Options extends MigrationOptions>(
  usage: string,
  readOptions: (args: string[]) => Options | null,
  execute: (options: Options) => Promise<number>,
): void =>
  run(usage, readOptions, async (options) => {
    try {
      for (const file of options.reportFiles) await expectWritable(file);
      return await execute(options);
    } catch (error) {
      if (error instanceof MigrationProblem || error instanceof NotStarted) {
        console.error(forTerminal(error.message));
        return EXIT.nothingDone;
      }
      // Unexpected, so all of it is shown; it may quote foreign content.
      console.error(inspect(error).split('\n').map(forTerminal).join('\n'));
      return EXIT.failed;
    }
  });
