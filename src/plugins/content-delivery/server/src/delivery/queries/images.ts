import type { Knex } from 'knex';
import type { Tables } from '../../platform/database/tables';

interface Image {
  uid: string;
  field: string;
  /** The column with the numbers of rows that have it: `p.id`. */
  of: string;
  /** Names of the tables in the query: of its use, and of the file. */
  use: string;
  file: string;
}

/** Adds the image that rows have in a field. */
export const withImage = (
  query: Knex.QueryBuilder,
  { fileUses, files }: Pick<Tables, 'fileUses' | 'files'>,
  { uid, field, of, use, file }: Image,
): Knex.QueryBuilder =>
  query
    .leftJoin(`${fileUses} as ${use}`, (image) =>
      image.on(`${use}.related_id`, of).andOnVal(`${use}.related_type`, uid).andOnVal(`${use}.field`, field),
    )
    .leftJoin(`${files} as ${file}`, `${file}.id`, `${use}.file_id`);
