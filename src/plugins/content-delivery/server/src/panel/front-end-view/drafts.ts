import type { Core } from '@strapi/strapi';
import type { InternalLink } from '../../../../contracts/delivery';
import { TemplateProblem, type Templates } from '../../pseo/templates/templates';
import type { PseoPageEntityWithTexts } from '../../delivery/queries/pseo-pages';
import { toPseoPage } from '../../delivery/serializers/pseo-page';
import { UIDS } from '../../platform/uids';

/** The text of a post as it was last saved. */
export const savedContent = async (strapi: Core.Strapi, documentId: string): Promise<string> => {
  const draft: { content: string | null } | null = await strapi.db
    .query(UIDS.post)
    .findOne({ where: { documentId, publishedAt: null }, select: ['content'] });
  return draft?.content ?? '';
};

/** The text of a page's draft as it would be if it were published now, and the keywords that front ends look for in it. */
export const savedText = async (
  draft: PseoPageEntityWithTexts | undefined,
  templates: Templates,
): Promise<{ html: string; links: InternalLink[] }> => {
  if (!draft) return { html: '', links: [] };
  const nothing = { own: null, template: null };
  try {
    const bare = { ...draft, metaTitle: nothing, metaDescription: nothing };
    const { html, internalLinks } = await toPseoPage(bare, templates);
    return { html, links: internalLinks };
  } catch (error) {
    // A draft that lacks a variable has no text yet.
    if (error instanceof TemplateProblem) return { html: '', links: [] };
    throw error;
  }
};
