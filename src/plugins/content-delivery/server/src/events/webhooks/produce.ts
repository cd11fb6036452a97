import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { ChangeEventType } from '../../../../contracts/webhooks';
import { CHANGE_MODEL } from '../../freshness/changes/model';
import { websiteScope } from '../../freshness/revisions';
import { withRetries } from '../../platform/database/retries';
import { toJson } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { addEvent, dropWaiting, EVENTS } from './outbox';
import { JOINED_FOR, planEvents, type LogRow, type Windows } from './plan';

/** Rows of the log that become events in one transaction. */
const BATCH_SIZE = 1_000;
/** Rows that a webhook may be behind, and events that may wait for it. Beyond that it is told to read everything. */
const MAX_BEHIND = 5_000;
const MAX_WAITING = 1_000;

const CHANGES = CHANGE_MODEL.tableName;

interface WebhookRow {
  website: string;
  events: unknown;
  log_revision: number;
  windows: unknown;
  turn: number | null;
}

/** The last revision that a website was given; rows of the log up to it may have been purged. */
export const logEnd = async (strapi: Core.Strapi, sql: Knex, website: string): Promise<number> => {
  const { tableName } = strapi.db.metadata.get(UIDS.revision);
  const row: { revision: number } | undefined = await sql(tableName)
    .where({ scope: websiteScope(website) })
    .first('revision');
  return row?.revision ?? 0;
};

/**
 * Makes events of what the change log has, for each webhook that is switched on. How far a webhook has come is stored with the
 * events that follow from it, so that none is lost or made twice, whichever instance makes them and wherever it ends.
 */
export const createProducer = (strapi: Core.Strapi) => {
  const table = () => strapi.db.metadata.get(UIDS.webhook).tableName;

  /** Those for which the log has new rows, or something that was kept back is due. */
  const behind = (): Promise<string[]> =>
    strapi.db
      .connection(`${table()} as w`)
      .where('w.active', true)
      .where((either) => {
        void either.where('w.windows_due', '<=', new Date());
        // Of a clock that was set back since.
        void either.orWhere('w.windows_due', '>', new Date(Date.now() + 2 * JOINED_FOR));
        void either.orWhereExists((rows) => {
          void rows
            .select('c.id')
            .from(`${CHANGES} as c`)
            .whereRaw('?? = ??', ['c.website', 'w.website'])
            .whereRaw('?? > ??', ['c.revision', 'w.log_revision']);
        });
      })
      .pluck('w.document_id');

  /** @returns true when there is more to be done for this webhook */
  const produceFor = (webhook: string): Promise<boolean> =>
    withRetries(strapi, async () =>
      strapi.db.transaction(async ({ trx }) => {
        const row: WebhookRow | undefined = await trx(table())
          .where({ document_id: webhook, active: true })
          .first('website', 'events', 'log_revision', 'windows', 'turn');
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

        const wanted = (toJson(row.events) ?? []) as string[];
        const isWanted = (type: ChangeEventType): boolean => wanted.length === 0 || wanted.includes(type);
        const known = (toJson(row.windows) ?? {}) as Windows;
        const plan = isTooMuch
          ? { events: [], windows: {}, due: null }
          : planEvents(rows, known, isWanted, Date.now());
        const revision = isTooMuch
          ? await logEnd(strapi, trx, website)
          : (rows[rows.length - 1]?.revision ?? row.log_revision);

        // Of several instances, one goes on from here.
        const taken = await trx(table())
          .where({ document_id: webhook, active: true, turn: row.turn })
          .update({
            turn: (row.turn ?? 0) + 1,
            log_revision: revision,
            windows: JSON.stringify(plan.windows),
            windows_due: plan.due,
          });
        if (taken === 0) return true;
        // Whoever receives them reads what there was up to here, also where a change was kept back: it never falls.
        for (const event of plan.events) await addEvent(trx, { ...event, webhook, website, revision });
        if (isTooMuch || (plan.events.length > 0 && (await waitingFor(trx, webhook)) > MAX_WAITING)) {
          await dropWaiting(trx, webhook);
          await addEvent(trx, { webhook, website, type: 'resync', revision });
        }
        return isFull;
      }),
    );

  return async (isOn: () => boolean): Promise<void> => {
    for (const webhook of await behind()) {
      try {
        while (isOn() && (await produceFor(webhook)));
      } catch (error) {
        // The others go on; this one is tried again at the next look.
        strapi.log.error(error);
      }
    }
  };
};

const waitingFor = async (sql: Knex, webhook: string): Promise<number> => {
  const [row] = (await sql(EVENTS).where({ webhook, state: 'waiting' }).count('* as count')) as {
    count: number | string;
  }[];
  return Number(row?.count ?? 0);
};
