import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { HomeUnsaved } from '../../../../contracts/home';
import type { UnsavedWork } from '../../../../contracts/unsaved-work';
import { checkerFor, rightsOf } from '../../access/editors/rights';
import { displayNameOf } from '../../platform/display-name';
import { CONTENT_UIDS, type ContentUid } from '../../platform/uids';
import { titleAttributeOf } from '../layouts/title-attribute';
import type { UnsavedWorkStore } from '../unsaved-work/store';

const SHOWN = 5;

/**
 * What the signed-in user has typed and not saved, as far as there still is a form for it: a new entry of a type that they may
 * create, or an entry that they may read.
 */
export const createUnsavedList =
  (strapi: Core.Strapi, store: Pick<UnsavedWorkStore, 'latest' | 'find'>) =>
  async (ctx: Context, userId: number): Promise<HomeUnsaved[]> => {
    const latest = await store.latest(userId);
    const shown: HomeUnsaved[] = [];
    for (const work of latest) {
      if (shown.length === SHOWN) break;
      const uid = CONTENT_UIDS.find((one) => one === work.model);
      const isKnown = shown.some((one) => one.uid === uid && one.entry !== null && one.entry === work.entry);
      if (!uid || isKnown) continue;
      // One at a time, as each may be long.
      const form = await store.find(userId, work.model, work.form);
      if (!form) continue;
      const title = await titleOf(strapi, ctx, uid, form);
      if (title === null) continue;
      shown.push({ uid, type: displayNameOf(strapi, uid), entry: form.entry, title, at: form.keptAt });
    }
    return shown;
  };

/** As it was typed, else as it is stored; null where the user cannot come back to it. */
const titleOf = async (
  strapi: Core.Strapi,
  ctx: Context,
  uid: ContentUid,
  { entry, changes }: UnsavedWork,
): Promise<string | null> => {
  const attribute = titleAttributeOf(uid);
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
