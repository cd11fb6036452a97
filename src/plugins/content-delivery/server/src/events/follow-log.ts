import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { ChangeAction } from '../../../contracts/delivery';
import { CHANGE_MODEL } from '../freshness/changes/model';
import { withRetries } from '../platform/database/retries';
import { logEnd } from '../freshness/changes/log-end';

/** Rows of the log that are taken in one transaction. */
const BATCH_SIZE = 1_000;
/** Rows that a receiver may be behind; beyond that it gets one message for everything. */
const MAX_BEHIND = 5_000;

const CHANGES = CHANGE_MODEL.tableName;

/** A row of the change log. */
export interface LogRow {
  revision: number;
  type: string;
  action: ChangeAction;
  /** documentId; null where no single entry is meant. */
  id: string | null;
  slug: string | null;
  /** The slug before, where it has changed. */
  previousSlug: string | null;
}

/** The columns of a receiver that say how far it has come in the log of its website. */
interface LogPosition {
  website: string;
  log_revision: number;
  turn: number | null;
}

/** Rows of the log that are new to a receiver. */
export interface News {
  /** documentId */
  receiver: string;
  /** documentId */
  website: string;
  /** Oldest first; of those that are too many, the first. */
  rows: readonly LogRow[];
  /** There are more than are sent one by one. */
  isTooMuch: boolean;
  /** How far the log has been followed with this. */
  revision: number;
}

interface FollowerOptions<Row> {
  uid: string;
  /** Columns of the receiver that `plan` needs. */
  columns: readonly string[];
  /** Adds receivers for which something else is due than new rows. */
  orDue?(either: Knex.QueryBuilder): void;
  /** What follows from the news: columns of the receiver that change, and what is written beside them. */
  plan(row: Row & LogPosition, news: News): { columns: object; write(trx: Knex): Promise<void> };
}

/**
 * Follows the change log for each receiver that is switched on. How far a receiver has come (`log_revision`) is stored with
 * what follows from it, so that nothing is lost or made twice, whichever instance makes it and wherever it ends.
 */
export const createLogFollower = <Row>(
  strapi: Core.Strapi,
  { uid, columns, orDue, plan }: FollowerOptions<Row>,
) => {
  const table = () => strapi.db.metadata.get(uid).tableName;

  const behind = (): Promise<string[]> =>
    strapi.db
      .connection(`${table()} as r`)
      .where('r.active', true)
      .where((either) => {
        void either.whereExists((rows) => {
          void rows
            .select('c.id')
            .from(`${CHANGES} as c`)
            .whereRaw('?? = ??', ['c.website', 'r.website'])
            .whereRaw('?? > ??', ['c.revision', 'r.log_revision']);
        });
        orDue?.(either);
      })
      .pluck('r.document_id');

  /** @returns true when there is more to be done for this receiver */
  const follow = (receiver: string): Promise<boolean> =>
    withRetries(strapi, async ({ trx }) => {
      const of = () => trx(table()).where({ document_id: receiver, active: true });
      const row = (await of().first('website', 'log_revision', 'turn', ...columns)) as
        (Row & LogPosition) | undefined;
      if (!row) return false;
      const { website } = row;
      const ahead = () => trx(CHANGES).where({ website }).where('revision', '>', row.log_revision);
      const rows: LogRow[] = await ahead()
        .orderBy('revision')
        .limit(BATCH_SIZE)
        .select('revision', 'type', 'action', 'entry as id', 'slug', 'previous_slug as previousSlug');
      const isFull = rows.length === BATCH_SIZE;
      const isTooMuch =
        isFull && (await ahead().orderBy('revision').offset(MAX_BEHIND).first('revision')) !== undefined;
      const revision = isTooMuch
        ? await logEnd(strapi, trx, website)
        : (rows[rows.length - 1]?.revision ?? row.log_revision);
      const planned = plan(row, { receiver, website, rows, isTooMuch, revision });

      // Of several instances, one goes on from here.
      const taken = await of()
        .where({ turn: row.turn })
        .update({ ...planned.columns, turn: (row.turn ?? 0) + 1, log_revision: revision });
      if (taken === 0) return true;
      await planned.write(trx);
      return isFull;
    });

  return async (shouldContinue: () => boolean): Promise<void> => {
    for (const receiver of await behind()) {
      try {
        while (shouldContinue() && (await follow(receiver)));
      } catch (error) {
        // The others go on; this one is tried again at the next look.
        strapi.log.error(error);
      }
    }
  };
};
