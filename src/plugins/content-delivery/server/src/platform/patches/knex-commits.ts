import { KNEX, type Connection, type KnexClient, type Statement } from './knex-client';
import { onTransactions } from './knex-transactions';
import { replaceFunction } from './replace';

/** @param client of the transaction or savepoint */
type AroundQuery<State> = (
  statement: Statement | string,
  run: () => Promise<Statement>,
  within: { state: State; client: KnexClient; connection: Connection },
) => Promise<Statement>;

/**
 * Changes `query` and `commit` of knex's transactions, read at knex 3.0.1. Its `commit()` resolves although COMMIT has failed: only
 * `executionPromise` rejects, which Strapi does not await (https://github.com/knex/knex/issues/3370, open). From here on
 * it rejects too, and something is put around what a transaction asks, COMMIT included.
 * @param begin makes what a transaction and its savepoints have in common
 */
export const aroundTransactions = <State>(
  pool: KnexClient,
  begin: () => State,
  around: AroundQuery<State>,
): void =>
  onTransactions<State>(pool, (transactor, whole) => {
    const { client } = transactor;
    const state = whole ?? begin();
    replaceFunction(
      client,
      'query',
      { readAt: KNEX, parameters: 2 },
      (query) => (connection, statement) =>
        around(statement, () => query(connection, statement), { state, client, connection }),
    );
    replaceFunction(transactor, 'commit', { readAt: KNEX, parameters: 1 }, (commit) => async (value) => {
      await commit(value);
      return transactor.executionPromise;
    });
    return state;
  });
