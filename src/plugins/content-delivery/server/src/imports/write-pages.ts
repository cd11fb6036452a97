import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { newDocumentId } from '../freshness/revisions';
import { tablesOf, type Tables } from '../queries/tables';
import type { PageSource } from '../rules/page-texts';
import { UIDS } from '../uids';
import { uniqueKey } from '../unique-key';
import type { ImportCampaign } from './campaign';
import type { Pace } from '../jobs/pace';
import { inStatements } from './store';
import type { StoredPage } from './stored-pages';

export type PageTextsToStore = PageSource & { slug: string };

export interface PageUpdate {
  existing: StoredPage;
  page: PageTextsToStore;
  /** False when only the live version is behind. */
  changesDraft: boolean;
}

/** What happened to a page, for those who listen to Strapi's events. */
export interface PageEvent {
  event: 'entry.create' | 'entry.update' | 'entry.publish';
  entry: Record<string, unknown>;
}

interface Writing {
  trx: Knex.Transaction;
  campaign: ImportCampaign;
  publish: boolean;
  userId: number | null;
  pace: Pace;
}

/**
 * Writes pages as Strapi's document service does, row for row, and many at once: one by one it takes 15 to 30 ms
 * for each. What the rules ask for has been looked at before, in the same transaction.
 */
