import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { newDocumentId } from '../../platform/document-ids';
import type { PageEvent } from '../pages/page-events';
import { createPageRowStore, type NewRow } from '../pages/rows';
import type { PageSource } from '../templates/page-texts';
import { UIDS } from '../../platform/uids';
import { scopedHash } from '../../platform/scoped-hash';
import type { ImportCampaign } from './campaign';
import type { Yielder } from '../../platform/yielder';
import type { StoredPage } from './stored-pages';

export type PageTextsToStore = PageSource & { slug: string };

export interface PageUpdate {
  existing: StoredPage;
  page: PageTextsToStore;
  /** False when only the live version is behind. */
  changesDraft: boolean;
}

interface Writing {
  trx: Knex.Transaction;
  campaign: ImportCampaign;
  publish: boolean;
  userId: number | null;
  yieldTurn: Yielder;
}

/** Writes the pages of an import. What the rules ask for has been looked at before, in the same transaction. */
export const createPageWriter = (strapi: Core.Strapi) => {
  const pageRows = createPageRowStore(strapi);
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
    [columns.uniqueKey]: scopedHash(campaign.website.documentId, page.slug),
  });

  /** What events have of a page. To read it back, as page events do elsewhere, would double the time of an import. */
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

  const create = async (writing: Writing, pages: readonly PageTextsToStore[]): Promise<PageEvent[]> => {
    if (pages.length === 0) return [];
    const { campaign, publish, userId } = writing;
    const now = new Date();
    const byId = new Map<string, PageTextsToStore>();
    const rows: NewRow[] = [];
    for (const page of pages) {
      const documentId = newDocumentId();
      byId.set(documentId, page);
      const columns = {
        document_id: documentId,
        ...contentOf(page, campaign),
        created_at: now,
        updated_at: now,
        created_by_id: userId,
        updated_by_id: userId,
        locale: null,
      };
      rows.push({ columns, campaign: campaign.id, links: [] });
      await writing.yieldTurn();
    }
    const made = await pageRows.insertNew(writing.trx, rows, publish ? now : null, writing.yieldTurn);
    return [...byId].flatMap(([documentId, page]): PageEvent[] => {
      const entry = (id: number, publishedAt: Date | null) =>
        entryOf(page, id, documentId, campaign, { createdAt: now, updatedAt: now, publishedAt });
      const draft = made.drafts.get(documentId);
      const live = made.live.get(documentId);
      return [
        ...(draft === undefined ? [] : [{ event: 'entry.create' as const, entry: entry(draft, null) }]),
        ...(live === undefined ? [] : [{ event: 'entry.publish' as const, entry: entry(live, now) }]),
      ];
    });
  };

  const update = async (writing: Writing, updates: readonly PageUpdate[]): Promise<PageEvent[]> => {
    if (updates.length === 0) return [];
    const { trx, campaign, publish, userId, yieldTurn } = writing;
    const now = new Date();
    const events: PageEvent[] = [];
    for (const { existing, page, changesDraft } of updates) {
      if (!changesDraft) continue;
      const by = userId === null ? {} : { updated_by_id: userId };
      await pageRows.update(trx, existing.draft.id, {
        ...contentOf(page, campaign),
        updated_at: now,
        ...by,
      });
      const dates = { updatedAt: now, publishedAt: null };
      const entry = entryOf(page, existing.draft.id, existing.documentId, campaign, dates);
      events.push({ event: 'entry.update', entry });
      await yieldTurn();
    }
    if (!publish) return events;

    const stored = await pageRows.load(
      trx,
      updates.map(({ existing }) => existing.documentId),
    );
    await yieldTurn();
    const drafts = new Map(stored.map(({ documentId, draft }) => [documentId, draft]));
    const linksOf = await pageRows.linksOf(
      trx,
      [...drafts.values()].flatMap((draft) => draft?.id ?? []),
    );
    const publishable = updates.flatMap(({ existing, page }) => {
      const draft = drafts.get(existing.documentId);
      if (!draft) return [];
      const columns = { ...contentOf(page, campaign), published_at: now };
      const links = linksOf.get(draft.id) ?? [];
      return [{ id: existing.live?.id ?? null, draft, columns, campaign: campaign.id, links }];
    });
    const replaced = publishable.flatMap(({ id, ...one }) => (id === null ? [] : [{ id, ...one }]));
    await pageRows.updateLive(trx, replaced, yieldTurn);
    const live = await pageRows.insertLive(
      trx,
      publishable.filter(({ id }) => id === null),
      yieldTurn,
    );
    for (const { id, draft } of replaced) live.set(draft['document_id'] as string, id);
    for (const { existing, page } of updates) {
      const id = live.get(existing.documentId);
      if (id === undefined) continue;
      const dates = { updatedAt: now, publishedAt: now };
      events.push({ event: 'entry.publish', entry: entryOf(page, id, existing.documentId, campaign, dates) });
    }
    return events;
  };

  return { create, update };
};
