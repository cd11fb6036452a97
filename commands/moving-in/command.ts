import { MovingProblem } from '../../src/plugins/content-delivery/server/src/moving-in';
import { run } from '../command';
import { EXIT } from './session';

/**
 * Runs a command that brings content in.
 * @param readOptions gives null when help is asked for, and throws WrongOptions
 * @param execute gives the exit status, and throws MovingProblem when nothing could be begun
 */
export const runMove = <Options>(
  usage: string,
  readOptions: (args: string[]) => Options | null,
  execute: (options: Options) => Promise<number>,
): void =>
  run(usage, readOptions, async (options) => {
    try {
      return await execute(options);
    } catch (error) {
      if (!(error instanceof MovingProblem)) throw error;
      console.error(error.message);
      return EXIT.nothingDone;
    }
  });