export const createPageWriter = (strapi: Core.Strapi) => {
  const tables: Tables = tablesOf(strapi);
  const { pageCampaign } = tables;
  const column = (attribute: string): string =>
    (strapi.db.metadata.get(UIDS.pseoPage).attributes[attribute] as { columnName: string }).columnName;
  const columns = {
    slug: column('slug'),
    targetSlug: column('targetSlug'),
    variables: column('variables'),
    html: column('html'),
    metaTitle: column('metaTitle'),
    metaDescription: column('metaDescription'),
    uniqueKey: column('uniqueKey'),
  };

  const contentOf = (page: PageTextsToStore, campaign: ImportCampaign) => ({
    [columns.slug]: page.slug,
    [columns.targetSlug]: page.targetSlug,
    [columns.variables]: JSON.stringify(page.variables),
    [columns.html]: page.html,
    [columns.metaTitle]: page.metaTitle,
    [columns.metaDescription]: page.metaDescription,
    [columns.uniqueKey]: uniqueKey(campaign.website.documentId, page.slug),
  });

  const entryOf = (
    page: PageTextsToStore,
    id: number,
    documentId: string,
    campaign: ImportCampaign,
    dates: { createdAt?: Date; updatedAt: Date; publishedAt: Date | null },
  ) => ({
    id,
    documentId,
    slug: page.slug,
    targetSlug: page.targetSlug,
    variables: page.variables,
    html: page.html,
    metaTitle: page.metaTitle,
    metaDescription: page.metaDescription,
    ...dates,
    locale: null,
    campaign: { id: campaign.id, documentId: campaign.documentId, name: campaign.name },
  });

  /** Rows of which the document service makes one when it creates a page, and a second when it publishes it. */
  const insertRows = async (
    { trx, pace }: Writing,
    rows: Record<string, unknown>[],
    campaign: ImportCampaign,
  ): Promise<{ id: number; document_id: string; isLive: boolean }[]> => {
    for (const some of inStatements(rows)) {
      await trx(tables.pages).insert(some);
      await pace();
    }
    const documentIds = [...new Set(rows.map((row) => row['document_id'] as string))];
    const wanted = new Set(
      rows.map((row) => `${row['document_id'] as string} ${row['published_at'] !== null}`),
    );
    const inserted: { id: number; document_id: string; published_at: unknown }[] = await trx(tables.pages)
      .whereIn('document_id', documentIds)
      .orderBy('id')
      .select('id', 'document_id', 'published_at');
    const made = inserted
      .map(({ id, document_id, published_at }) => ({ id, document_id, isLive: published_at !== null }))
      .filter(({ document_id, isLive }) => wanted.has(`${document_id} ${isLive}`));
    await pace();
    for (const some of inStatements(
      made.map(({ id }) => ({ [pageCampaign.from]: id, [pageCampaign.to]: campaign.id })),
    )) {
      await trx(pageCampaign.table).insert(some);
      await pace();
    }
    return made;
  };

  const create = async (writing: Writing, pages: readonly PageTextsToStore[]): Promise<PageEvent[]> => {
    if (pages.length === 0) return [];
    const { campaign, publish, userId } = writing;
    const now = new Date();
    const byId = new Map<string, PageTextsToStore>();
    const rows: Record<string, unknown>[] = [];
    for (const page of pages) {
      const documentId = newDocumentId();
      byId.set(documentId, page);
      const row = {
        document_id: documentId,
        ...contentOf(page, campaign),
        created_at: now,
        updated_at: now,
        published_at: null as Date | null,
        created_by_id: userId,
        updated_by_id: userId,
        locale: null,
      };
      rows.push(row);
      if (publish) rows.push({ ...row, published_at: now });
      await writing.pace();
    }
    const made = await insertRows(writing, rows, campaign);
    return made.map(({ id, document_id, isLive }) => ({
      event: isLive ? 'entry.publish' : 'entry.create',
      entry: entryOf(byId.get(document_id) as PageTextsToStore, id, document_id, campaign, {
        createdAt: now,
        updatedAt: now,
        publishedAt: isLive ? now : null,
      }),
    }));
  };

  /** The links of a page are a component: its live version gets rows of its own, as at each publication. */
  const copyLinks = async ({ trx }: Writing, pairs: { draft: number; live: number }[]): Promise<void> => {
    const { pageLinks: link, pseoLinks } = tables;
    if (pairs.length === 0) return;
    const ofEntries = (ids: number[]) => trx(link.table).whereIn(link.from, ids);
    const old: number[] = await ofEntries(pairs.map(({ live }) => live)).pluck(link.to);
    await ofEntries(pairs.map(({ live }) => live)).delete();
    if (old.length > 0) await trx(pseoLinks).whereIn('id', old).delete();
    const uses = (await ofEntries(pairs.map(({ draft }) => draft))
      .orderBy('id')
      .select('*')) as Record<string, unknown>[];
    const liveOf = new Map(pairs.map(({ draft, live }) => [draft, live]));
    for (const use of uses.map(withoutId)) {
      const from = use[link.from] as number;
      const component = (await trx(pseoLinks).where({ id: use[link.to] }).first('*')) as Record<
        string,
        unknown
      >;
      const insertion = trx(pseoLinks).insert(withoutId(component));
      // MariaDB gives the number by itself, the others when they are asked.
      const [copied] = (await (strapi.db.dialect.useReturning() ? insertion.returning('id') : insertion)) as (
        number | { id: number }
      )[];
      const id = typeof copied === 'object' ? copied.id : copied;
      await trx(link.table).insert({ ...use, [link.from]: liveOf.get(from), [link.to]: id });
    }
  };

  const update = async (writing: Writing, updates: readonly PageUpdate[]): Promise<PageEvent[]> => {
    if (updates.length === 0) return [];
    const { trx, campaign, publish, userId, pace } = writing;
    const now = new Date();
    const events: PageEvent[] = [];
    for (const { existing, page, changesDraft } of updates) {
      if (!changesDraft) continue;
      const by = userId === null ? {} : { updated_by_id: userId };
      await trx(tables.pages)
        .where({ id: existing.draft.id })
        .update({ ...contentOf(page, campaign), updated_at: now, ...by });
      const dates = { updatedAt: now, publishedAt: null };
      const entry = entryOf(page, existing.draft.id, existing.documentId, campaign, dates);
      events.push({ event: 'entry.update', entry });
      await pace();
    }
    if (!publish) return events;

    const drafts = (await trx(tables.pages)
      .whereIn(
        'id',
        updates.map(({ existing }) => existing.draft.id),
      )
      .select('*')) as (Record<string, unknown> & { id: number })[];
    const draftOf = new Map(drafts.map((draft) => [draft.id, draft]));
    const byId = new Map(updates.map((one) => [one.existing.documentId, one]));
    const firstPublished: Record<string, unknown>[] = [];
    const published: { id: number; document_id: string }[] = [];
    for (const { existing, page } of updates) {
      const row = withoutId(draftOf.get(existing.draft.id) ?? {});
      const live = { ...row, ...contentOf(page, campaign), published_at: now };
      if (existing.live === null) firstPublished.push(live);
      else {
        await trx(tables.pages).where({ id: existing.live.id }).update(live);
        published.push({ id: existing.live.id, document_id: existing.documentId });
      }
      await pace();
    }
    if (firstPublished.length > 0) published.push(...(await insertRows(writing, firstPublished, campaign)));
    const pairs: { draft: number; live: number }[] = [];
    for (const { id, document_id } of published) {
      const { existing, page } = byId.get(document_id) as PageUpdate;
      pairs.push({ draft: existing.draft.id, live: id });
      const dates = { updatedAt: now, publishedAt: now };
      events.push({ event: 'entry.publish', entry: entryOf(page, id, document_id, campaign, dates) });
    }
    await copyLinks(writing, pairs);
    return events;
  };

  return { create, update };
};

/** A row as a new one of its own. */
const withoutId = (row: Record<string, unknown>): Record<string, unknown> => {
  const copy = { ...row };
  delete copy['id'];
  return copy;
};

/** Tells those who listen, webhooks among them, as the document service does: when all of it is committed. */
export const emitPageEvents = async (
  strapi: Core.Strapi,
  events: readonly PageEvent[],
  pace: Pace,
): Promise<void> => {
  for (const { event, entry } of events) {
    await strapi.eventHub.emit(event, { model: 'pseo-page', uid: UIDS.pseoPage, entry });
    await pace();
  }
};
