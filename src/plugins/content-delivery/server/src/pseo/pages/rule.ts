import type { Core } from '@strapi/strapi';
import type { Templates, Variables } from '../templates/templates';
import type { PseoRuleServices } from '../templates/rule-services';
import { UIDS } from '../../platform/uids';
import { isBlank, variablesProblem } from '../../platform/formats';
import { isCloneWithoutSlug } from '../../content/rules/clones';
import { firstFreeSlug } from '../../content/rules/free-slug';
import {
  createPageTexts,
  missingVariables,
  PAGE_TEXTS,
  STORED_TEXTS,
  type CampaignTemplates,
  type PageProblem,
  type PageText,
} from '../templates/page-texts';
import { RESOLVED_FIELDS } from '../templates/resolve';
import { patchRow, type Ref } from '../../platform/database/rows';
import { rowsBefore } from '../../platform/database/rows-before';
import type { ContentRule } from '../../content/rules/rule';
import { fitSlug, slugProblem } from '../../content/rules/slug';
import { wasStoredBefore } from '../../content/rules/stored-before';
import { checkMetaDescription } from '../../content/rules/meta-description';
import { slugsTakenFrom } from '../../content/rules/taken-slugs';
import { scopedHash } from '../../platform/scoped-hash';
import { fieldError } from '../../platform/field-errors';

type CampaignRow = Ref & { website: Ref | null } & CampaignTemplates;

/** What a page's texts are made from: its own, and its campaign's templates. */
export interface PageTextSources {
  slug: string | null;
  targetSlug: string | null;
  html: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  variables: Variables | null;
  campaign: CampaignTemplates | null;
}

interface PageRow extends Ref, PageTextSources {
  uniqueKey: string | null;
  publishedAt: unknown;
  campaign: CampaignRow | null;
}

export const pseoPageRule = ({ strapi, templates }: PseoRuleServices): ContentRule => ({
  uid: UIDS.pseoPage,
  guarded: [
    'slug',
    'targetSlug',
    'variables',
    'campaign',
    'uniqueKey',
    'publishedAt',
    'html',
    'metaTitle',
    'metaDescription',
  ],

  validateInput({ data }) {
    // The template makes them. Statements that look for pages without a text of their own know no other white space.
    for (const name of Object.keys(RESOLVED_FIELDS)) {
      if (typeof data[name] === 'string' && isBlank(data[name])) data[name] = null;
    }
    const variables = data['variables'];
    if (variables === undefined || variables === null) return;
    const problem = variablesProblem(typeof variables === 'string' ? parsed(variables) : variables);
    if (problem) throw fieldError('variables', problem);
  },

  async loadPrevious(where) {
    const [page] = await rowsBefore(strapi, UIDS.pseoPage, where);
    return { ...page };
  },

  async validateStored(id, { kind }, before) {
    const page = await load(strapi, id);
    const website = websiteOf(page);
    const isClone = kind === 'create' && isCloneWithoutSlug();
    for (const name of STORED_TEXTS) {
      if (!(isClone && name === 'slug')) await checkSlug(strapi, page, name, before[name]);
    }
    await checkMetaDescription(strapi, UIDS.pseoPage, page, before['metaDescription']);
    const stored = await (page.publishedAt ? slugsOfLive : slugsOfDraft)(page, templates);
    const slug = stored.slug === null ? null : await chooseSlug(strapi, page, website, stored.slug, isClone);

    const filled = { slug, targetSlug: stored.targetSlug };
    const key = slug === null ? null : scopedHash(website.documentId, slug);
    if (slug !== page.slug || stored.targetSlug !== page.targetSlug || key !== page.uniqueKey) {
      await patchRow(strapi, UIDS.pseoPage, { id }, { ...filled, uniqueKey: key });
    }
    return filled;
  },
});

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const load = async (strapi: Core.Strapi, id: number): Promise<PageRow> =>
  strapi.db.query(UIDS.pseoPage).findOne({
    where: { id },
    populate: { campaign: { populate: { website: { select: ['id', 'documentId'] } } } },
  });

const websiteOf = (page: PageRow): Ref => {
  const website = page.campaign?.website;
  if (!website) throw fieldError('campaign', 'A page belongs to a campaign. Choose one.');
  return website;
};

/**
 * The slugs as given, or made from the campaign's templates where they were left empty. A draft that lacks a variable waits
 * for it.
 */
const slugsOfDraft = async (page: PageTextSources, templates: Templates) => {
  const { texts, problems } = await resolve(page, templates, STORED_TEXTS);
  const problem = problems.find(({ kind }) => kind !== 'missing-variable');
  if (problem) throw asFieldError(problem);
  return { slug: texts.slug, targetSlug: texts.targetSlug };
};

/** What a template makes fits by itself; what an editor has typed is refused, with a suggestion. */
const checkSlug = async (
  strapi: Core.Strapi,
  page: PageRow,
  name: (typeof STORED_TEXTS)[number],
  before: unknown,
): Promise<void> => {
  const slug = page[name];
  if (slug === null || isBlank(slug)) return;
  const problem = slugProblem('page', slug);
  if (problem && !(await wasStoredBefore(strapi, UIDS.pseoPage, page, name, slug, before))) {
    throw fieldError(name, problem);
  }
};

const chooseSlug = async (
  strapi: Core.Strapi,
  page: PageRow,
  website: Ref,
  slug: string,
  isClone: boolean,
): Promise<string> => {
  const takenAmong = slugsTakenFrom(strapi, UIDS.pseoPage, website, page);
  if (isClone) return firstFreeSlug(fitSlug('page', slug) || 'page', takenAmong);
  if ((await takenAmong([slug])).size > 0) {
    throw slugTaken(slug);
  }
  return slug;
};

export const slugTaken = (slug: string) =>
  fieldError('slug', `Another page of this website already uses the slug "${slug}".`);

/**
 * What a live page with these texts stores as its slugs.
 * @throws a ValidationError when it may not be live: a variable is missing, of which all that any template needs are named
 * at once, or it has no slug
 */
export const slugsOfLive = async (page: PageTextSources, templates: Templates) => {
  const { texts, problems } = await resolve(page, templates, PAGE_TEXTS);
  const other = problems.find(({ kind }) => kind !== 'missing-variable' && kind !== 'too-long');
  if (other) throw asFieldError(other);
  const missing = missingVariables(problems);
  if (missing) throw fieldError('variables', missing.message);
  const [tooLong] = problems;
  if (tooLong) throw asFieldError(tooLong);
  const { slug, targetSlug } = texts;
  if (slug === null) {
    throw fieldError('slug', 'A live page needs a slug. Enter one here, or a slug template in the campaign.');
  }
  return { slug, targetSlug };
};

const resolve = (page: PageTextSources, templates: Templates, fields: readonly PageText[]) =>
  createPageTexts(templates, page.campaign ?? {}).resolve(
    { ...page, variables: page.variables ?? {} },
    fields,
  );

const asFieldError = ({ field, message }: PageProblem) => fieldError(field, message);
