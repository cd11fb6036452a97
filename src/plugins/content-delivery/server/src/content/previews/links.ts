import type { Core } from '@strapi/strapi';
import type { PreviewLink, PreviewType } from '../../../../contracts/previews';
import { recordActivity, typeOf } from '../../freshness/activity/record';
import { websiteScope } from '../../freshness/revisions';
import { UIDS } from '../../platform/uids';
import { fillPreviewAddress } from './address';
import type { PreviewStore } from './store';
import { slugTagOf, type PreviewTokens } from './token';

/** The content types with drafts that front ends fetch one by one. */
export const PREVIEW_TYPES = {
  [UIDS.post]: 'post',
  [UIDS.pseoPage]: 'pseo-page',
} as const satisfies Record<string, PreviewType>;

export type PreviewedUid = keyof typeof PREVIEW_TYPES;

export const isPreviewed = (uid: string): uid is PreviewedUid => Object.hasOwn(PREVIEW_TYPES, uid);

interface WebsiteRow {
  documentId: string;
  previewUrl: string | null;
}
interface DraftRow {
  slug: string | null;
  website?: WebsiteRow | null;
  campaign?: { website: WebsiteRow | null } | null;
}

const website = { website: { select: ['documentId', 'previewUrl'] } };
const PREVIEW_POPULATE = {
  [UIDS.post]: website,
  [UIDS.pseoPage]: { campaign: { select: ['id'], populate: website } },
};

/** Makes preview links of drafts, and ends them. Who may is the caller's to decide. */
export const createPreviewLinks = (strapi: Core.Strapi, tokens: PreviewTokens, store: PreviewStore) => {
  const draftOf = async (uid: PreviewedUid, documentId: string) => {
    const draft: DraftRow | null = await strapi.db.query(uid).findOne({
      where: { documentId, publishedAt: null },
      select: ['slug'],
      populate: PREVIEW_POPULATE[uid],
    });
    const site = draft?.website ?? draft?.campaign?.website;
    return draft && site ? { slug: draft.slug, site } : null;
  };

  return {
    /**
     * A link to the draft as it is saved now and whenever it is opened.
     * @param period milliseconds for which it works
     * @returns null when there is no such draft
     */
    async make(uid: PreviewedUid, documentId: string, period: number): Promise<PreviewLink | null> {
      const draft = await draftOf(uid, documentId);
      if (!draft) return null;
      const end = new Date(Date.now() + period);
      const type = PREVIEW_TYPES[uid];
      // A page that waits for a variable has no slug yet; its id leads to it as well.
      const slug = draft.slug || documentId;
      const token = tokens.sign({
        type,
        website: draft.site.documentId,
        entry: documentId,
        series: await store.join(documentId, end),
        slugTag: slugTagOf(slug),
        end: end.getTime(),
      });
      const { previewUrl } = draft.site;
      const url = previewUrl ? fillPreviewAddress(previewUrl, { type, slug, token }) : null;
      return { url, token, type, slug, validUntil: end.toISOString() };
    },

    /** Whether the website of a draft has a preview address. */
    async isSetUp(uid: PreviewedUid, documentId: string): Promise<boolean> {
      return Boolean((await draftOf(uid, documentId))?.site.previewUrl);
    },

    worksUntil: store.worksUntil,

    async endAll(uid: PreviewedUid, documentId: string): Promise<void> {
      const draft = await draftOf(uid, documentId);
      await strapi.db.transaction(async () => {
        if (!(await store.end(documentId)) || !draft) return;
        await recordActivity(strapi, [
          {
            action: 'preview-links-ended',
            type: typeOf(uid),
            scope: websiteScope(draft.site.documentId),
            entry: documentId,
            label: draft.slug,
          },
        ]);
      });
    },
  };
};

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;
