import type { Core } from '@strapi/strapi';
import type { Lookup } from './lookup';
import { mysqlLookup } from './mysql';
import { postgresLookup } from './postgres';

/** A look-up that is made for each request goes past the query builder, straight to the driver. */
export const createLookup = (strapi: Core.Strapi, table: string, key: string, value: string): Lookup => {
  const { db, log } = strapi;
  const sql = db.connection.raw('SELECT ??, ?? FROM ?? WHERE ??', [key, value, table, key]).toQuery();
  return db.dialect.client === 'postgres' ? postgresLookup(sql, log) : mysqlLookup(sql);
};
