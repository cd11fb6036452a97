import type { CampaignPages } from '../pages/of-campaign';
import type { CampaignTemplates } from '../templates/page-texts';
import { kindOf, RESOLVED_FIELDS, TEMPLATE_FIELDS } from '../templates/resolve';
import {
  lengthProblem,
  MissingVariables,
  TemplateProblem,
  type ParsedTemplate,
  type Templates,
  type Variables,
} from '../templates/templates';
import type { PseoRuleServices } from '../templates/rule-services';
import { UIDS } from '../../platform/uids';
import type { Ref } from '../../platform/database/rows';
import { type ContentRule, refuseBlankName } from '../../content/rules/rule';
import { counted, fieldError, inUseError } from '../../platform/field-errors';

type CampaignRow = Ref & { name: string; website: Ref | null } & CampaignTemplates;

/** Live pages that lack something, after which no more are counted: a template that is wrong is so for nearly all. */
const MAX_COUNTED = 1_000;

interface CampaignRuleServices extends PseoRuleServices {
  campaignPages: CampaignPages;
}

export const pseoCampaignRule = ({ strapi, templates, campaignPages }: CampaignRuleServices): ContentRule => {
  const load = async (where: Record<string, unknown>): Promise<CampaignRow | null> =>
    strapi.db.query(UIDS.pseoCampaign).findOne({
      where,
      populate: { website: { select: ['id', 'documentId'] } },
    });

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
        await checkLivePages(campaignPages, templates, campaign, old);
        if (old?.website?.id !== campaign.website.id) {
          const taken = await campaignPages.moveTo(campaign.website.documentId, campaign.id);
          if (taken !== null) {
            throw fieldError('website', `The website already has a page with the slug "${taken}".`);
          }
        }
      }
      return {};
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

/** A template that would leave live pages without a variable is not saved; the error counts them. */
const checkLivePages = async (
  campaignPages: CampaignPages,
  templates: Templates,
  campaign: CampaignRow,
  old: CampaignRow | null,
): Promise<void> => {
  const changed: { field: keyof typeof RESOLVED_FIELDS; template: string; parsed: ParsedTemplate }[] = [];
  for (const field of Object.keys(RESOLVED_FIELDS) as (keyof typeof RESOLVED_FIELDS)[]) {
    const { template } = RESOLVED_FIELDS[field];
    const text = campaign[template];
    const kind = kindOf(field, campaign.escapingVersion);
    if (!text || (text === old?.[template] && kind === kindOf(field, old.escapingVersion))) continue;
    changed.push({ field, template, parsed: await templates.parse(kind, text) });
  }
  if (changed.length === 0) return;

  const failures = changed.map(() => ({ pages: 0, missing: new Map<string, number>() }));
  for await (const page of campaignPages.live(campaign.id)) {
    for (const [index, { field, template, parsed }] of changed.entries()) {
      const failure = failures[index];
      if (!failure || page.has[field]) continue;
      const problem = await problemWith(templates, parsed, page.variables);
      if (!problem) continue;
      // A template that is too slow or otherwise broken is so for others too; counting them could take minutes.
      if (!(problem instanceof MissingVariables)) {
        throw fieldError(template, `Live pages could not be made with this template. ${problem.message}`);
      }
      failure.pages += 1;
      for (const name of problem.names) failure.missing.set(name, (failure.missing.get(name) ?? 0) + 1);
    }
    if (failures.some(({ pages }) => pages >= MAX_COUNTED)) break;
  }
  changed.forEach(({ template }, index) => {
    const failure = failures[index];
    if (!failure || failure.pages === 0) return;
    const names = [...failure.missing].map(([name, pages]) => `"${name}" (${counted(pages, 'page')})`);
    throw fieldError(
      template,
      `${failure.pages >= MAX_COUNTED ? 'At least ' : ''}${counted(failure.pages, 'live page')} would lack a variable that this template needs: ${names.join(', ')}. Give the pages the variable first, or use {{ name | default: "…" }}.`,
    );
  });
};

const problemWith = async (
  templates: Templates,
  parsed: ParsedTemplate,
  variables: Variables,
): Promise<TemplateProblem | null> => {
  try {
    await templates.render(parsed, variables);
    return null;
  } catch (error) {
    if (error instanceof TemplateProblem) return error;
    throw error;
  }
};
