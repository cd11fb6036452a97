import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { DripPlan } from '../../../../contracts/pseo-drips';
import type { DripCampaign, Drips } from './index';
import { timeZones } from './calendar';
import { parsePlan } from './plan';
import type { StoredDrip } from './store';
import { rightsOf, websiteOf } from '../../access/editors/rights';
import { UIDS } from '../../platform/uids';
import { asObject, idIn, optionalTextIn, type Input } from '../../platform/input';
import { conflict, documentIdOf } from '../../platform/panel-requests';
import { refusalsFor } from '../pages/controller';

interface CampaignRow {
  documentId: string;
  name: string;
  website: { id: number; documentId: string } | null;
}

const withWebsite = {
  select: ['id', 'documentId', 'name'],
  populate: { website: { select: ['id', 'documentId'] } },
};

/** Drips in the admin panel. */
export const createPseoDripsController = (strapi: Core.Strapi, drips: Drips) => {
  const campaignFor = async (ctx: Context, documentId: string): Promise<DripCampaign> => {
    const campaign: CampaignRow | null = await strapi.db
      .query(UIDS.pseoCampaign)
      .findOne({ where: { documentId }, ...withWebsite });
    if (!campaign?.website) {
      throw new errors.NotFoundError('There is no such campaign, or it is not one of yours.');
    }
    await websiteOf(strapi, ctx, campaign.website.documentId);
    return { documentId, name: campaign.name, website: campaign.website };
  };

  const dripFor = async (ctx: Context): Promise<{ drip: StoredDrip; campaign: DripCampaign }> => {
    const drip = await drips.find(documentIdOf(ctx));
    if (!drip) throw new errors.NotFoundError('There is no such drip (any more).');
    return { drip, campaign: await campaignFor(ctx, drip.campaign) };
  };

  /** To change what gets published takes the right to publish. */
  const publishing = (ctx: Context) => rightsOf(strapi, ctx, UIDS.pseoPage, 'publish');

  const planned = async (ctx: Context): Promise<{ campaign: DripCampaign; plan: DripPlan }> => {
    const body = asObject(ctx.request.body, 'body');
    const campaign = await campaignFor(ctx, idIn(body, 'campaign'));
    return { campaign, plan: parsePlan(body['plan']) };
  };

  const answer = async (ctx: Context, documentId: string, campaign: DripCampaign): Promise<void> => {
    const drip = await drips.find(documentId);
    if (!drip) throw new errors.NotFoundError('There is no such drip (any more).');
    ctx.body = { data: await drips.view(drip, campaign) };
  };

  return {
    async list(ctx: Context) {
      const query = ctx.query as Input;
      const website = await websiteOf(strapi, ctx, idIn(query, 'website'));
      const wanted = optionalTextIn(query, 'campaign');
      const rows: CampaignRow[] = await strapi.db.query(UIDS.pseoCampaign).findMany({
        where: { website: { id: website.id }, ...(wanted !== undefined && { documentId: wanted }) },
        ...withWebsite,
      });
      const campaigns = new Map(
        rows.map(({ documentId, name }) => [documentId, { documentId, name, website }]),
      );
      const found = await drips.ofCampaigns([...campaigns.keys()]);
      ctx.body = {
        data: await Promise.all(
          found.map((drip) =>
            drips.view(
              drip,
              campaigns.get(drip.campaign) ?? { documentId: drip.campaign, name: '', website },
            ),
          ),
        ),
      };
    },

    async one(ctx: Context) {
      const { drip, campaign } = await dripFor(ctx);
      await answer(ctx, drip.documentId, campaign);
    },

    async create(ctx: Context) {
      const { campaign, plan } = await planned(ctx);
      const drip = await drips.add(campaign, plan, await publishing(ctx));
      if (!drip)
        return conflict(ctx, 'This campaign has a drip already. Change that one, or delete it first.');
      await answer(ctx, drip.documentId, campaign);
      ctx.status = 201;
    },

    async update(ctx: Context) {
      const { drip, campaign } = await dripFor(ctx);
      await publishing(ctx);
      const { plan, from } = asObject(ctx.request.body, 'body');
      const known = from === undefined ? null : parsePlan(from);
      if (!(await drips.changePlan(drip, parsePlan(plan), known))) {
        return conflict(
          ctx,
          'Somebody else has changed this plan meanwhile. Nothing was changed: look at it again.',
        );
      }
      await answer(ctx, drip.documentId, campaign);
    },

    async pause(ctx: Context) {
      const { drip, campaign } = await dripFor(ctx);
      await publishing(ctx);
      if (!(await drips.pause(drip))) return conflict(ctx, 'Only a drip that runs can be paused.');
      await answer(ctx, drip.documentId, campaign);
    },

    async resume(ctx: Context) {
      const { drip, campaign } = await dripFor(ctx);
      await publishing(ctx);
      if (!(await drips.resume(drip))) return conflict(ctx, 'Only a drip that is paused can go on.');
      await answer(ctx, drip.documentId, campaign);
    },

    async addDrafts(ctx: Context) {
      const { drip, campaign } = await dripFor(ctx);
      await drips.addDrafts(drip, campaign, await publishing(ctx));
      await answer(ctx, drip.documentId, campaign);
    },

    async remove(ctx: Context) {
      const { drip } = await dripFor(ctx);
      await publishing(ctx);
      await drips.remove(drip);
      ctx.status = 204;
    },

    async preview(ctx: Context) {
      const { campaign, plan } = await planned(ctx);
      ctx.body = { data: await drips.preview(campaign, plan, await publishing(ctx)) };
    },

    async refusals(ctx: Context) {
      const { drip } = await dripFor(ctx);
      ctx.body = { data: await refusalsFor(ctx, drips.refusals, drip.documentId) };
    },

    timeZones(ctx: Context) {
      ctx.body = { data: timeZones() };
    },
  };
};
