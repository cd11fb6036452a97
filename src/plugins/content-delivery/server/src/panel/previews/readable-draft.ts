import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { checkerFor, readableEntry, requireEntry, rightsOf } from '../../access/editors/rights';
import { isPreviewed, type PreviewedUid } from '../../content/previews/links';
import { UIDS } from '../../platform/uids';

/** What a preview shows: the user who makes a link must be allowed to read all of it. */
const SHOWN: Record<PreviewedUid, readonly string[]> = {
  [UIDS.post]: [
    'title',
    'slug',
    'category',
    'tags',
    'author',
    'featuredImage',
    'featuredImageUrl',
    'content',
    'metaTitle',
    'metaDescription',
    'language',
    'scheduleDate',
    'publishDate',
  ],
  [UIDS.pseoPage]: [
    'campaign',
    'slug',
    'targetSlug',
    'variables',
    'html',
    'metaTitle',
    'metaDescription',
    'internalLinks',
  ],
};

/** Of a component, roles are given the whole or the single fields. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  internalLinks: ['keyword', 'anchor', 'url', 'internal', 'nofollow'],
};

const NOT_ALL_FIELDS =
  'Your role may not read every field of this entry, and a preview shows all of them. Ask an administrator.';

/** False where the user's role hides a field that readers see, as a preview shows it. */
export const maySeeAll = (strapi: Core.Strapi, ctx: Context, uid: PreviewedUid): boolean => {
  const checker = checkerFor(strapi, ctx, uid);
  const maySee = (field: string): boolean => {
    if (!checker.cannot.read(undefined, field)) return true;
    return PARTS[field]?.every((part) => maySee(`${field}.${part}`)) ?? false;
  };
  return SHOWN[uid].every(maySee);
};

/** Whether the signed-in user may preview some entries of a type. */
const mayPreview = (strapi: Core.Strapi, ctx: Context, uid: PreviewedUid): boolean =>
  !checkerFor(strapi, ctx, uid).cannot.read() && maySeeAll(strapi, ctx, uid);

/** The draft of an entry, if the signed-in user may preview it; null where there is none, or they may not. */
export const readableDraft = async (
  strapi: Core.Strapi,
  ctx: Context,
  uid: PreviewedUid,
  documentId: string,
): Promise<{ documentId: string } | null> => {
  if (!mayPreview(strapi, ctx, uid)) return null;
  return readableEntry(strapi, ctx, uid, documentId, { publishedAt: null });
};

/**
 * The draft that the address names.
 * @throws ForbiddenError; NotFoundError when there is none, or it is not one of the user's
 */
export const previewedDraft = async (
  strapi: Core.Strapi,
  ctx: Context,
): Promise<{ uid: PreviewedUid; documentId: string }> => {
  const { model: uid, documentId } = ctx['params'] as { model: string; documentId: string };
  if (!isPreviewed(uid)) throw new errors.NotFoundError('Entries of this type have no preview.');
  await requireEntry(strapi, ctx, uid, documentId, { publishedAt: null });
  if (!maySeeAll(strapi, ctx, uid)) throw new errors.ForbiddenError(NOT_ALL_FIELDS);
  return { uid, documentId };
};

interface LatestDraft {
  uid: PreviewedUid;
  documentId: string;
  name: string;
}

interface Row {
  documentId: string;
  title?: string | null;
  slug: string | null;
}

/** The draft of a website that was saved last, among those that the user may preview: a post, else a page. */
export const latestDraft = async (
  strapi: Core.Strapi,
  ctx: Context,
  website: string,
): Promise<LatestDraft | null> => {
  const places = {
    [UIDS.post]: { website: { documentId: website } },
    [UIDS.pseoPage]: { campaign: { website: { documentId: website } } },
  };
  for (const uid of [UIDS.post, UIDS.pseoPage] as const) {
    if (!mayPreview(strapi, ctx, uid)) continue;
    const rights = await rightsOf(strapi, ctx, uid, 'read');
    const [row]: Row[] = await strapi.db.query(uid).findMany({
      where: { $and: [rights ?? {}, { publishedAt: null }, places[uid]] },
      select: uid === UIDS.post ? ['documentId', 'title', 'slug'] : ['documentId', 'slug'],
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      limit: 1,
    });
    if (row) {
      return { uid, documentId: row.documentId, name: row.title || row.slug || row.documentId };
    }
  }
  return null;
};
