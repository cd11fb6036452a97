import type { Core } from '@strapi/strapi';
import { tablesOf } from '../../platform/database/tables';
import { kindOf } from '../../pseo/templates/resolve';
import type { CampaignTemplate } from './survey-texts';
import type { Texts } from './texts';

export interface Campaign {
  id: number;
  documentId: string;
  template: CampaignTemplate | null;
}

/** Folders that are remembered of a website. */
const MAX_FOLDERS = 20_000;

/** The campaigns of a website. @param website its row number */
export const campaignsOf = async (strapi: Core.Strapi, website: number): Promise<Campaign[]> => {
  const { campaigns, campaignWebsite } = tablesOf(strapi);
  const rows: {
    id: number;
    document_id: string;
    html_template: string | null;
    escaping_version: number | null;
  }[] = await strapi.db
    .connection(`${campaignWebsite.table} as cw`)
    .join(`${campaigns} as c`, 'c.id', `cw.${campaignWebsite.from}`)
    .where(`cw.${campaignWebsite.to}`, website)
    .orderBy('c.id')
    .select('c.id', 'c.document_id', 'c.html_template', 'c.escaping_version');
  return rows.map(({ id, document_id, html_template, escaping_version }) => ({
    id,
    documentId: document_id,
    template: html_template ? { kind: kindOf('html', escaping_version), text: html_template } : null,
  }));
};

/** Paths below which the pages of these campaigns are. */
export const foldersOf = async (
  texts: Texts,
  campaigns: readonly Campaign[],
  yieldTurn: () => Promise<void>,
): Promise<Set<string>> => {
  const folders = new Set<string>();
  for (const { id } of campaigns) {
    for (let after = 0; ;) {
      const { texts: slugs, last } = await texts.pageSlugs(id, after);
      if (last === null) break;
      after = last;
      for (const slug of slugs) {
        const folder = slug.slice(0, Math.max(0, slug.lastIndexOf('/')));
        if (folder !== '' && folders.size < MAX_FOLDERS) folders.add(folder);
      }
      await yieldTurn();
    }
  }
  return folders;
};
