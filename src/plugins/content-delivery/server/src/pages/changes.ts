import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Knex } from 'knex';
import type { PageAction } from '../../../panel-contract';
import type { Templates } from '../pseo/templates';
import { tablesOf } from '../queries/tables';
import { toJson, toMilliseconds, type DatabaseDate } from '../queries/values';
import { slugsOfLive, slugTaken, type PageTexts } from '../rules/pseo-page';
import { UIDS } from '../uids';
import { uniqueKey } from '../unique-key';
import { createAnnouncer } from './announce';
import type { Refusal } from './queue';
import { createPageRows, type PageRows, type Row } from './rows';

/** What became of the pages of one batch, by documentId. */
export interface Outcome {
  changed: string[];
  unchanged: string[];
  refused: Refusal[];
}

/** Milliseconds of work after which others get a turn. */
const SLICE = 5;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Publishes, unpublishes and deletes pages of one website in batches. Call it inside a transaction that has raised
 * the website's revision already: what is read here, of slugs above all, is right only behind that lock.
 */
export const createPageChanges = (strapi: Core.Strapi, templates: Templates) => {
  const rows = createPageRows(strapi);
  const announce = createAnnouncer(strapi);
  const tables = tablesOf(strapi);
  const contentType = strapi.contentType(UIDS.pseoPage as never);

  /** Which of these slugs are those of other pages. */
  const slugsTaken = async (trx: Knex.Transaction, wanted: ReadonlyMap<string, string>) => {
    const used: { unique_key: string; document_id: string }[] = await trx(tables.pages)
      .whereIn('unique_key', [...wanted.values()])
      .select('unique_key', 'document_id');
    const usedBy = new Map<string, Set<string>>();
    for (const { unique_key: key, document_id: page } of used) {
      usedBy.set(key, (usedBy.get(key) ?? new Set()).add(page));
    }
    return (key: string, page: string): boolean =>
      [...(usedBy.get(key) ?? [])].some((other) => other !== page);
  };

  const campaignsById = async (trx: Knex.Transaction, ids: readonly number[]) => {
    const { table, from, to } = tables.campaignWebsite;
    const found: (Row & { website: string | null })[] = await trx(`${tables.campaigns} as c`)
      .leftJoin(`${table} as cw`, `cw.${from}`, 'c.id')
      .leftJoin(`${tables.websites} as w`, 'w.id', `cw.${to}`)
      .whereIn('c.id', [...new Set(ids)])
      .select('c.*', 'w.document_id as website');
    return new Map(found.map((campaign) => [campaign.id, campaign]));
  };

  const publish: Action = async ({ trx, website, campaignOf }, pages) => {
    const outcome: Outcome = { changed: [], unchanged: [], refused: [] };
    const ready: { documentId: string; draft: Row; live: Row[] }[] = [];
    for (const { documentId, draft, live } of pages) {
      if (draft && live.every((row) => isNewer(draft, row) || live.length > 1)) {
        ready.push({ documentId, draft, live });
      } else outcome.unchanged.push(documentId);
    }
    const linksOf = await rows.linksOf(
      trx,
      ready.map(({ draft }) => draft.id),
    );
    const parsing = rememberParsed(templates);

    const resolved: ((typeof ready)[number] & { slug: string; targetSlug: string | null; key: string })[] =
      [];
    let since = Date.now();
    for (const page of ready) {
      const { documentId, draft } = page;
      try {
        const links = linksOf.get(draft.id) ?? [];
        if (links.length > 0) await validateLinks(links);
        const { slug, targetSlug } = slugsOfLive(textsOf(draft, campaignOf(draft)), parsing);
        // A live page has a slug; the rule sees to it.
        const key = uniqueKey(website, slug ?? '');
        resolved.push({ ...page, slug: slug ?? '', targetSlug, key });
      } catch (error) {
        outcome.refused.push({ page: documentId, slug: slugOf(draft), reason: reasonOf(error) });
      }
      if (Date.now() - since < SLICE) continue;
      await turn();
      since = Date.now();
    }

    const isTaken = await slugsTaken(trx, new Map(resolved.map(({ documentId, key }) => [documentId, key])));
    const takenHere = new Map<string, string>();
    const publishable = resolved.filter(({ documentId, slug, key }) => {
      if (!isTaken(key, documentId) && !takenHere.has(key)) {
        takenHere.set(key, documentId);
        return true;
      }
      outcome.refused.push({ page: documentId, slug, reason: slugTaken(slug).message });
      return false;
    });

    await rows.remove(
      trx,
      publishable.flatMap(({ live }) => live.map(({ id }) => id)),
    );
    const now = new Date();
    await rows.insertLive(
      trx,
      publishable.map(({ draft, slug, targetSlug, key }) => ({
        draft,
        columns: { published_at: now, slug, target_slug: targetSlug, unique_key: key },
        campaign: campaignOf(draft).id,
        links: linksOf.get(draft.id) ?? [],
      })),
    );
    outcome.changed = publishable.map(({ documentId }) => documentId);
    if (outcome.changed.length > 0) await announce.published(outcome.changed);
    return outcome;
  };

  /** Drafts may lack what a link needs; live pages may not. Strapi's own check, with its own words. */
  const validateLinks = async (links: readonly Row[]): Promise<void> => {
    const internalLinks = links.map(({ id: _id, internal, nofollow, ...texts }) => ({
      ...texts,
      internal: internal === null ? null : Boolean(internal),
      nofollow: nofollow === null ? null : Boolean(nofollow),
    }));
    await strapi.entityValidator.validateEntityCreation(contentType as never, { internalLinks } as never, {
      isDraft: false,
    });
  };

  const removing =
    (event: 'entry.unpublish' | 'entry.delete', rowsOf: (page: PageRows) => readonly Row[]): Action =>
    async ({ trx }, pages) => {
      const going = pages.filter((page) => rowsOf(page).length > 0);
      const ids = going.flatMap((page) => rowsOf(page).map(({ id }) => id));
      if (ids.length > 0) await announce.going(event, ids);
      await rows.remove(trx, ids);
      return {
        changed: going.map(({ documentId }) => documentId),
        unchanged: pages.filter((page) => !going.includes(page)).map(({ documentId }) => documentId),
        refused: [],
      };
    };

  const actions: Record<PageAction, Action> = {
    publish,
    unpublish: removing('entry.unpublish', ({ live }) => live),
    delete: removing('entry.delete', rowsOf),
  };

  /**
   * @param website documentId; its revision has been raised in this transaction
   * @param documentIds a few hundred at most; those that are not there any more count as unchanged
   */
  return async (action: PageAction, website: string, documentIds: readonly string[]): Promise<Outcome> =>
    strapi.db.transaction(async ({ trx }) => {
      const found = await rows.load(trx, documentIds);
      const campaignIds = await rows.campaignsOf(
        trx,
        found.flatMap(rowsOf).map(({ id }) => id),
      );
      const campaigns = await campaignsById(trx, [...campaignIds.values()]);
      const campaignOf = (row: Row) => campaigns.get(campaignIds.get(row.id) ?? -1) ?? NO_CAMPAIGN;

      // Other websites have revisions of their own, which nobody has raised.
      const isAtHome = (page: PageRows) =>
        rowsOf(page).every((row) => campaignOf(row)['website'] === website);
      const pages = found.filter(isAtHome);
      const outcome = await actions[action]({ trx, website, campaignOf }, pages);
      const there = new Set(found.map(({ documentId }) => documentId));
      return {
        changed: outcome.changed,
        unchanged: [...outcome.unchanged, ...documentIds.filter((documentId) => !there.has(documentId))],
        refused: [
          ...outcome.refused,
          ...found
            .filter((page) => !isAtHome(page))
            .map(({ documentId, draft }) => ({
              page: documentId,
              slug: draft && slugOf(draft),
              reason: 'The page has moved to another website, or its live version has. Change it by itself.',
            })),
        ],
      };
    });
};

