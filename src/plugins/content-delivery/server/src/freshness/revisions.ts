import { newDocumentId } from '../platform/document-ids';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { mapsOfTransactions } from '../platform/database/transaction-memory';
import { UIDS } from '../platform/uids';
import { limitLockWaits } from './lock-wait';

/** What a revision counts: the changes to one website's content, or to one account's links. */
export type Scope =
  | `website:${string}`
  | `account:${string}`
  | typeof EVERYTHING
  | typeof HISTORY
  | 'installation'
  | 'roles'
  | 'roles:authors'
  | 'roles:website-texts';

/** What cannot be attributed to a website counts for all of them. */
export const EVERYTHING = 'everything';

/** Its revision names the history that all others belong to: a restored database counts on from where it was. */
export const HISTORY = 'history';

export const websiteScope = (documentId: string): Scope => `website:${documentId}`;
export const accountScope = (documentId: string): Scope => `account:${documentId}`;

/** What the running transaction has done to each scope: its locks, and what it has raised, stay until it ends. */
const heldBy = mapsOfTransactions<Scope, 'locked' | 'bumped'>();

const tableOf = (strapi: Core.Strapi): string => strapi.db.metadata.get(UIDS.revision).tableName;

/** In the order in which everybody takes them. */
const inOrder = (scopes: readonly Scope[]): Scope[] => [...new Set(scopes)].sort();

const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1000;

/** Of this project's time: fits the column until 2094. */
const secondsNow = (): number => Math.max(1, Math.floor(Date.now() / 1000) - FIRST_SECOND);

/**
 * Raises the revision of each scope inside the running transaction; once, however often the transaction asks for it.
 *
 * A revision is at least the time at which it was bumped, so that a database that was put back by hand does not count
 * through numbers again that have named other content.
 *
 * The row stays locked until that transaction ends, so writers of one website take turns: whatever is
 * read after this call is what was committed by everybody who went before. The uniqueness rules rest on
 * that. Scopes are taken in one order everywhere, so that two writers do not wait for each other.
 * @returns true where a lock was taken that the transaction did not have
 */
export const bumpRevisions = async (strapi: Core.Strapi, scopes: readonly Scope[]): Promise<boolean> =>
  strapi.db.transaction(async ({ trx }) => {
    const held = heldBy(trx);
    const missing = inOrder(scopes).filter((scope) => held.get(scope) !== 'bumped');
    const isNew = missing.some((scope) => !held.has(scope));
    await bumpBy(strapi, trx, missing, 1);
    return isNew;
  });

/** Whether the running transaction has raised the revision of this scope. */
export const hasBumped = async (strapi: Core.Strapi, scope: Scope): Promise<boolean> =>
  strapi.db.transaction(async ({ trx }) => heldBy(trx).get(scope) === 'bumped');

/**
 * Takes some revisions of a scope, which nothing else has had or will have.
 * @returns the first of them
 */
export const takeRevisions = async (strapi: Core.Strapi, scope: Scope, count: number): Promise<number> =>
  strapi.db.transaction(async ({ trx }) => {
    await bumpBy(strapi, trx, [scope], count);
    const row: { revision: number } = await trx(tableOf(strapi)).where({ scope }).first('revision');
    return row.revision - count + 1;
  });

const bumpBy = async (
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  scopes: readonly Scope[],
  count: number,
): Promise<void> => {
  const table = tableOf(strapi);
  const now = secondsNow();
  if (scopes.length > 0) await limitLockWaits(strapi, trx);
  for (const scope of scopes) {
    const bump = () =>
      trx(table)
        .where({ scope })
        .update({
          revision: trx.raw('case when ?? + ? < ? then ? else ?? + ? end', [
            'revision',
            count,
            now,
            now,
            'revision',
            count,
          ]),
        });
    if ((await bump()) === 0) {
      await trx(table)
        .insert({ document_id: newDocumentId(), scope, revision: 0 })
        .onConflict('scope')
        .ignore();
      await bump();
    }
    heldBy(trx).set(scope, 'bumped');
  }
};

/**
 * Takes the locks that `bumpRevisions` takes, and counts nothing but the first revision of a scope that has none: for writes
 * that no response shows, such as those of drafts, but that must not meet with others.
 * @returns true where a lock was taken that the transaction did not have
 */
export const lockRevisions = async (strapi: Core.Strapi, scopes: readonly Scope[]): Promise<boolean> => {
  const table = tableOf(strapi);
  return strapi.db.transaction(async ({ trx }) => {
    const held = heldBy(trx);
    const missing = inOrder(scopes).filter((scope) => !held.has(scope));
    if (missing.length === 0) return false;
    await limitLockWaits(strapi, trx);
    for (const scope of missing) {
      const hold = () =>
        trx(table)
          .where({ scope })
          .update({ revision: trx.ref('revision') });
      if ((await hold()) === 0) await bumpBy(strapi, trx, [scope], 1);
      else held.set(scope, 'locked');
    }
    return true;
  });
};

/**
 * Claims a scope that only one process may ever have.
 * @returns true for the one that came first.
 */
export const claimOnce = async (strapi: Core.Strapi, scope: Scope): Promise<boolean> => {
  const table = tableOf(strapi);
  return strapi.db.transaction(async ({ trx }) => {
    const document_id = newDocumentId();
    await trx(table).insert({ document_id, scope, revision: 0 }).onConflict('scope').ignore();
    const row: { document_id: string } | undefined = await trx(table).where({ scope }).first('document_id');
    return row?.document_id === document_id;
  });
};
