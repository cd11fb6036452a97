import type { Core } from '@strapi/strapi';
import { BINNED_TYPES, type BinnedType } from '../../../../contracts/bin';
import { followChanges } from '../../freshness/changes/collector';
import { hasNoDrafts } from '../../freshness/changes/delivered';
import { beforeDeletingWebsites } from '../../platform/database/lifecycles';
import { createTransactionMemory } from '../../platform/database/transaction-memory';
import { UIDS } from '../../platform/uids';
import type { History } from '../history';
import { readSnapshots } from '../snapshots';
import type { BinStore, BinnedContent } from './store';

interface Row extends Record<string, unknown> {
  documentId: string;
  createdAt: Date | string;
  updatedAt: Date | string;
  createdBy: { id: number } | null;
  website: { documentId: string } | null;
}

interface Deleted {
  website: string;
  name: string;
  creatorId: number | null;
  content: BinnedContent;
}

/** Private attributes that are kept with what an entry says. */
const HIDDEN: Partial<Record<BinnedType, readonly string[]>> = {
  [UIDS.post]: ['filledDate'],
  [UIDS.pseoCampaign]: ['escapingVersion'],
};

const isBinned = (uid: string): uid is BinnedType => (BINNED_TYPES as readonly string[]).includes(uid);

const toIso = (value: Date | string): string => new Date(value).toISOString();

/** Keeps what is deleted, in the transaction that deletes it; of a deleted website nothing is kept. */
export const keepDeleted = (strapi: Core.Strapi, store: BinStore, history: History): void => {
  const deleted = createTransactionMemory<Deleted>(strapi);

  const read = async (uid: BinnedType, documentIds: readonly string[]): Promise<Map<string, Deleted>> => {
    const found = await readSnapshots<Row>(
      strapi,
      uid,
      {
        documentId: { $in: [...documentIds] },
        ...(hasNoDrafts(uid) ? {} : { publishedAt: null }),
      },
      { website: { select: ['id', 'documentId'] }, createdBy: { select: ['id'] } },
    );
    return new Map(
      found.flatMap(({ row, values }): [string, Deleted][] => {
        // What belongs nowhere could not be brought back.
        if (!row.website) return [];
        const { createdAt, updatedAt } = row;
        const content: BinnedContent = {
          values,
          createdAt: toIso(createdAt),
          updatedAt: toIso(updatedAt),
          hidden: Object.fromEntries((HIDDEN[uid] ?? []).map((name) => [name, row[name] ?? null])),
        };
        const name = String(row['title'] ?? row['name'] ?? '');
        const creatorId = row.createdBy?.id ?? null;
        return [[row.documentId, { website: row.website.documentId, name, creatorId, content }]];
      }),
    );
  };

  followChanges(strapi, {
    // Whether it is deleted or only replaced, is known at the end.
    async willDelete(uid, documentIds) {
      if (!isBinned(uid)) return;
      for (const [documentId, entry] of await read(uid, documentIds)) await deleted.set(documentId, entry);
    },

    async changed(changes, { userId }, at) {
      for (const { uid, documentId, isGone } of changes) {
        const entry = isGone && isBinned(uid) ? await deleted.get(documentId) : undefined;
        if (!entry || !isBinned(uid)) continue;
        const { content, ...rest } = entry;
        await store.add({ ...rest, entry: documentId, type: uid, at, userId }, content);
      }
    },
  });

  beforeDeletingWebsites(strapi, async (websites) => {
    const entries = await store.ofWebsites(websites);
    await history.forget(entries);
    await store.remove(entries);
  });
};
