import type { Core } from '@strapi/strapi';
import { replaceFunction } from './replace';

type Callback = () => unknown;

interface Parameters {
  trx: object;
  onCommit(callback: Callback): void;
  onRollback(callback: Callback): void;
}
interface Database {
  transaction(work?: (parameters: Parameters) => unknown): Promise<unknown>;
}

interface Changes {
  /** Does the work of a transaction that is not part of another one. */
  around(work: () => Promise<unknown>, trx: object): Promise<unknown>;
  /** What takes the place of a callback that is called after a COMMIT or a ROLLBACK. */
  callback(original: Callback): Callback;
}

/**
 * Changes `strapi.db.transaction`, read at @strapi/database 5.54.0: nothing can be done at the end of a transaction and inside it,
 * and what is called after its end is awaited by nobody (https://github.com/strapi/strapi/pull/26062, open).
 */
export const changeTransactions = ({ db }: Core.Strapi, { around, callback }: Changes): void =>
  replaceFunction(
    db as unknown as Database,
    'transaction',
    { readAt: '@strapi/database 5.54.0', parameters: 1 },
    (transaction) => (work) => {
      if (!work) return transaction();
      const isPart = db.inTransaction();
      return transaction((parameters) => {
        const { trx, onCommit, onRollback } = parameters;
        const changed: Parameters = {
          ...parameters,
          onCommit: (original) => onCommit(callback(original)),
          onRollback: (original) => onRollback(callback(original)),
        };
        return isPart ? work(changed) : around(async () => work(changed), trx);
      });
    },
  );
