import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { refusal } from '../../platform/refusal';

/** A connection outside of the pool. */
interface Client {
  acquireRawConnection(): Promise<object>;
  destroyRawConnection(connection: object): Promise<unknown>;
  query(connection: object, statement: { sql: string; bindings: unknown[] }): Promise<{ response: unknown }>;
}

/** Seconds after which MariaDB gives up; the first instance has its tables long before. */
const MAX_SECONDS = 600;

const nameOf = ({ db }: Core.Strapi): string =>
  createHash('sha256')
    .update(`content-delivery start ${db.getInfo().displayName} ${db.getSchemaName() ?? ''}`)
    .digest('hex')
    .slice(0, 40);

/** Advisory locks: they hold for as long as the connection that took them. PostgreSQL's has a number for a name. */
const statements = {
  postgres: (name: string) => ({
    sql: 'SELECT pg_advisory_lock(?)',
    bindings: [Number.parseInt(name.slice(0, 12), 16)],
  }),
  mysql: (name: string) => ({ sql: 'SELECT GET_LOCK(?, ?) AS taken', bindings: [name, MAX_SECONDS] }),
};

/** MariaDB answers 0 when the time is up, and NULL when the wait was ended: it is no error. */
const isTaken = (response: unknown): boolean => {
  const [rows] = response as [{ taken: unknown }[]];
  return Number(rows[0]?.taken) === 1;
};

/**
 * Servers that start at the same moment do so one after the other, from here until all is prepared: Strapi makes tables,
 * columns and its first rows without asking whether another instance does so too.
 */
export const createStartLock = (strapi: Core.Strapi) => {
  const client = strapi.db.connection.client as unknown as Client;
  let connection: object | null = null;
  return {
    async acquire(): Promise<void> {
      const kind = strapi.db.dialect.client as keyof typeof statements | 'sqlite';
      if (kind === 'sqlite') return;
      connection = await client.acquireRawConnection();
      const { response } = await client.query(connection, statements[kind](nameOf(strapi)));
      if (kind === 'postgres' || isTaken(response)) return;
      await this.release();
      throw refusal(
        `Another server has been starting for ${MAX_SECONDS} s, or MariaDB has ended the wait for it: this one gives up.`,
      );
    },
    async release(): Promise<void> {
      const taken = connection;
      connection = null;
      if (taken) await client.destroyRawConnection(taken).catch(() => undefined);
    },
  };
};
