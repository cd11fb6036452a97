import type { Streaming } from '../deadline';

/**
 * Finds the numbers that a table has for keys, by what is unique in it, on a given connection.
 * @throws what the driver says
 */
export type Lookup = (connection: Streaming, keys: readonly string[]) => Promise<Map<string, number>>;
