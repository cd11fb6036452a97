import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { FILE_UID, UIDS } from '../../../platform/uids';
import { joinTableOf } from '../../../platform/database/tables';

/**
 * Which websites a file belongs to: those it was uploaded for, which are remembered, and those that show it, themselves or by their
 * posts or authors, which are looked up. A file of none is shared by all.
 */
export const createFileWebsites = (strapi: Core.Strapi) => {
  const tableOf = (uid: string) => strapi.db.metadata.get(uid).tableName;

  /** Rows of a file's number and a website's number; a pair may come twice. */
  const uploads = (): Knex.QueryBuilder =>
    strapi.db
      .connection({ upload: tableOf(UIDS.fileWebsite) })
      .join({ file: tableOf(FILE_UID) }, 'file.document_id', 'upload.file')
      // Files of a website that is gone are shared.
      .join({ website: tableOf(UIDS.website) }, 'website.document_id', 'upload.website')
      .select({ file: 'file.id', website: 'website.id' });

  const imagesOf = (uid: typeof UIDS.post | typeof UIDS.author): Knex.QueryBuilder => {
    const uses = joinTableOf(strapi, FILE_UID, 'related');
    const websites = joinTableOf(strapi, uid, 'website');
    return strapi.db
      .connection({ use: uses.name })
      .join({ entry: websites.name }, `entry.${websites.joinColumn.name}`, 'use.related_id')
      .where('use.related_type', uid)
      .whereNotNull(`use.${uses.joinColumn.name}`)
      .select({ file: `use.${uses.joinColumn.name}`, website: `entry.${websites.inverseJoinColumn.name}` });
  };

  const ownImages = (): Knex.QueryBuilder => {
    const { name, joinColumn } = joinTableOf(strapi, FILE_UID, 'related');
    return strapi.db
      .connection({ use: name })
      .where('use.related_type', UIDS.website)
      .whereNotNull(`use.${joinColumn.name}`)
      .select({ file: `use.${joinColumn.name}`, website: 'use.related_id' });
  };

  const belonging = (): Knex.QueryBuilder =>
    strapi.db.connection.from(
      uploads()
        .union([imagesOf(UIDS.post), imagesOf(UIDS.author), ownImages()])
        .as('belonging'),
    );

  /**
   * The numbers of the files that belong to one of these websites; to any website, when it is left out.
   * @returns a subquery
   */
  const filesOf = (websites?: readonly number[]): Knex.QueryBuilder =>
    (websites ? belonging().whereIn('website', [...websites]) : belonging()).select('file');

  return {
    filesOf,

    /** A condition of Strapi's query layer: the files that belong to one of these websites, and shared ones. */
    visibleTo: (websites: readonly number[]): object => ({
      $or: [{ id: { $in: filesOf(websites) } }, { id: { $notIn: filesOf() } }],
    }),

    /** Those of the files that belong to another website than these, too. */
    async belongingElsewhere(files: readonly number[], websites: readonly number[]): Promise<number[]> {
      const found = await strapi.db.transaction(
        async ({ trx }) =>
          (await belonging()
            .whereIn('file', [...files])
            .whereNotIn('website', [...websites])
            .distinct('file')
            .transacting(trx)) as { file: number }[],
      );
      return found.map(({ file }) => file);
    },

    /** Assigns a file to websites, all by their documentIds. Idempotent. */
    async assign(file: string, websites: readonly string[]): Promise<void> {
      for (const website of websites) {
        const key = `${file}:${website}`;
        const data = { key, file, website };
        const known = await strapi.db.query(UIDS.fileWebsite).count({ where: { key } });
        if (known === 0) await strapi.db.query(UIDS.fileWebsite).create({ data });
      }
    },

    async unassign(file: string): Promise<void> {
      await strapi.db.query(UIDS.fileWebsite).deleteMany({ where: { file } });
    },
  };
};

export type FileWebsites = ReturnType<typeof createFileWebsites>;
