import type { Core } from '@strapi/strapi';
import type { PageRefusal } from '../../../../../contracts/pseo-pages';
import type { Knex } from 'knex';
import { createYielder } from '../../../platform/yielder';
import { JobProblem } from '../../../jobs';
import type { Templates } from '../../templates/templates';
import { scopedHash } from '../../../platform/scoped-hash';
import { createPublication, reasonOf } from '../publication';
import { createPageRowStore, type PageRows, type Row } from '../rows';
import { createPageReader, isNewer, MOVED, slugOf, textOf, textsOf } from '../with-campaigns';
import { CannotMake, createSlugMaker, templateVersionOf, type Slugs } from './make';

/** How slugs are regenerated. */
export interface RegenerationOptions {
  /** documentId */
  website: string;
  /** Whether live pages whose slugs change are published again. */
  publish: boolean;
  /** The versions of the slug templates, by documentId of the campaign. */
  versions: Record<string, string>;
}

/** A page that gets other slugs. */
export interface PageSlugChange {
  /** documentId */
  page: string;
  draft: Row;
  live: readonly Row[];
  /** The row number of the campaign. */
  campaign: number;
  links: Row[];
  slugs: Slugs;
  /** False when only the live version has other slugs. */
  changesDraft: boolean;
  publishes: boolean;
  /** What its new slug is compared by; null when it gets none. */
  key: string | null;
}

export interface SlugDiff {
  changes: PageSlugChange[];
  unchanged: string[];
  refused: PageRefusal[];
}

const CHANGED =
  'A slug template was changed after the preview, so slugs could come out differently. Look at a new preview, and start from there.';
const ELSEWHERE = 'The page was moved to another campaign since the preview. Regenerate its slug separately.';

/** Finds out what becomes of pages, each for itself; whether their slugs are free is not looked at here. */
export const createSlugDiff = (strapi: Core.Strapi, templates: Templates) => {
  const rows = createPageRowStore(strapi);
  const read = createPageReader(strapi, rows);
  const publication = createPublication(strapi, rows);

  /** @returns a function that looks at some pages; it remembers templates, so that many may follow */
  return ({ website, publish, versions }: RegenerationOptions) => {
    const make = createSlugMaker(templates);
    const yieldTurn = createYielder();

    /** Null when its slugs are as the templates make them. */
    const changeOf = async (
      { documentId, live }: PageRows,
      draft: Row,
      campaign: Row,
    ): Promise<PageSlugChange | null> => {
      const slugs = await make(draft, campaign);
      const changesDraft = !isSame(draft, slugs);
      const publishes = publish && isLiveElsewhere({ live, slugs });
      if (!changesDraft && !publishes) return null;
      return {
        page: documentId,
        draft,
        live,
        campaign: campaign.id,
        links: [],
        slugs,
        changesDraft,
        publishes,
        key: slugs.slug === null ? null : scopedHash(website, slugs.slug),
      };
    };

    /**
     * @param documentIds some hundred at most
     * @throws JobProblem when a slug template is not the one of the preview any more, or takes too long
     */
    return async (sql: Knex, documentIds: readonly string[]): Promise<SlugDiff> => {
      const { pages, campaignOf, isOf } = await read(sql, documentIds);
      const there = new Set(pages.map(({ documentId }) => documentId));
      const diff: SlugDiff = {
        changes: [],
        unchanged: documentIds.filter((documentId) => !there.has(documentId)),
        refused: [],
      };
      const found = new Map<string, PageSlugChange>();
      for (const page of pages) {
        const { documentId, draft } = page;
        await yieldTurn();
        if (!draft) {
          diff.unchanged.push(documentId);
          continue;
        }
        const refuse = (reason: string) =>
          diff.refused.push({ page: documentId, slug: slugOf(draft), reason });
        if (!isOf(website, page)) {
          refuse(MOVED);
          continue;
        }
        const campaign = campaignOf(draft);
        const version = versions[campaign['document_id'] as string];
        if (version === undefined) {
          refuse(ELSEWHERE);
          continue;
        }
        if (version !== templateVersionOf(campaign)) throw new JobProblem(CHANGED);
        try {
          const change = await changeOf(page, draft, campaign);
          if (change) found.set(documentId, change);
          else diff.unchanged.push(documentId);
        } catch (error) {
          if (!(error instanceof CannotMake)) throw error;
          refuse(error.message);
        }
      }

      const publishing = [...found.values()].filter(({ publishes }) => publishes);
      const linksOf = await rows.linksOf(
        sql,
        publishing.map(({ draft }) => draft.id),
      );
      const campaigns = new Map(
        pages.map(({ documentId, draft }) => [documentId, draft && campaignOf(draft)]),
      );
      for (const change of publishing) {
        await yieldTurn();
        const { page, draft, slugs } = change;
        change.links = linksOf.get(draft.id) ?? [];
        const texts = { ...textsOf(draft, campaigns.get(page) as Row), ...slugs };
        try {
          await publication.check(texts, change.links, templates);
        } catch (error) {
          diff.refused.push({ page, slug: slugOf(draft), reason: reasonOf(error) });
          found.delete(page);
        }
      }
      diff.changes = [...found.values()];
      return diff;
    };
  };
};

export type DiffSlugs = ReturnType<typeof createSlugDiff>;

/** The admin panel stores an emptied field as an empty text; both mean that there is none. */
const isSame = (row: Row, { slug, targetSlug }: Slugs): boolean =>
  (slugOf(row) || null) === slug && (textOf(row, 'target_slug') || null) === (targetSlug || null);

/** Whether a live page's draft has been changed already since it was published. */
export const hasChanges = ({ draft, live }: Pick<PageSlugChange, 'draft' | 'live'>): boolean =>
  live.some((row) => isNewer(draft, row));

/** Whether a live page is live under other slugs than it would get. */
export const isLiveElsewhere = ({ live, slugs }: Pick<PageSlugChange, 'live' | 'slugs'>): boolean =>
  live.some((row) => !isSame(row, slugs));
