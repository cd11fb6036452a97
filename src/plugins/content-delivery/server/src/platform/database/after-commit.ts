import type { Core } from '@strapi/strapi';

type Callback = () => unknown;

/**
 * What is to be done after a COMMIT is called by Strapi without anybody who awaits it: reading the entry once more for its
 * events, for one. What fails there would end the process, or give an error for what is stored.
 */
export const catchAfterCommit = ({ db, log }: Core.Strapi): void => {
  const report = (error: unknown): void => void log.error(error);
  const caught =
    (callback: Callback): Callback =>
    () => {
      try {
        Promise.resolve(callback()).catch(report);
      } catch (error) {
        report(error);
      }
    };
  const transaction = db.transaction.bind(db) as (work?: unknown) => Promise<unknown>;
  const guarded = (work?: (parameters: Record<string, unknown>) => unknown): Promise<unknown> =>
    transaction(
      work &&
        ((parameters: { onCommit(callback: Callback): void; onRollback(callback: Callback): void }) =>
          work({
            ...parameters,
            onCommit: (callback: Callback) => parameters.onCommit(caught(callback)),
            onRollback: (callback: Callback) => parameters.onRollback(caught(callback)),
          })),
    );
  db.transaction = guarded as typeof db.transaction;
};
