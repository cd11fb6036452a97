import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { HomeUnsaved } from '../../../../contracts/home';
import { checkerFor, rightsOf } from '../../access/editors/rights';
import { CONTENT_UIDS, UIDS, type ContentUid } from '../../platform/uids';
import type { UnsavedWorkStore } from '../unsaved-work/store';

const SHOWN = 5;

/** The attribute by which people know an entry. */
const TITLES: Readonly<Record<string, string>> = {
  [UIDS.post]: 'title',
  [UIDS.pseoPage]: 'slug',
  [UIDS.internalLink]: 'keyword',
};

type Kept = Awaited<ReturnType<UnsavedWorkStore['latest']>>[number];

/**
 * What the signed-in user has typed and not saved, as far as there still is a form for it: a new entry of a type that they may
 * create, or an entry that they may read.
 */
export const createUnsavedList =
  (strapi: Core.Strapi, store: Pick<UnsavedWorkStore, 'latest'>) =>
  async (ctx: Context, userId: number): Promise<HomeUnsaved[]> => {
    const latest = await store.latest(userId);
    const shown: HomeUnsaved[] = [];
    for (const work of latest) {
      if (shown.length === SHOWN) break;
      const uid = CONTENT_UIDS.find((one) => one === work.model);
      const isKnown = shown.some((one) => one.uid === uid && one.entry !== null && one.entry === work.entry);
      if (!uid || isKnown) continue;
      const title = await titleOf(strapi, ctx, uid, work);
      if (title === null) continue;
      const { displayName } = (strapi.contentType(uid as never) as { info: { displayName: string } }).info;
      shown.push({ uid, type: displayName, entry: work.entry, title, at: work.keptAt });
    }
    return shown;
  };

/** As it was typed, else as it is stored; null where the user cannot come back to it. */
const titleOf = async (
  strapi: Core.Strapi,
  ctx: Context,
  uid: ContentUid,
  { entry, changes }: Kept,
): Promise<string | null> => {
  const attribute = TITLES[uid] ?? 'name';
  const typed = changes[attribute]?.to;
  const { can } = checkerFor(strapi, ctx, uid);
  if (entry === null) return can.create() ? (typeof typed === 'string' ? typed : '') : null;
  if (!can.read()) return null;
  const rights = await rightsOf(strapi, ctx, uid, 'read');
  const row = (await strapi.db.query(uid).findOne({
    where: { $and: [rights ?? {}, { documentId: entry }] },
    select: ['id', attribute],
  })) as Record<string, unknown> | null;
  if (!row) return null;
  const stored = can.read(undefined, attribute) ? row[attribute] : '';
  return String((typeof typed === 'string' && typed) || stored || '');
};
