import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { type ContentUid, FILE_UID, UIDS } from '../../../platform/uids';
import { addressesOf, fileNamesIn, lastPart, type StoredFile } from './file-names';
import { chunks } from '../../../platform/database/statements';
import { joinTableOf } from '../../../platform/database/tables';
import { createYielder } from '../../../platform/yielder';

/** An entry that shows a file. */
export interface Use {
  uid: string;
  /** The number of the row. */
  id: number;
  file: number;
}

/** Texts that contain addresses of files. */
interface Texts {
  uid: ContentUid;
  columns: readonly string[];
}
const TEXTS: readonly Texts[] = [
  { uid: UIDS.post, columns: ['content', 'featured_image_url'] },
  { uid: UIDS.pseoCampaign, columns: ['html_template'] },
  { uid: UIDS.pseoPage, columns: ['html', 'variables'] },
];

/** Rows that one statement searches. On SQLite it is another process that does, or another thread. */
const BATCH_SIZE = 1_000;
/** Rows whose texts are handed over at once, for which requests wait. */
const READ_AT_ONCE = 50;
/** Rows of one content type that are found at most, unless all are asked for. */
const MAX_ROWS = 200;

interface Found {
  uses: Use[];
  /** True when there are more than were looked for. */
  isCut: boolean;
}

/**
 * Finds where files are used: as media of any entry, and by their addresses in the texts of posts, campaigns and
 * pSEO pages, drafts included. Texts are read a batch at a time, as no index leads from a file to them.
 */
export const createUses = (strapi: Core.Strapi) => {
  const { connection } = strapi.db;

  const asMedia = async (files: readonly number[]): Promise<Use[]> => {
    const joinTable = joinTableOf(strapi, FILE_UID, 'related');
    const rows: { file: number; uid: string; id: number }[] = await connection(joinTable.name)
      .whereIn(joinTable.joinColumn.name, [...files])
      .whereNotNull('related_id')
      .select({ file: joinTable.joinColumn.name, uid: 'related_type', id: 'related_id' });
    return rows;
  };

  const inTexts = async (
    files: readonly StoredFile[],
    { uid, columns }: Texts,
    max: number,
  ): Promise<Found> => {
    const { tableName } = strapi.db.metadata.get(uid);
    const byName = namesOf(files);
    const parts = partsOf(files);
    const yieldTurn = createYielder();
    const uses: Use[] = [];
    const rows = new Set<number>();
    for (let after = 0; ;) {
      const ids: { id: number }[] = await connection(tableName)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .select('id');
      const last = ids.at(-1)?.id;
      if (last === undefined) return { uses, isCut: false };
      const matching: number[] = await connection(tableName)
        .where('id', '>', after)
        .where('id', '<=', last)
        .where((any) => {
          for (const column of columns) for (const part of parts) contains(any, column, part);
        })
        .orderBy('id')
        .pluck('id');
      for (const some of chunks(matching, READ_AT_ONCE)) {
        const texts: Record<string, unknown>[] = await connection(tableName)
          .whereIn('id', some)
          .orderBy('id')
          .select(['id', ...columns]);
        for (const { id, ...row } of texts) {
          await yieldTurn();
          for (const file of filesIn(Object.values(row), byName)) {
            uses.push({ uid, id: id as number, file });
            rows.add(id as number);
          }
          if (rows.size >= max) return { uses, isCut: true };
        }
      }
      after = last;
    }
  };

  /** The database narrows down to texts that may show the files; whether they do is read here. */
  const contains = (any: Knex.QueryBuilder, column: string, text: string): void => {
    const isIn = {
      sqlite: 'instr(cast(?? as text), ?) > 0',
      postgres: 'strpos(cast(?? as text), ?) > 0',
      mysql: 'instr(cast(?? as char), ?) > 0',
    }[strapi.db.dialect.client as 'sqlite' | 'postgres' | 'mysql'];
    void any.orWhereRaw(isIn, [column, text]);
  };

  /** @param max rows of a content type with the addresses of the files after which no more are looked for */
  return async (files: readonly StoredFile[], max = MAX_ROWS): Promise<Found> => {
    if (files.length === 0) return { uses: [], isCut: false };
    const uses = await asMedia(files.map(({ id }) => id));
    let isCut = false;
    for (const texts of TEXTS) {
      const found = await inTexts(files, texts, max);
      uses.push(...found.uses);
      isCut ||= found.isCut;
    }
    const keyOf = ({ uid, id, file }: Use) => `${uid} ${id} ${file}`;
    return { uses: [...new Map(uses.map((use) => [keyOf(use), use])).values()], isCut };
  };
};

/** File names carry random letters: the name alone identifies a file, whatever server comes before it. */
const namesOf = (files: readonly StoredFile[]): ReadonlyMap<string, number> =>
  new Map(files.flatMap((file) => addressesOf(file).map((address) => [lastPart(address), file.id])));

/**
 * What a text that shows one of the files has in it. Of a single file its name, with which the names of its sizes end; of several their
 * folders, as each name is another search through the whole text.
 */
const partsOf = (files: readonly StoredFile[]): string[] => {
  if (files.length > 1) return foldersOf(files);
  const names = files.flatMap(addressesOf).map(lastPart);
  return [...new Set(names)].filter((name) => !names.some((other) => other !== name && name.endsWith(other)));
};

const foldersOf = (files: readonly StoredFile[]): string[] => {
  const paths = files.flatMap(addressesOf).map((address) => address.replace(/^(https?:)?\/\/[^/]+/, ''));
  return [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1)))];
};

const filesIn = (values: readonly unknown[], byName: ReadonlyMap<string, number>): Set<number> => {
  const found = new Set<number>();
  for (const value of values) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    for (const name of fileNamesIn(text)) {
      const file = byName.get(name);
      if (file !== undefined) found.add(file);
    }
  }
  return found;
};
