import type { Core } from '@strapi/strapi';
import type { Ref } from '../../platform/database/rows';
import { counted, fieldError } from '../../platform/field-errors';
import { UIDS } from '../../platform/uids';
import type { CampaignPages } from '../pages/of-campaign';
import type { CampaignTemplates } from '../templates/page-texts';
import { kindOf, RESOLVED_FIELDS } from '../templates/resolve';
import {
  MissingVariables,
  TemplateProblem,
  type KnownTemplate,
  type Templates,
  type Variables,
} from '../templates/templates';

export type CampaignRow = Ref & { name: string; website: Ref | null } & CampaignTemplates;

/** A template that live pages are made with once the campaign is saved, and were not before. */
export interface ChangedTemplate {
  field: keyof typeof RESOLVED_FIELDS;
  /** The attribute of the campaign. */
  template: (typeof RESOLVED_FIELDS)[keyof typeof RESOLVED_FIELDS]['template'];
  parsed: KnownTemplate;
}

/** Which variables were found to do in which template, and are not rendered again. */
export interface KnownPages {
  has(template: ChangedTemplate, variables: Variables): boolean;
  add(template: ChangedTemplate, variables: Variables): void;
}

/** What of the live pages of a campaign is tried: all of it, where nothing else is said. */
export interface ToTry {
  known?: KnownPages;
  /** documentIds */
  pages?: readonly string[] | null;
}

const UNKNOWN: KnownPages = { has: () => false, add: () => undefined };

/** Live pages that lack something, after which no more are counted: a template that is wrong is so for nearly all. */
const MAX_COUNTED = 1_000;

export const loadCampaign = async (
  strapi: Core.Strapi,
  where: Record<string, unknown>,
): Promise<CampaignRow | null> =>
  strapi.db.query(UIDS.pseoCampaign).findOne({
    where,
    populate: { website: { select: ['id', 'documentId'] } },
  });

/** @throws TemplateProblem */
export const changedTemplates = async (
  templates: Templates,
  campaign: CampaignTemplates,
  old: CampaignTemplates | null,
): Promise<ChangedTemplate[]> => {
  const changed: ChangedTemplate[] = [];
  for (const field of Object.keys(RESOLVED_FIELDS) as (keyof typeof RESOLVED_FIELDS)[]) {
    const { template } = RESOLVED_FIELDS[field];
    const text = campaign[template];
    const kind = kindOf(field, campaign.escapingVersion);
    if (!text || (text === old?.[template] && kind === kindOf(field, old.escapingVersion))) continue;
    changed.push({ field, template, parsed: await templates.parse(kind, text) });
  }
  return changed;
};

/**
 * Renders the live pages of a campaign with its changed templates, which may take minutes: best where no lock is held.
 * @param campaign its row number
 * @throws a ValidationError where pages would lack a variable, which counts them, or could not be made
 */
export const tryOnLivePages = async (
  campaignPages: CampaignPages,
  templates: Templates,
  campaign: number | string,
  changed: readonly ChangedTemplate[],
  { known = UNKNOWN, pages = null }: ToTry = {},
): Promise<void> => {
  if (changed.length === 0) return;
  const failures = changed.map(() => ({ pages: 0, missing: new Map<string, number>() }));
  for await (const page of campaignPages.live(campaign, pages)) {
    for (const [index, one] of changed.entries()) {
      const failure = failures[index];
      if (!failure || page.has[one.field] || known.has(one, page.variables)) continue;
      const problem = await problemWith(templates, one.parsed, page.variables);
      if (!problem) {
        known.add(one, page.variables);
        continue;
      }
      // A template that is too slow or otherwise broken is so for others too; counting them could take minutes.
      if (!(problem instanceof MissingVariables)) {
        throw fieldError(one.template, `Live pages could not be made with this template. ${problem.message}`);
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
  parsed: KnownTemplate,
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
