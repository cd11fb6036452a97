import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line itself is wrong. */
export class WrongOptions extends Error {}

/** @throws WrongOptions */
export const parsed = <Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>>['values'] => {
  try {
    return parseArgs(config).values;
  } catch (error) {
    throw new WrongOptions(error instanceof Error ? error.message : String(error));
  }
};

/** The same with what stands beside the options. @throws WrongOptions */
export const parsedWithWords = <Options extends NonNullable<ParseArgsConfig['options']>>(config: {
  args: string[];
  options: Options;
}) => {
  try {
    const { values, positionals } = parseArgs({ ...config, allowPositionals: true });
    return { values, words: positionals };
  } catch (error) {
    throw new WrongOptions(error instanceof Error ? error.message : String(error));
  }
};
