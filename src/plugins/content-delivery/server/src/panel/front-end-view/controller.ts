import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { readableEntry, requireEntry } from '../../access/editors/rights';
import { maySeeAll } from '../previews/readable-draft';
import { VIEWED_UIDS, type FrontEndViews, type ViewedUid } from './index';

/** What the plugin's part of the admin panel asks about posts and pSEO pages. */
export const createFrontEndViewController = (strapi: Core.Strapi, viewOf: FrontEndViews) => ({
  /** What front ends see of an entry that the signed-in user may read. */
  async frontEndView(ctx: Context) {
    const { model: uid, documentId } = ctx['params'] as { model: string; documentId: string };
    if (!isViewed(uid)) throw new errors.NotFoundError('Front ends do not fetch entries of this type.');
    await requireEntry(strapi, ctx, uid, documentId, { publishedAt: null });
    // Each version may be of another website.
    const live = await readableEntry(strapi, ctx, uid, documentId, { publishedAt: { $notNull: true } });
    const view = await viewOf(uid, documentId, {
      live: live?.id ?? null,
      everyField: maySeeAll(strapi, ctx, uid),
    });
    if (!view) throw new errors.NotFoundError('The entry is gone.');
    ctx.body = { data: view };
  },
});

const isViewed = (uid: string): uid is ViewedUid => (VIEWED_UIDS as readonly string[]).includes(uid);
