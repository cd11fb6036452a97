import type { Redirect } from '../../../contracts/delivery';
import type { EarlierSlug, EarlierSlugProblem, EarlierSlugs } from '../content/earlier-slugs';
import { isBlank, unstorableProblem } from '../platform/formats';
import { MAX_STRING_LENGTH } from '../pseo/templates/page-texts';
import type { MigrationContext } from './context';
import { createSlugOwners } from './slugs';
import { shown } from './texts';

type Problems = ReadonlyMap<EarlierSlug, EarlierSlugProblem>;

const KINDS = { post: 'post', 'pseo-page': 'page' } as const;

/** Slugs that entries had at the source before. What has such a slug here keeps it. */
export const createRedirects = (
  { strapi, report, website, isDryRun }: MigrationContext,
  earlierSlugs: Pick<EarlierSlugs, 'enter'>,
) => {
  const ownersOf = {
    post: createSlugOwners(strapi, 'post', website.documentId),
    'pseo-page': createSlugOwners(strapi, 'page', website.documentId),
  };

  const note = (type: Redirect['type'], where: string, what: string): void =>
    report.addRepeated(
      { loss: 'note', kind: KINDS[type], where: shown(where) },
      what,
      'Nothing, or let the front end redirect.',
    );

  const noteProblems = (problems: Problems): void => {
    for (const [{ type, slug }, problem] of problems) {
      // Its own is no earlier one.
      if (problem !== 'own')
        note(type, slug, 'Something else has or had this earlier slug here. It does not lead to its entry.');
    }
  };

  const enter = async (rows: readonly EarlierSlug[]): Promise<Problems> =>
    isDryRun || rows.length === 0 ? new Map() : earlierSlugs.enter(rows);

  const isStorable = (slug: string): boolean =>
    !isBlank(slug) && slug.length <= MAX_STRING_LENGTH && !unstorableProblem(slug);

  return {
    /**
     * In the transaction that stores the entry: an import that ends after it would not look at it again.
     * @param entry its documentId here
     * @returns why some cannot be, which is to be noted when that is committed
     */
    ofEntry: (type: Redirect['type'], entry: string, slugs: readonly string[]): Promise<Problems> =>
      enter(slugs.filter(isStorable).map((slug) => ({ type, website: website.documentId, entry, slug }))),

    noteProblems,

    /** Redirects to entries that were brought in before. */
    async bring(redirects: readonly Redirect[]): Promise<void> {
      if (isDryRun) return;
      for (const type of ['post', 'pseo-page'] as const) {
        const own = redirects.filter((one) => one.type === type && isStorable(one.from));
        const owners = await ownersOf[type]([...new Set(own.map(({ to }) => to))]);
        const rows: EarlierSlug[] = [];
        for (const { from, to } of own) {
          const [entry] = owners.get(to) ?? [];
          if (entry !== undefined) rows.push({ type, website: website.documentId, entry, slug: from });
          else note(type, from, 'What this earlier slug leads to was not brought in under the same slug.');
        }
        noteProblems(await enter(rows));
      }
    },
  };
};

export type Redirects = ReturnType<typeof createRedirects>;