interface Surroundings {
  trx: Knex.Transaction;
  /** documentId */
  website: string;
  campaignOf(row: Row): Row;
}

type Action = (surroundings: Surroundings, pages: readonly PageRows[]) => Promise<Outcome>;

const NO_CAMPAIGN: Row = { id: -1, website: null };

const rowsOf = ({ draft, live }: PageRows): Row[] => (draft ? [draft, ...live] : live);

export type PageChanges = ReturnType<typeof createPageChanges>;

/** Whether the draft was saved after it was published. */
const isNewer = (draft: Row, live: Row): boolean =>
  toMilliseconds(draft['updated_at'] as DatabaseDate) > toMilliseconds(live['updated_at'] as DatabaseDate);

const slugOf = (draft: Row): string | null => draft['slug'] as string | null;

const textsOf = (draft: Row, campaign: Row): PageTexts => {
  const text = (row: Row, column: string) => row[column] as string | null;
  return {
    slug: slugOf(draft),
    targetSlug: text(draft, 'target_slug'),
    html: text(draft, 'html'),
    metaTitle: text(draft, 'meta_title'),
    metaDescription: text(draft, 'meta_description'),
    variables: toJson(draft['variables']) as PageTexts['variables'],
    campaign: {
      slugTemplate: text(campaign, 'slug_template'),
      targetSlugTemplate: text(campaign, 'target_slug_template'),
      htmlTemplate: text(campaign, 'html_template'),
      metaTitleTemplate: text(campaign, 'meta_title_template'),
      metaDescriptionTemplate: text(campaign, 'meta_description_template'),
    },
  };
};

/** @throws what is no reason that people can be told */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof errors.ValidationError)) throw error;
  return error.message;
};

/** The pages of a campaign share its templates; to parse them again for each would take longer than all else. */
const rememberParsed = (templates: Templates): Templates => {
  const parsed = new Map<string, ReturnType<Templates['parse']>>();
  return {
    ...templates,
    parse(kind, template) {
      const key = `${kind} ${template}`;
      const known = parsed.get(key) ?? templates.parse(kind, template);
      parsed.set(key, known);
      return known;
    },
  };
};
