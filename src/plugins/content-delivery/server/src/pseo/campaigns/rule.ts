import type { CampaignPages } from '../pages/of-campaign';
import { TEMPLATE_FIELDS } from '../templates/resolve';
import { lengthProblem, TemplateProblem } from '../templates/templates';
import type { PseoRuleServices } from '../templates/rule-services';
import { UIDS } from '../../platform/uids';
import { type ContentRule, refuseBlankName } from '../../content/rules/rule';
import { counted, fieldError, inUseError } from '../../platform/field-errors';
import { changedTemplates, loadCampaign, type CampaignRow } from './live-pages';
import { tryOnNewPages } from './tried-before';

interface CampaignRuleServices extends PseoRuleServices {
  campaignPages: CampaignPages;
}

export const pseoCampaignRule = ({ strapi, templates, campaignPages }: CampaignRuleServices): ContentRule => {
  const load = (where: Record<string, unknown>) => loadCampaign(strapi, where);

  return {
    uid: UIDS.pseoCampaign,
    guarded: ['website', ...Object.values(TEMPLATE_FIELDS).map(({ template }) => template)],

    async validateInput({ data, kind }) {
      refuseBlankName({ data, kind }, 'A campaign');
      for (const { template, kind } of Object.values(TEMPLATE_FIELDS)) {
        const text = data[template];
        if (typeof text !== 'string' || text === '') continue;
        const tooLong = lengthProblem(text);
        if (tooLong) throw fieldError(template, tooLong);
        try {
          await templates.parse(kind, text);
        } catch (error) {
          throw error instanceof TemplateProblem ? fieldError(template, error.message) : error;
        }
      }
    },

    async loadPrevious(where) {
      return { campaign: await load(where) };
    },

    async validateStored(id, { kind }, before) {
      const campaign = await load({ id });
      if (!campaign?.website) throw fieldError('website', 'A campaign belongs to a website. Choose one.');
      const old = (before['campaign'] ?? null) as CampaignRow | null;
      if (kind === 'update') {
        const changed = await changedTemplates(templates, campaign, old);
        await tryOnNewPages(strapi, templates, campaignPages, campaign.id, changed);
        if (old?.website?.id !== campaign.website.id) {
          const taken = await campaignPages.moveTo(campaign.website.documentId, campaign.id);
          if (taken !== null) {
            throw fieldError('website', `The website already has a page with the slug "${taken}".`);
          }
        }
      }
    },

    async beforeDelete(where) {
      const campaigns: CampaignRow[] = await strapi.db.query(UIDS.pseoCampaign).findMany({ where });
      for (const campaign of campaigns) {
        const pages = await campaignPages.count(campaign.id);
        if (pages > 0) {
          throw inUseError(
            `The campaign "${campaign.name}" still has ${counted(pages, 'page')}. Delete or move them first.`,
          );
        }
      }
    },
  };
};
