import type { Core } from '@strapi/strapi';
import { isBlank, unstorableProblem } from '../platform/formats';
import { MAX_STRING_LENGTH } from '../pseo/templates/page-texts';
import { slugProblem } from '../content/rules/slug';
import { UIDS } from '../platform/uids';
import { scopedHash } from '../platform/scoped-hash';
import type { ReportWriter } from './report';
import { shown } from './texts';

/** Who of a website has slugs here: the documentIds, by slug. */
export type SlugOwners = ReadonlyMap<string, ReadonlySet<string>>;

const TYPES = { post: UIDS.post, page: UIDS.pseoPage } as const;

/** @param website its documentId */
export const createSlugOwners =
  (strapi: Core.Strapi, kind: 'post' | 'page', website: string) =>
  async (slugs: readonly string[]): Promise<SlugOwners> => {
    const slugOf = new Map(slugs.map((slug) => [scopedHash(website, slug), slug]));
    const rows: { documentId: string; uniqueKey: string }[] = await strapi.db.query(TYPES[kind]).findMany({
      where: { uniqueKey: { $in: [...slugOf.keys()] } },
      select: ['documentId', 'uniqueKey'],
    });
    const owners = new Map<string, Set<string>>();
    for (const row of rows) {
      const slug = slugOf.get(row.uniqueKey) ?? '';
      owners.set(slug, (owners.get(slug) ?? new Set()).add(row.documentId));
    }
    return owners;
  };

/** The slugs of this run: a source may have one twice, and a dry run stores none. */
export const createSlugs = (kind: 'post' | 'page') => {
  const owners = new Map<string, string>();
  const isTaken = (slug: string, sourceId: string): boolean => (owners.get(slug) ?? sourceId) !== sourceId;

  return {
    /** True for one that another entry of this run has. */
    isTaken,

    /** Of two entries with one slug, the first one has it. */
    claim(slug: string, sourceId: string): void {
      if (!owners.has(slug)) owners.set(slug, sourceId);
    },

    /** Why an entry cannot have the slug, as far as is known from the source; null when it can. */
    problem(slug: string, sourceId: string): string | null {
      if (isBlank(slug)) return 'It has no slug, so no address.';
      if (slug.length > MAX_STRING_LENGTH) {
        return `Its slug has ${slug.length.toLocaleString('en')} characters; ${MAX_STRING_LENGTH} are possible.`;
      }
      if (unstorableProblem(slug)) {
        return 'Its slug has characters that cannot be stored (NUL, or half of a character).';
      }
      return isTaken(slug, sourceId)
        ? `The source has the slug "${slug}" twice. The first ${kind} has it.`
        : null;
    },
  };
};

/** Names a slug that is kept as it came, though it could not be entered here. */
export const noteKeptSlug = (
  report: ReportWriter,
  kind: 'post' | 'page',
  slug: string | null,
  name = 'slug',
): void => {
  if (slug === null || isBlank(slug) || slugProblem(kind, slug) === null) return;
  report.add(
    { loss: 'note', kind, where: shown(slug) },
    `Its ${name} "${shown(slug)}" was kept, as front ends use it already. It does not work in a web address as it is, and could not be entered here.`,
    'Nothing, as long as front ends encode it in addresses. Else give it another slug here.',
  );
};
