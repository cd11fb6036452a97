import type { Core } from '@strapi/strapi';
import { tagsOfChange, websiteTag } from '../../src/plugins/content-delivery/server/src/freshness/tags';

const CHANGES = 'content_delivery_changes';

interface Row {
  website: string;
  type: string;
  entry: string | null;
}

export const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(/[\s,]+/).filter(Boolean);

/** Watches the change log from here on. */
export const watchPurges = async (strapi: Core.Strapi) => {
  const sql = () => strapi.db.connection;
  const last: { id: number } | undefined = await sql()(CHANGES).orderBy('id', 'desc').first('id');
  return {
    /** Whether these are the tags of a website that was deleted. */
    async isGone(tags: readonly string[]): Promise<boolean> {
      const websites: string[] = await sql()('websites').pluck('document_id');
      return !websites.some((website) => tags.includes(websiteTag(website)));
    },

    /** What caches in front are told to forget for all that was logged since. */
    async tags(): Promise<Set<string>> {
      const rows: Row[] = await sql()(CHANGES)
        .where('id', '>', last?.id ?? 0)
        .select('website', 'type', 'entry');
      return new Set(rows.flatMap((row) => tagsOfChange(row.website, row)));
    },
  };
};
