import type { Knex } from 'knex';
import { compile, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';
import { byCodeUnit, toDate, type DatabaseDate } from '../../platform/database/values';
import { ORDER_COLUMNS, type OrderRow } from './live-posts';
import { AUTHOR_COLUMNS, authorOf, withAuthorImage, type AuthorEntity, type AuthorRow } from './posts';
import type { PseoLinkEntity } from './pseo-pages';
import type { Website } from './websites';

/** A draft of a post, which may be the only version of it. */
export interface DraftPlace {
  /** The number of its row. */
  id: number;
  documentId: string;
  /** Whether a date for readers was given or made. */
  hasPublishDate: boolean;
}

export interface CampaignEntity {
  /** The number of its row. */
  id: number;
  documentId: string;
  name: string;
  slugTemplate: string | null;
  targetSlugTemplate: string | null;
  htmlTemplate: string | null;
  metaTitleTemplate: string | null;
  metaDescriptionTemplate: string | null;
  /** How `htmlTemplate` escapes values: 1 after the last filter, 2 only what is no HTML yet. */
  escapingVersion: number;
  internalLinks: PseoLinkEntity[];
  createdAt: Date;
}

interface CampaignRow {
  id: number;
  document_id: string;
  name: string;
  slug_template: string | null;
  target_slug_template: string | null;
  html_template: string | null;
  meta_title_template: string | null;
  meta_description_template: string | null;
  escaping_version: number | null;
  created_at: DatabaseDate;
}

interface PagePlaceRow {
  id: number;
  document_id: string;
}

const byDocumentId = <Row extends { document_id: string }>(rows: Row[]): Row[] =>
  rows.sort((a, b) => byCodeUnit(a.document_id, b.document_id));

/** What an export has of a website beside what readers get of it. */
export const exportQueries = (
  sql: Knex,
  tables: Tables,
  linksOfCampaign: (snapshot: Snapshot, campaign: number) => Promise<PseoLinkEntity[]>,
) => {
  const { posts, postWebsite, campaigns, campaignWebsite, pages, pageCampaign } = tables;
  const { authors, authorWebsite } = tables;

  const drafts = compile<OrderRow, 'website'>((value) =>
    sql(`${postWebsite.table} as w`)
      .join(`${posts} as p`, 'p.id', `w.${postWebsite.from}`)
      .where(`w.${postWebsite.to}`, value('website'))
      .whereNull('p.published_at')
      .select(ORDER_COLUMNS),
  );
  const pageDrafts = compile<PagePlaceRow, 'website'>((value) =>
    sql(`${campaignWebsite.table} as cw`)
      .join(`${pageCampaign.table} as pc`, `pc.${pageCampaign.to}`, `cw.${campaignWebsite.from}`)
      .join(`${pages} as p`, 'p.id', `pc.${pageCampaign.from}`)
      .where(`cw.${campaignWebsite.to}`, value('website'))
      .whereNull('p.published_at')
      .select('p.id', 'p.document_id'),
  );
  const ofWebsite = compile<CampaignRow, 'website'>((value) =>
    sql(`${campaignWebsite.table} as cw`)
      .join(`${campaigns} as c`, 'c.id', `cw.${campaignWebsite.from}`)
      .where(`cw.${campaignWebsite.to}`, value('website'))
      .select(
        ...['c.id', 'c.document_id', 'c.name', 'c.slug_template', 'c.target_slug_template', 'c.created_at'],
        ...['c.html_template', 'c.meta_title_template', 'c.meta_description_template', 'c.escaping_version'],
      ),
  );
  const allAuthors = compile<AuthorRow & { document_id: string }, 'website'>((value) =>
    withAuthorImage(
      sql(`${authorWebsite.table} as w`)
        .join(`${authors} as a`, 'a.id', `w.${authorWebsite.from}`)
        .where(`w.${authorWebsite.to}`, value('website')),
      tables,
    ).select('a.document_id', ...AUTHOR_COLUMNS),
  );

  return {
    /** The drafts of all posts, those of published ones among them. */
    async postDrafts(snapshot: Snapshot, website: Website): Promise<DraftPlace[]> {
      const rows = await snapshot.rows(drafts, { website: website.id });
      return byDocumentId(rows).map(({ id, document_id, publish_date }) => ({
        id,
        documentId: document_id,
        hasPublishDate: publish_date !== null,
      }));
    },

    /** The same of pSEO pages. */
    async pageDrafts(snapshot: Snapshot, website: Website): Promise<{ id: number; documentId: string }[]> {
      const rows = await snapshot.rows(pageDrafts, { website: website.id });
      return byDocumentId(rows).map(({ id, document_id }) => ({ id, documentId: document_id }));
    },

    /** The campaigns of a website with their templates. */
    async campaigns(snapshot: Snapshot, website: Website): Promise<CampaignEntity[]> {
      const found: CampaignEntity[] = [];
      for (const row of byDocumentId(await snapshot.rows(ofWebsite, { website: website.id }))) {
        found.push({
          id: row.id,
          documentId: row.document_id,
          name: row.name,
          slugTemplate: row.slug_template,
          targetSlugTemplate: row.target_slug_template,
          htmlTemplate: row.html_template,
          metaTitleTemplate: row.meta_title_template,
          metaDescriptionTemplate: row.meta_description_template,
          escapingVersion: row.escaping_version ?? 1,
          internalLinks: await linksOfCampaign(snapshot, row.id),
          createdAt: toDate(row.created_at),
        });
      }
      return found;
    },

    /** The authors of a website, those without posts among them. */
    async authors(
      snapshot: Snapshot,
      website: Website,
    ): Promise<{ documentId: string; author: AuthorEntity }[]> {
      const rows = await snapshot.rows(allAuthors, { website: website.id });
      return byDocumentId(rows).flatMap((row) => {
        const author = authorOf(row);
        return author ? [{ documentId: row.document_id, author }] : [];
      });
    },
  };
};
