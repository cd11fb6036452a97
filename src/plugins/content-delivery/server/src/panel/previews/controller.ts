import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  PREVIEW_PERIODS,
  USUAL_PREVIEW_PERIOD,
  type LatestPreviewLink,
  type PreviewLink,
  type PreviewLinkRequest,
  type PreviewPeriod,
  type PreviewState,
} from '../../../../contracts/previews';
import { websiteOf } from '../../access/editors/rights';
import type { PreviewedUid, PreviewLinks } from '../../content/previews/links';
import { documentIdOf, logBy } from '../../platform/panel-requests';
import { asObject, optionalChoiceIn } from '../../platform/input';
import { latestDraft, previewedDraft } from './readable-draft';

const PERIODS = Object.keys(PREVIEW_PERIODS) as PreviewPeriod[];

/** Preview links of drafts that the signed-in user may read: who may read one may also show it to others. */
export const createPreviewsController = (strapi: Core.Strapi, links: PreviewLinks) => {
  const linkTo = async (
    ctx: Context,
    uid: PreviewedUid,
    documentId: string,
    period: PreviewPeriod,
  ): Promise<PreviewLink> => {
    const link = await links.make(uid, documentId, PREVIEW_PERIODS[period]);
    if (!link) throw new errors.NotFoundError('The entry is gone.');
    // Without any part of its token.
    logBy(strapi, ctx, `A preview link of ${link.type} ${documentId}, until ${link.validUntil}, was made`);
    return link;
  };

  const stateOf = async (uid: PreviewedUid, documentId: string): Promise<PreviewState> => ({
    isSetUp: await links.isSetUp(uid, documentId),
    linksWorkUntil: (await links.worksUntil(documentId))?.toISOString() ?? null,
  });

  return {
    async state(ctx: Context) {
      const { uid, documentId } = await previewedDraft(strapi, ctx);
      ctx.body = { data: await stateOf(uid, documentId) };
    },

    async create(ctx: Context) {
      const period = periodIn(ctx);
      const { uid, documentId } = await previewedDraft(strapi, ctx);
      ctx.body = { data: await linkTo(ctx, uid, documentId, period) };
    },

    /** For users who may make links: a link in wrong hands can be ended without asking an administrator. */
    async endAll(ctx: Context) {
      const { uid, documentId } = await previewedDraft(strapi, ctx);
      await links.endAll(uid, documentId);
      logBy(strapi, ctx, `All preview links of ${documentId} were ended`);
      ctx.body = { data: await stateOf(uid, documentId) };
    },

    /** A link to the draft of a website that was saved last, to try out what front ends do with it. */
    async createLatest(ctx: Context) {
      const documentId = documentIdOf(ctx);
      const website = await websiteOf(strapi, ctx, documentId);
      const draft = await latestDraft(strapi, ctx, website.documentId);
      if (!draft) {
        throw new errors.NotFoundError('The website has no draft that you may read. Write a post first.');
      }
      const link = await linkTo(ctx, draft.uid, draft.documentId, USUAL_PREVIEW_PERIOD);
      ctx.body = { data: { ...link, name: draft.name } satisfies LatestPreviewLink };
    },
  };
};

const periodIn = (ctx: Context): PreviewLinkRequest['worksFor'] => {
  const body = asObject(ctx.request.body ?? {}, 'body');
  return optionalChoiceIn(body, 'worksFor', PERIODS) ?? USUAL_PREVIEW_PERIOD;
};
