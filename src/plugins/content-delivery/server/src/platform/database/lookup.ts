import type { Core } from '@strapi/strapi';
import type { Streaming } from './deadline';
import { mysqlLookup } from './mysql-lookup';
import { postgresLookup } from './postgres-lookup';

/**
 * Finds the numbers that a table has for keys, by what is unique in it, on a given connection.
 * @throws what the driver says
 */
export type Lookup = (connection: Streaming, keys: readonly string[]) => Promise<Map<string, number>>;

/** A look-up that is made for each request goes past the query builder, straight to the driver. */
export const createLookup = (strapi: Core.Strapi, table: string, key: string, value: string): Lookup => {
  const { db, log } = strapi;
  const sql = db.connection.raw('SELECT ??, ?? FROM ?? WHERE ??', [key, value, table, key]).toQuery();
  return db.dialect.client === 'postgres' ? postgresLookup(sql, log) : mysqlLookup(sql);
};
