import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line itself is wrong. */
export class WrongOptions extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

const HELP = { help: { type: 'boolean', short: 'h', default: false } } as const;

const parse = <Own extends Options>(args: string[], options: Own, allowPositionals: boolean) => {
  try {
    const { values, positionals } = parseArgs({ args, options: { ...options, ...HELP }, allowPositionals });
    return (values as { help?: boolean }).help ? null : { values, words: positionals };
  } catch (error) {
    throw new WrongOptions(error instanceof Error ? error.message : String(error));
  }
};

/** The options of a command; null when help is asked for. @throws WrongOptions */
export const parsed = <Own extends Options>(args: string[], options: Own) =>
  parse(args, options, false)?.values ?? null;

/** What `parsed` makes of these options. */
export type ValuesOf<Own extends Options> = NonNullable<ReturnType<typeof parsed<Own>>>;

/** What stands beside them on the command line; null when help is asked for. @throws WrongOptions */
export const parsedWords = (args: string[]): string[] | null => parse(args, {}, true)?.words ?? null;
