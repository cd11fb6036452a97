import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { ActivityAction, ActivitySource } from '../../../contracts/activity';
import { recordActivity } from '../freshness/activity/record';
import { websiteScope } from '../freshness/revisions';
import { toDate, type DatabaseDate } from '../platform/database/values';
import { UIDS } from '../platform/uids';

/** What a website has things sent to. */
export type ReceiverKind = 'webhook' | 'purge-target';

const UID = { webhook: UIDS.webhook, 'purge-target': UIDS.purgeTarget } as const;

export const tableOfReceivers = (strapi: Core.Strapi, kind: ReceiverKind): string =>
  strapi.db.metadata.get(UID[kind]).tableName;

/** Records what happened to a receiver, under its website. */
export const recordReceiver = (
  strapi: Core.Strapi,
  type: ReceiverKind,
  website: string,
  action: ActivityAction,
  source?: ActivitySource,
): Promise<void> =>
  recordActivity(strapi, [
    {
      action,
      type,
      scope: websiteScope(website),
      entry: website,
      ...(source && { source }),
    },
  ]);

/** Switches a receiver off because of what it has answered. */
export const switchReceiverOff = async (
  strapi: Core.Strapi,
  trx: Knex,
  kind: ReceiverKind,
  receiver: { documentId: string; website: string },
  reason: string,
): Promise<void> => {
  const now = new Date();
  await trx(tableOfReceivers(strapi, kind))
    .where({ document_id: receiver.documentId })
    .update({ active: false, off_reason: reason, off_since: now, updated_at: now });
  await recordReceiver(strapi, kind, receiver.website, 'switched-off', 'clock');
};

/** The columns that all receivers have. */
export interface ReceiverRow<Reason> {
  document_id: string;
  website: string;
  active: boolean | number;
  off_reason: Reason | null;
  off_since: DatabaseDate | null;
  failing_since: DatabaseDate | null;
}

export const iso = (date: DatabaseDate): string => toDate(date).toISOString();

const stateOf = <Reason>({ active, off_reason, off_since, failing_since }: ReceiverRow<Reason>) => ({
  active: Boolean(active),
  off:
    off_reason !== null && off_since !== null && !active
      ? { reason: off_reason, since: iso(off_since) }
      : null,
  failingSince: failing_since === null ? null : iso(failing_since),
});

/**
 * Reads the receivers of websites, as the panel shows them.
 * @param waiting a query for what waits to be sent, with the receiver in this column
 * @param show what is said of this kind alone
 */
export const receiverReads = <Row extends ReceiverRow<Reason>, Reason, Shown extends object>(
  strapi: Core.Strapi,
  kind: ReceiverKind,
  column: string,
  waiting: () => Knex.QueryBuilder,
  show: (row: Row & ReceiverRow<Reason>) => Shown,
) => {
  const rows = (website: string): Knex.QueryBuilder =>
    strapi.db.connection(tableOfReceivers(strapi, kind)).where({ website });
  const shown = async (found: readonly Row[]) => {
    const ids = found.map(({ document_id }) => document_id);
    const counted = (await waiting()
      .whereIn(column, ids)
      .groupBy(column)
      .select(`${column} as receiver`)
      .count('* as count')) as { receiver: string; count: number | string }[];
    const counts = new Map(counted.map(({ receiver, count }) => [receiver, Number(count)]));
    return found.map((row) => ({
      documentId: row.document_id,
      ...show(row),
      ...stateOf<Reason>(row),
      waiting: counts.get(row.document_id) ?? 0,
    }));
  };
  return {
    list: async (website: string) => shown((await rows(website).orderBy('id')) as Row[]),

    /** Null when the website has no such receiver. */
    async find(website: string, documentId: string) {
      const row: Row | undefined = await rows(website).where({ document_id: documentId }).first();
      // Compared once more, as MariaDB ignores case.
      if (row?.document_id !== documentId || row.website !== website) return null;
      return (await shown([row]))[0] ?? null;
    },
  };
};
