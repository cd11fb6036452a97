import { createHash } from 'node:crypto';
import { JobProblem } from '../../../jobs';
import { STORED_FIELDS } from '../../templates/resolve';
import type { Templates } from '../../templates/templates';
import { isBlank, unstorableProblem } from '../../../platform/formats';
import { createPageTexts, missingVariables, STORED_TEXTS, type PageTexts } from '../../templates/page-texts';
import type { Row } from '../rows';
import { textsOf } from '../with-campaigns';

export interface Slugs {
  slug: string | null;
  targetSlug: string | null;
}

/** A page's slugs cannot be made; the message says why, for people. */
export class CannotMake extends Error {}

const NAMES = { slug: 'The slug', targetSlug: 'The target slug' } as const;

/** A digest of a campaign's slug templates. */
export const templateVersionOf = (campaign: Row): string =>
  createHash('sha256')
    .update(JSON.stringify([campaign['slug_template'] ?? null, campaign['target_slug_template'] ?? null]))
    .digest('hex');

/**
 * Makes slugs as the rules do when a page is saved with both fields emptied. Only where that would leave a page
 * without a slug, or take away what no template makes, it differs: the page is refused, the field stays.
 */
export const createSlugMaker = (templates: Templates) => {
  const made = new Map<number, PageTexts>();
  const textsFor = (campaign: Row, source: ReturnType<typeof textsOf>): PageTexts => {
    const known = made.get(campaign.id) ?? createPageTexts(templates, source.campaign ?? {});
    made.set(campaign.id, known);
    return known;
  };

  /**
   * @throws CannotMake
   * @throws JobProblem for a template that takes too long: it would for every other page too
   */
  return async (draft: Row, campaign: Row): Promise<Slugs> => {
    const source = textsOf(draft, campaign);
    const fields = STORED_TEXTS.filter((field) => !isBlank(source.campaign?.[STORED_FIELDS[field].template]));
    if (fields.length === 0) {
      throw new CannotMake(`The campaign "${String(campaign['name'])}" has no slug template.`);
    }
    const page = { ...source, variables: source.variables ?? {}, slug: null, targetSlug: null };
    const { texts, problems } = await textsFor(campaign, source).resolve(page, fields);
    const limit = problems.find(({ kind }) => kind === 'template-limit');
    if (limit) {
      throw new JobProblem(
        `${NAMES[limit.field as keyof Slugs]} takes more time or memory to make than a page may take. ${limit.message} Simplify this template.`,
      );
    }
    const missing = missingVariables(problems);
    const [problem] = problems.filter(({ kind }) => kind !== 'missing-variable');
    if (missing) throw new CannotMake(missing.message);
    if (problem) throw new CannotMake(`${NAMES[problem.field as keyof Slugs]}: ${problem.message}`);

    const slugs: Slugs = { slug: source.slug, targetSlug: source.targetSlug };
    for (const field of fields) {
      const text = texts[field];
      const unstorable = text === null ? null : unstorableProblem(text);
      if (unstorable) throw new CannotMake(`${NAMES[field]}: ${unstorable}`);
      if (field === 'slug' && text === null) {
        throw new CannotMake(
          'The slug would be empty: the template makes nothing of the variables of this page.',
        );
      }
      slugs[field] = text;
    }
    return slugs;
  };
};
