import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { ChangeEventType } from '../../../../contracts/webhooks';
import { toJson } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { createLogFollower } from '../follow-log';
import { addEvent, dropWaiting, EVENTS } from './outbox';
import { COALESCE_MS, planEvents, type Windows } from './plan';

/** Events that may wait for a webhook. Beyond that it is asked to read everything. */
const MAX_WAITING = 1_000;

interface WebhookRow {
  events: unknown;
  windows: unknown;
}

/** Makes events of what the change log has, and of what was kept back and is due, for each webhook that is switched on. */
export const createProducer = (strapi: Core.Strapi) =>
  createLogFollower<WebhookRow>(strapi, {
    uid: UIDS.webhook,
    columns: ['events', 'windows'],

    orDue(either) {
      void either.orWhere('r.windows_due', '<=', new Date());
      // Of a clock that was set back since.
      void either.orWhere('r.windows_due', '>', new Date(Date.now() + 2 * COALESCE_MS));
    },

    plan(row, { receiver: webhook, website, rows, isTooMuch, revision }) {
      const wanted = (toJson(row.events) ?? []) as string[];
      const isWanted = (type: ChangeEventType): boolean => wanted.length === 0 || wanted.includes(type);
      const known = (toJson(row.windows) ?? {}) as Windows;
      const plan = isTooMuch
        ? { events: [], windows: {}, due: null }
        : planEvents(rows, known, isWanted, Date.now());
      return {
        columns: { windows: JSON.stringify(plan.windows), windows_due: plan.due },
        async write(trx) {
          // Their receiver reads what there was up to here, also where a change was kept back.
          for (const event of plan.events) await addEvent(trx, { ...event, webhook, website, revision });
          if (isTooMuch || (plan.events.length > 0 && (await waitingFor(trx, webhook)) > MAX_WAITING)) {
            await dropWaiting(trx, webhook);
            await addEvent(trx, { webhook, website, type: 'resync', revision });
          }
        },
      };
    },
  });

const waitingFor = async (sql: Knex, webhook: string): Promise<number> => {
  const [row] = (await sql(EVENTS).where({ webhook, state: 'waiting' }).count('* as count')) as {
    count: number | string;
  }[];
  return Number(row?.count ?? 0);
};
