import type { Core } from '@strapi/strapi';
import { CHANGE_MODEL } from '../../src/plugins/content-delivery/server/src/freshness/changes/model';
import { tagsOfChange, websiteTag } from '../../src/plugins/content-delivery/server/src/freshness/tags';

interface Row {
  website: string;
  type: string;
  entry: string | null;
}

export const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(/[\s,]+/).filter(Boolean);

/** Watches the change log from here on. @returns what reads its new rows */
export const watchChangeLog = async (strapi: Core.Strapi): Promise<() => Promise<Row[]>> => {
  const changes = () => strapi.db.connection(CHANGE_MODEL.tableName);
  const last: { id: number } | undefined = await changes().orderBy('id', 'desc').first('id');
  return async () =>
    changes()
      .where('id', '>', last?.id ?? 0)
      .select('website', 'type', 'entry');
};

/** Watches what is purged from here on. */
export const watchPurges = async (strapi: Core.Strapi) => {
  const logged = await watchChangeLog(strapi);
  return {
    /** Whether these are the tags of a website that was deleted. */
    async isGone(tags: readonly string[]): Promise<boolean> {
      const websites: string[] = await strapi.db.connection('websites').pluck('document_id');
      return !websites.some((website) => tags.includes(websiteTag(website)));
    },

    /** What caches in front are told to forget for all that was logged since. */
    async tags(): Promise<Set<string>> {
      return new Set((await logged()).flatMap((row) => tagsOfChange(row.website, row)));
    },
  };
};
