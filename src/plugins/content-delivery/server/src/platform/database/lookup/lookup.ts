import type { Connection } from '../../patches/knex-client';

/**
 * Finds the numbers that a table has for keys, by what is unique in it, on a given connection.
 * @throws what the driver says
 */
export type Lookup = (connection: Connection, keys: readonly string[]) => Promise<Map<string, number>>;
