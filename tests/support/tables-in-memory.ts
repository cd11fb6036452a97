import type { Core } from '@strapi/strapi';
import knex from 'knex';

const nameOf = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/**
 * A database in memory, and of Strapi what leads to its tables. They are named by their content types, and those of relations `post_website`
 * or the like, from `from_id` to `to_id`.
 */
export const tablesInMemory = () => {
  const sql = knex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
  const joinTable = (name: string) => ({
    joinTable: { name, joinColumn: { name: 'from_id' }, inverseJoinColumn: { name: 'to_id' } },
  });
  const get = (uid: string) => ({
    tableName: nameOf(uid),
    attributes: new Proxy({}, { get: (_, attribute) => joinTable(`${nameOf(uid)}_${String(attribute)}`) }),
  });
  const strapi = { db: { connection: sql, dialect: { client: 'sqlite' }, metadata: { get } } };
  return { sql, strapi: strapi as unknown as Core.Strapi };
};
