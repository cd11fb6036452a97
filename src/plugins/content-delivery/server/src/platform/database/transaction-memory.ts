import type { Core } from '@strapi/strapi';

/** A map for each transaction, which lasts as long as it. */
export const mapsOfTransactions = <Key, Value>(): ((trx: object) => Map<Key, Value>) => {
  const maps = new WeakMap<object, Map<Key, Value>>();
  return (trx) => {
    const map = maps.get(trx) ?? new Map<Key, Value>();
    maps.set(trx, map);
    return map;
  };
};

/**
 * Remembers something for as long as the running transaction lasts. Outside of one nothing is kept.
 */
export const createTransactionMemory = <Value>(strapi: Core.Strapi) => {
  const memoryOf = mapsOfTransactions<string, Value>();
  const current = async (): Promise<Map<string, Value> | undefined> => {
    if (!strapi.db.inTransaction()) return undefined;
    return strapi.db.transaction(async ({ trx }) => memoryOf(trx));
  };
  return {
    set: async (key: string, value: Value): Promise<void> => void (await current())?.set(key, value),
    get: async (key: string): Promise<Value | undefined> => (await current())?.get(key),
  };
};
