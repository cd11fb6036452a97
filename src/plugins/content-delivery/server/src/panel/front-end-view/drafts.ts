import type { Core } from '@strapi/strapi';
import type { InternalLink } from '../../../../contracts/delivery';
import { TemplateProblem, type Templates, type Variables } from '../../pseo/templates/templates';
import type { PseoLinkEntity } from '../../delivery/queries/pseo-pages';
import { toPseoPage } from '../../delivery/serializers/pseo-page';
import { UIDS } from '../../platform/uids';

/** The text of an entry as it was last saved, and the keywords that front ends look for in it. */
export interface SavedText {
  html: string;
  /** Null for those of the account. */
  links: InternalLink[] | null;
}

export const savedPost = async (strapi: Core.Strapi, documentId: string): Promise<SavedText> => {
  const draft: { content: string | null } | null = await strapi.db
    .query(UIDS.post)
    .findOne({ where: { documentId, publishedAt: null }, select: ['content'] });
  return { html: draft?.content ?? '', links: null };
};

interface PageDraft {
  slug: string | null;
  targetSlug: string | null;
  variables: Variables | null;
  html: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  internalLinks: PseoLinkEntity[];
  campaign: {
    documentId: string;
    htmlTemplate: string | null;
    escapingVersion: number | null;
    internalLinks: PseoLinkEntity[];
    website: { documentId: string; url: string | null };
  };
}

/** A page's text is resolved as it would be if it were published now; its link rules are its own. */
export const savedPage = async (
  strapi: Core.Strapi,
  templates: Templates,
  documentId: string,
): Promise<SavedText> => {
  const draft: PageDraft | null = await strapi.db.query(UIDS.pseoPage).findOne({
    where: { documentId, publishedAt: null },
    populate: { internalLinks: true, campaign: { populate: { internalLinks: true, website: true } } },
  });
  if (!draft) return { html: '', links: [] };
  const never = new Date(0);
  const nothing = { own: null, template: null };
  try {
    const { html, internalLinks } = await toPseoPage(
      {
        documentId,
        campaignId: draft.campaign.documentId,
        websiteId: draft.campaign.website.documentId,
        websiteUrl: draft.campaign.website.url,
        slug: draft.slug ?? '',
        targetSlug: draft.targetSlug,
        variables: draft.variables ?? {},
        createdAt: never,
        updatedAt: never,
        campaignUpdatedAt: never,
        html: { own: draft.html, template: draft.campaign.htmlTemplate },
        escapingVersion: draft.campaign.escapingVersion,
        metaTitle: nothing,
        metaDescription: nothing,
        ownLinks: draft.internalLinks,
        campaignLinks: draft.campaign.internalLinks,
      },
      templates,
    );
    return { html, links: internalLinks };
  } catch (error) {
    // A draft that lacks a variable has no text yet.
    if (error instanceof TemplateProblem) return { html: '', links: [] };
    throw error;
  }
};
