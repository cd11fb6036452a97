import { MovingProblem } from '../../src/plugins/content-delivery/server/src/moving-in';
import { WrongOptions } from '../wrong-options';
import { EXIT } from './session';

export interface MovingCommand<Options> {
  usage: string;
  /** @returns null when help is asked for. @throws WrongOptions */
  readOptions(): Options | null;
  /** @returns the exit status. @throws MovingProblem when nothing could be begun */
  execute(options: Options): Promise<number>;
}

/** Does what the command line says, and ends the process with the status of that. */
export const runCommand = <Options>(command: MovingCommand<Options>): void => {
  statusOf(command).then(
    (status) => process.exit(status),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
};

const statusOf = async <Options>({
  usage,
  readOptions,
  execute,
}: MovingCommand<Options>): Promise<number> => {
  try {
    const options = readOptions();
    if (options !== null) return await execute(options);
    console.log(usage);
    return EXIT.complete;
  } catch (error) {
    if (error instanceof WrongOptions) console.error(`${error.message}\n\n${usage}`);
    else if (error instanceof MovingProblem) console.error(error.message);
    else throw error;
    return EXIT.nothingDone;
  }
};
