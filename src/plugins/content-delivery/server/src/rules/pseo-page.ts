import type { Core } from '@strapi/strapi';
import { resolveText, STORED_FIELDS, TEMPLATE_FIELDS } from '../pseo/resolve';
import { MissingVariables, TemplateProblem, type Templates, type Variables } from '../pseo/templates';
import { UIDS } from '../uids';
import { isBlank, variablesProblem } from './formats';
import { isCloneWithoutSlug } from './clones';
import { firstFreeSlug } from './free-slug';
import type { RuleServices } from './index';
import { patchRow, type Ref } from './rows';
import type { ContentRule } from './rule';
import { slugsTakenFrom } from './taken-slugs';
import { uniqueKey } from '../unique-key';
import { fieldError } from './violations';

/** What a text column holds on every database. */
const LONGEST_SLUG = 255;

type CampaignRow = Ref & { website: Ref | null } & Partial<Record<string, string | null>>;

interface PageRow extends Ref {
  slug: string | null;
  targetSlug: string | null;
  html: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  variables: Variables | null;
  uniqueKey: string | null;
  publishedAt: unknown;
  campaign: CampaignRow | null;
}

export const pseoPageRule = ({ strapi, templates }: RuleServices): ContentRule => ({
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

  prepare({ data }) {
    const variables = data['variables'];
    if (variables === undefined || variables === null) return;
    const problem = variablesProblem(typeof variables === 'string' ? parsed(variables) : variables);
    if (problem) throw fieldError('variables', problem);
  },

  async settle(id, { kind }) {
    const page = await load(strapi, id);
    const website = websiteOf(page);
    const isLive = Boolean(page.publishedAt);
    if (isLive) checkResolves(page, templates);
    const stored = storedTexts(page, templates, isLive);
    const isClone = kind === 'create' && isCloneWithoutSlug();
    const slug = stored.slug === null ? null : await settleSlug(strapi, page, website, stored.slug, isClone);

    const filled = { slug, targetSlug: stored.targetSlug };
    const key = slug === null ? null : uniqueKey(website.documentId, slug);
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
 * The slugs as given, or made from the campaign's templates where they were left empty. A draft that
 * lacks a variable waits for it; a live page does not.
 */
const storedTexts = (page: PageRow, templates: Templates, isLive: boolean) => {
  const resolve = (field: keyof typeof STORED_FIELDS): string | null => {
    const own = page[field];
    if (own !== null && !isBlank(own)) return own;
    const { template, kind } = STORED_FIELDS[field];
    try {
      const text = resolveText(
        templates,
        kind,
        null,
        page.campaign?.[template] ?? null,
        page.variables ?? {},
      );
      return isBlank(text) ? null : text;
    } catch (error) {
      if (error instanceof MissingVariables && !isLive) return null;
      throw asFieldError(error, field);
    }
  };
  const stored = { slug: resolve('slug'), targetSlug: resolve('targetSlug') };
  if (isLive && stored.slug === null) {
    throw fieldError('slug', 'A live page needs a slug. Enter one here, or a slug template in the campaign.');
  }
  for (const field of ['slug', 'targetSlug'] as const) {
    if ((stored[field]?.length ?? 0) > LONGEST_SLUG) {
      throw fieldError(
        field,
        `This would be longer than ${LONGEST_SLUG} characters: "${stored[field]?.slice(0, 60)}…".`,
      );
    }
  }
  return stored;
};

const settleSlug = async (
  strapi: Core.Strapi,
  page: PageRow,
  website: Ref,
  slug: string,
  isClone: boolean,
): Promise<string> => {
  const takenAmong = slugsTakenFrom(strapi, UIDS.pseoPage, website, page);
  if (isClone) return firstFreeSlug(slug, takenAmong);
  if ((await takenAmong([slug])).size > 0) {
    throw fieldError('slug', `Another page of this website already uses the slug "${slug}".`);
  }
  return slug;
};

/**
 * A live page must resolve: a variable that any template needs and the page lacks stops publication. All of
 * them are named at once.
 */
const checkResolves = (page: PageRow, templates: Templates): void => {
  const missing = new Set<string>();
  for (const field of Object.keys(TEMPLATE_FIELDS) as (keyof typeof TEMPLATE_FIELDS)[]) {
    const { template, kind } = TEMPLATE_FIELDS[field];
    const own = isBlank(page[field]) ? null : page[field];
    try {
      resolveText(templates, kind, own, page.campaign?.[template] ?? null, page.variables ?? {});
    } catch (error) {
      if (!(error instanceof MissingVariables)) throw asFieldError(error, field);
      for (const name of error.names) missing.add(name);
    }
  }
  if (missing.size > 0) throw asFieldError(new MissingVariables([...missing]), 'variables');
};

const asFieldError = (error: unknown, field: string): unknown => {
  if (error instanceof MissingVariables) return fieldError('variables', error.message);
  if (error instanceof TemplateProblem) return fieldError(field, error.message);
  return error;
};
