import type { Core } from '@strapi/strapi';
import type { Client } from 'pg';
import type { Lookup } from './lookup';

/** What the driver has for its own queries, beyond its declared types. */
interface PgConnection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string; types: number[] }): void;
  bind(values: {
    portal: string;
    statement: string;
    values: string[];
    valueMapper(value: string): string;
  }): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
}

type Found = Map<string, number>;

const NAME = 'content-delivery-lookup';

/** The server does not know a statement that was prepared, or knows one that was not. */
const IS_SHARED = new Set(['26000', '42P05']);

/**
 * A query of the driver that asks for nothing but rows: what has a name is planned once for a connection, and the two
 * columns need no description.
 */
class LookupQuery {
  private readonly found: Found = new Map();

  /** @param name empty for a statement that is prepared for this time only */
  constructor(
    readonly name: string,
    readonly text: string,
    private readonly keys: readonly string[],
    /** The driver puts another one around it where it has a time limit. */
    public callback: (error: Error | null, found: Found) => void,
  ) {}

  submit(connection: PgConnection): null {
    const { name, text } = this;
    // In one packet.
    connection.stream.cork();
    if (name === '' || connection.parsedStatements[name] === undefined) {
      connection.parse({ name, text, types: [] });
    }
    connection.bind({
      portal: '',
      statement: name,
      values: [arrayOf(this.keys)],
      valueMapper: (value) => value,
    });
    connection.execute({ portal: '', rows: 0 });
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleDataRow({ fields: [key, value] }: { fields: [string, string] }): void {
    this.found.set(key, Number(value));
  }

  handleCommandComplete(): void {
    // The end is when the server is ready for the next one.
  }

  handleReadyForQuery(): void {
    this.callback(null, this.found);
  }

  handleError(error: Error): void {
    this.callback(error, this.found);
  }
}

const arrayOf = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/**
 * Behind a pooler that gives each transaction another connection of the server, statements that were prepared are not there
 * the next time, or are there already. Then each is prepared for one time only, which is slower.
 */
export const postgresLookup = (sql: string, log: Pick<Core.Strapi['log'], 'warn'>): Lookup => {
  const text = `${sql} = ANY($1)`;
  let name = NAME;
  const ask = (client: Client, asked: string, keys: readonly string[]): Promise<Found> =>
    new Promise((resolve, reject) => {
      client.query(
        new LookupQuery(asked, text, keys, (error, found) => (error ? reject(error) : resolve(found))),
      );
    });

  return async (connection, keys) => {
    const client = connection as unknown as Client;
    const asked = name;
    try {
      return await ask(client, asked, keys);
    } catch (error) {
      if (asked === '' || !IS_SHARED.has((error as { code?: string }).code ?? '')) throw error;
      if (name !== '') {
        name = '';
        log.warn(
          'PostgreSQL does not keep prepared statements for this server, as behind a pooler in transaction mode. ' +
            'Cached responses are checked without them, which is slower. Use pool_mode = session.',
        );
      }
      return ask(client, '', keys);
    }
  };
};
