import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { PREVIEW_PERIODS, USUAL_PREVIEW_PERIOD } from '../../../../contracts/previews';
import { isPreviewed, type PreviewLinks } from '../../content/previews/links';
import { readableDraft } from './readable-draft';

/**
 * Lets Strapi's own route for previews answer with a link to the website, for users who may preview the draft; for others,
 * and where the website has no preview address, it answers that there is none. Strapi asks for no permission
 * there, so that is done here. The plugin's side panel stands in place of Strapi's, which would frame the website.
 *
 * No origin is allowed in frames: these are read once, at the start, and websites come and go.
 */
export const answerStrapisPreview = (strapi: Core.Strapi, links: () => PreviewLinks): void => {
  const handler = async (uid: string, { documentId }: { documentId?: string }): Promise<string | null> => {
    const ctx = strapi.requestContext.get() as Context | undefined;
    if (!ctx?.state['userAbility'] || !documentId || !isPreviewed(uid)) return null;
    const draft = await readableDraft(strapi, ctx, uid, documentId);
    if (!draft || !(await links().isSetUp(uid, draft.documentId))) return null;
    const link = await links().make(uid, draft.documentId, PREVIEW_PERIODS[USUAL_PREVIEW_PERIOD]);
    return link?.url ?? null;
  };
  strapi.config.set('admin.preview', { enabled: true, config: { allowedOrigins: [], handler } });
};
