import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { newDocumentId } from '../../platform/document-ids';
import type { PageEvent } from '../pages/page-events';
import { createPublication } from '../pages/publication';
import { createPageRowStore, type NewRow } from '../pages/rows';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { scopedHash } from '../../platform/scoped-hash';
import type { ImportCampaign } from './campaign';
import type { PageToStore } from './candidate';
import type { Yielder } from '../../platform/yielder';
import type { StoredPage } from './stored-pages';

export interface PageUpdate {
  existing: StoredPage;
  page: PageToStore;
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
  const publication = createPublication(strapi, pageRows);

  const keyOf = ({ slug }: PageToStore, { website }: ImportCampaign): string =>
    scopedHash(website.documentId, slug);

  const contentOf = (page: PageToStore, campaign: ImportCampaign) => ({
    slug: page.slug,
    target_slug: page.targetSlug,
    variables: JSON.stringify(page.variables),
    html: page.html,
    meta_title: page.metaTitle,
    meta_description: page.metaDescription,
    unique_key: keyOf(page, campaign),
  });

  /** What events have of a page. To read it back, as page events do elsewhere, would double the time of an import. */
  const entryOf = (
    page: PageToStore,
    id: number,
    documentId: string,
    campaign: ImportCampaign,
    dates: { createdAt: Date; updatedAt: Date; publishedAt: Date | null },
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

  const create = async (writing: Writing, pages: readonly PageToStore[]): Promise<PageEvent[]> => {
    if (pages.length === 0) return [];
    const { campaign, publish, userId } = writing;
    const now = new Date();
    const byId = new Map<string, PageToStore>();
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
      const dates = { createdAt: toDate(existing.createdAt), updatedAt: now, publishedAt: null };
      const entry = entryOf(page, existing.draft.id, existing.documentId, campaign, dates);
      events.push({ event: 'entry.update', entry });
      await yieldTurn();
    }
    if (!publish) return events;

    const pageOf = new Map(updates.map(({ existing, page }) => [existing.documentId, page]));
    const stored = await pageRows.load(trx, [...pageOf.keys()]);
    await yieldTurn();
    const linksOf = await pageRows.linksOf(
      trx,
      stored.flatMap(({ draft }) => draft?.id ?? []),
    );
    const publishable = stored.flatMap(({ documentId, draft, live }) => {
      const page = pageOf.get(documentId);
      if (!page || !draft) return [];
      const { slug, targetSlug } = page;
      const links = linksOf.get(draft.id) ?? [];
      const key = keyOf(page, campaign);
      return [{ documentId, page, draft, live, slug, targetSlug, key, campaign: campaign.id, links }];
    });
    const liveRows = await publication.write(trx, publishable, now, yieldTurn);
    for (const { documentId, page, draft } of publishable) {
      const id = liveRows.get(documentId);
      if (id === undefined) continue;
      const dates = {
        createdAt: toDate(draft['created_at'] as DatabaseDate),
        updatedAt: toDate(draft['updated_at'] as DatabaseDate),
        publishedAt: now,
      };
      events.push({ event: 'entry.publish', entry: entryOf(page, id, documentId, campaign, dates) });
    }
    return events;
  };

  return { create, update };
};
