import { catchAfterCommit } from '../../../../src/plugins/content-delivery/server/src/platform/database/after-commit';
import {
  beforeCommit,
  withWorkBeforeCommit,
} from '../../../../src/plugins/content-delivery/server/src/platform/database/before-commit';
import { changeTransactions } from '../../../../src/plugins/content-delivery/server/src/platform/patches/strapi-transactions';

type Callback = () => unknown;
interface Parameters {
  trx: object;
  onCommit(callback: Callback): void;
  onRollback(callback: Callback): void;
}

/** What Strapi does with the work of a transaction, and in which order. */
const changed = () => {
  const done: string[] = [];
  const error = jest.fn();
  const callbacks: Callback[] = [];
  let running: object | null = null;
  const db = {
    inTransaction: () => running !== null,
    async transaction(work?: (parameters: Parameters) => unknown): Promise<unknown> {
      const isPart = running !== null;
      const trx = (running ??= {});
      const onCommit = (callback: Callback) => void callbacks.push(callback);
      const result = await work?.({ trx, onCommit, onRollback: onCommit });
      if (isPart) return result;
      running = null;
      done.push('COMMIT');
      for (const callback of callbacks) callback();
      return result;
    },
  };
  const strapi = { db, log: { error } } as never;
  changeTransactions(strapi, {
    around: withWorkBeforeCommit,
    callback: catchAfterCommit({ error } as never),
  });
  return { db, strapi, done, error };
};

describe('a transaction of Strapi', () => {
  it('does what it was given ahead of its COMMIT, once, at the end of the outermost one', async () => {
    const { db, strapi, done } = changed();
    const result = await db.transaction(async () => {
      await db.transaction(async () => {
        await beforeCommit(strapi, async () => void done.push('before'));
        done.push('inner');
      });
      done.push('outer');
      return 'result';
    });
    expect(result).toBe('result');
    expect(done).toEqual(['inner', 'outer', 'before', 'COMMIT']);
  });

  it('logs what fails after its COMMIT, at once or later, and goes on', async () => {
    const { db, done, error } = changed();
    const [atOnce, later] = [new Error('at once'), new Error('later')];
    await db.transaction(({ onCommit, onRollback }) => {
      onCommit(() => {
        throw atOnce;
      });
      onRollback(() => Promise.reject(later));
      onCommit(() => done.push('after'));
    });
    await Promise.resolve();
    expect(done).toEqual(['COMMIT', 'after']);
    expect(error.mock.calls).toEqual([[atOnce], [later]]);
  });

  it('that is begun without work stays what it is', async () => {
    const { db, done } = changed();
    await db.transaction();
    expect(done).toEqual(['COMMIT']);
  });
});
