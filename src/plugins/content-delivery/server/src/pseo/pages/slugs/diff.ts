import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { createYielder } from '../../../jobs/yielder';
import { JobProblem } from '../../../jobs';
import type { Templates } from '../../templates/templates';
import { scopedHash } from '../../../platform/scoped-hash';
import { createPublication, reasonOf } from '../publication';
import type { Refusal } from '../queue';
import { createPageRows, type PageRows, type Row } from '../rows';
import { createPageReader, isNewer, MOVED, slugOf, textOf, textsOf } from '../with-campaigns';
import type { Claim } from './claims';
import { CannotMake, createSlugMaker, versionOf, type Slugs } from './make';

/** How slugs are made anew. */
export interface Remaking {
  /** documentId */
  website: string;
  /** Whether live pages whose slugs change are published again. */
  publish: boolean;
  /** The versions of the slug templates, by documentId of the campaign. */
  versions: Record<string, string>;
}

/** A page that gets other slugs. */
export interface Remake {
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
  claim: Claim;
}

export interface Looked {
  remakes: Remake[];
  unchanged: string[];
  refused: Refusal[];
}

const CHANGED =
  'A slug template was changed after the preview, so slugs could come out differently. Look at a new preview, and start from there.';
const ELSEWHERE = 'The page has come to another campaign since the preview. Make its slug anew by itself.';

/** Finds out what becomes of pages, each for itself; whether their slugs are free is not looked at here. */
export const createSlugDiff = (strapi: Core.Strapi, templates: Templates) => {
  const rows = createPageRows(strapi);
  const read = createPageReader(strapi, rows);
  const publication = createPublication(strapi, rows);

  /** @returns a function that looks at some pages; it remembers templates, so that many may follow */
  return ({ website, publish, versions }: Remaking) => {
    const make = createSlugMaker(templates);
    const pace = createYielder();

    /** Null when its slugs are as the templates make them. */
    const remakeOf = async (
      { documentId, live }: PageRows,
      draft: Row,
      campaign: Row,
    ): Promise<Remake | null> => {
      const slugs = await make(draft, campaign);
      const changesDraft = !isSame(draft, slugs);
      const publishes = publish && isLiveElsewhere({ live, slugs });
      if (!changesDraft && !publishes) return null;
      const keysOf = (versions: readonly Row[]) => versions.flatMap((row) => textOf(row, 'unique_key') ?? []);
      const claim: Claim = {
        page: documentId,
        wants: slugs.slug === null ? null : scopedHash(website, slugs.slug),
        holds: keysOf([draft, ...live]),
        keeps: publishes ? [] : keysOf(live),
      };
      return {
        page: documentId,
        draft,
        live,
        campaign: campaign.id,
        links: [],
        slugs,
        changesDraft,
        publishes,
        claim,
      };
    };

    /**
     * @param documentIds some hundred at most
     * @throws JobProblem when a slug template is not the one of the preview any more, or takes too long
     */
    return async (sql: Knex, documentIds: readonly string[]): Promise<Looked> => {
      const { pages, campaignOf, isOf } = await read(sql, documentIds);
      const there = new Set(pages.map(({ documentId }) => documentId));
      const looked: Looked = {
        remakes: [],
        unchanged: documentIds.filter((documentId) => !there.has(documentId)),
        refused: [],
      };
      const found = new Map<string, Remake>();
      for (const page of pages) {
        const { documentId, draft } = page;
        await pace();
        if (!draft) {
          looked.unchanged.push(documentId);
          continue;
        }
        const refuse = (reason: string) =>
          looked.refused.push({ page: documentId, slug: slugOf(draft), reason });
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
        if (version !== versionOf(campaign)) throw new JobProblem(CHANGED);
        try {
          const remake = await remakeOf(page, draft, campaign);
          if (remake) found.set(documentId, remake);
          else looked.unchanged.push(documentId);
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
      for (const remake of publishing) {
        await pace();
        const { page, draft, slugs } = remake;
        remake.links = linksOf.get(draft.id) ?? [];
        const texts = { ...textsOf(draft, campaigns.get(page) as Row), ...slugs };
        try {
          await publication.check(texts, remake.links, templates);
        } catch (error) {
          looked.refused.push({ page, slug: slugOf(draft), reason: reasonOf(error) });
          found.delete(page);
        }
      }
      looked.remakes = [...found.values()];
      return looked;
    };
  };
};

export type Look = ReturnType<typeof createSlugDiff>;

/** The admin panel stores an emptied field as an empty text; both mean that there is none. */
const isSame = (row: Row, { slug, targetSlug }: Slugs): boolean =>
  (slugOf(row) || null) === slug && (textOf(row, 'target_slug') || null) === (targetSlug || null);

/** Whether a live page's draft has been changed already since it was published. */
export const hasChanges = ({ draft, live }: Pick<Remake, 'draft' | 'live'>): boolean =>
  live.some((row) => isNewer(draft, row));

/** Whether a live page is live under other slugs than it would get. */
export const isLiveElsewhere = ({ live, slugs }: Pick<Remake, 'live' | 'slugs'>): boolean =>
  live.some((row) => !isSame(row, slugs));
