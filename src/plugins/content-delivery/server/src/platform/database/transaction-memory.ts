import type { Core } from '@strapi/strapi';

/**
 * Remembers something for as long as the running transaction lasts. Outside of one nothing is kept.
 */
export const createTransactionMemory = <Value>(strapi: Core.Strapi) => {
  const memories = new WeakMap<object, Map<string, Value>>();
  const current = async (): Promise<Map<string, Value> | undefined> => {
    if (!strapi.db.inTransaction()) return undefined;
    const trx = await strapi.db.transaction(async (running) => running.trx as unknown as object);
    let memory = memories.get(trx);
    if (!memory) memories.set(trx, (memory = new Map()));
    return memory;
  };
  return {
    set: async (key: string, value: Value): Promise<void> => void (await current())?.set(key, value),
    get: async (key: string): Promise<Value | undefined> => (await current())?.get(key),
  };
};
