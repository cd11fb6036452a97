import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { FILE_UID, UIDS } from '../../../platform/uids';
import { joinTableOf } from '../../../platform/database/tables';
import { unindexed } from '../../../platform/database/unindexed';

/** What Strapi's query layer calls the table that it is asked for. */
const ASKED = 't0';

/** A way in which files belong to websites. */
interface Way {
  /** A row for each file and website; a pair may come twice. */
  pairs: Knex.QueryBuilder;
  /** The columns of their numbers. */
  file: string;
  website: string;
}

/**
 * Which websites a file belongs to: those it was uploaded for, which are remembered, and those that show it, themselves or by their
 * posts or authors, which are looked up. A file of none is shared by all.
 */
export const createFileWebsites = (strapi: Core.Strapi) => {
  const tableOf = (uid: string) => strapi.db.metadata.get(uid).tableName;

  /** Files of a website that is gone are shared. */
  const uploads = (): Way => ({
    pairs: strapi.db
      .connection({ upload: tableOf(UIDS.fileWebsite) })
      .join({ file: tableOf(FILE_UID) }, 'file.document_id', 'upload.file')
      .join({ website: tableOf(UIDS.website) }, 'website.document_id', 'upload.website'),
    file: 'file.id',
    website: 'website.id',
  });

  const imagesOf = (uid: typeof UIDS.post | typeof UIDS.author): Way => {
    const uses = joinTableOf(strapi, FILE_UID, 'related');
    const websites = joinTableOf(strapi, uid, 'website');
    return {
      pairs: strapi.db
        .connection({ use: uses.name })
        .join({ entry: websites.name }, `entry.${websites.joinColumn.name}`, 'use.related_id')
        .where('use.related_type', uid)
        .whereNotNull(`use.${uses.joinColumn.name}`),
      file: `use.${uses.joinColumn.name}`,
      website: `entry.${websites.inverseJoinColumn.name}`,
    };
  };

  const ownImages = (): Way => {
    const { name, joinColumn } = joinTableOf(strapi, FILE_UID, 'related');
    return {
      pairs: strapi.db
        .connection({ use: name })
        .where('use.related_type', UIDS.website)
        .whereNotNull(`use.${joinColumn.name}`),
      file: `use.${joinColumn.name}`,
      website: 'use.related_id',
    };
  };

  const ways = (): Way[] => [uploads(), imagesOf(UIDS.post), imagesOf(UIDS.author), ownImages()];

  /** Rows of a file's number and a website's number. */
  const belonging = (): Knex.QueryBuilder => {
    const [first, ...others] = ways().map(({ pairs, file, website }) => pairs.select({ file, website }));
    return strapi.db.connection.from((first as Knex.QueryBuilder).union(others).as('belonging'));
  };

  /** That `one` belongs to one of these websites; to any website, when they are left out. */
  const belongs =
    (websites?: readonly number[]) =>
    (any: Knex.QueryBuilder): void => {
      for (const { pairs, file, website } of ways()) {
        if (websites) void pairs.where(unindexed(strapi.db.connection, website), 'in', [...websites]);
        void any.orWhereExists(
          pairs.whereRaw('?? = ??', [file, 'one.id']).select(strapi.db.connection.raw('1')),
        );
      }
    };

  return {
    /**
     * A condition of Strapi's query layer: the files that belong to one of these websites, and shared ones. Only for queries of
     * files, not for what is related to them: on SQLite it names the table that is asked.
     */
    visibleTo(websites: readonly number[]): object {
      const visible = strapi.db
        .connection({ one: tableOf(FILE_UID) })
        .where((either) => void either.where(belongs(websites)).orWhereNot(belongs()))
        .select('one.id');
      // There are as many uses as posts, and others see by themselves when only a few files are asked about.
      if (strapi.db.dialect.client === 'sqlite') void visible.whereRaw('?? = ??', ['one.id', `${ASKED}.id`]);
      return { id: { $in: visible } };
    },

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
