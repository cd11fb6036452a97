import type { Core } from '@strapi/strapi';
import type { SelectedPages } from '../../../../contracts/pseo-pages';
import { JobProblem, type RunningJob } from '../../jobs';
import { chunks } from '../../platform/database/statements';
import { UIDS } from '../../platform/uids';
import type { Narrowing, Selection, Selections } from './selection';

/** Named pages that one statement looks up. */
const NAMES = 500;

const DELETED = 'The website has been deleted.';

/** Which pages a request is about, and how many they are. */
export const createSelectionResolver = (strapi: Core.Strapi, selections: Selections) => {
  const websiteNumber = async (documentId: string): Promise<number> => {
    const website: { id: number } | null = await strapi.db
      .query(UIDS.website)
      .findOne({ where: { documentId }, select: ['id'] });
    if (!website) throw new JobProblem(DELETED);
    return website.id;
  };

  const selectionOf = async (
    { filter }: Extract<SelectedPages, { filter: unknown }>,
    narrowing: Narrowing,
  ): Promise<Selection> => ({
    ...filter,
    website: { id: await websiteNumber(filter.website) },
    narrowing,
  });

  return {
    /** The row number of a website. @throws JobProblem when it is not there any more */
    websiteNumber,
    selectionOf,

    /** The documentId of the website that a job works on. @throws JobProblem when it is not there any more */
    async websiteOf({ website }: Pick<RunningJob, 'website'>): Promise<string> {
      if (website === null) throw new JobProblem(DELETED);
      await websiteNumber(website);
      return website;
    },

    /** The pages that fit a filter, some thousand at a time. */
    async *walk(request: Extract<SelectedPages, { filter: unknown }>, narrowing: Narrowing) {
      for await (const { pages } of selections.walk(await selectionOf(request, narrowing))) {
        yield pages.map((page) => page.document_id);
      }
    },

    /** How many pages fit a filter. */
    async count(selection: Selection): Promise<number> {
      const counts = await selections.countStates(selection);
      return selection.state
        ? counts[selection.state]
        : counts.draft + counts.waiting + counts.live + counts.changed;
    },

    /** Which of the named pages of a website there are, for this user; each once. */
    async named(
      { website, pages }: Extract<SelectedPages, { pages: unknown }>,
      narrowing: Narrowing,
    ): Promise<{ found: string[]; notFound: number }> {
      const names = [...new Set(pages)];
      const found = new Set<string>();
      for (const some of chunks(names, NAMES)) {
        const where = {
          documentId: { $in: some },
          publishedAt: null,
          campaign: { website: { documentId: website } },
        };
        const rows: { documentId: string }[] = await strapi.db.query(UIDS.pseoPage).findMany({
          where: narrowing ? { $and: [narrowing, where] } : where,
          select: ['id', 'documentId'],
        });
        for (const { documentId } of rows) found.add(documentId);
      }
      return { found: [...found], notFound: names.length - found.size };
    },
  };
};

export type SelectionResolver = ReturnType<typeof createSelectionResolver>;

/** The documentId of the website that the pages belong to. */
export const websiteIn = (selected: SelectedPages): string =>
  'filter' in selected ? selected.filter.website : selected.website;
