import type { Core } from '@strapi/strapi';
import type {
  Delimiter,
  ImportChoices,
  ImportColumn,
  ImportOptions,
  ImportRow,
} from '../../../../contracts/pseo-imports';
import { newDocumentId } from '../../platform/document-ids';
import { UIDS } from '../../platform/uids';
import { createYielder } from '../../platform/yielder';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { groupsByWeight, inStatements } from '../../platform/database/statements';
import type { Cell } from './file';

/** Rows whose sizes are asked for together. */
const MAX_SIZES = 1_000;
/** Bytes of rows that are read together, on the thread that serves. One row always is. */
const MAX_BYTES = 4_000_000;

/** A staged file. */
export interface StoredImport {
  id: number;
  documentId: string;
  name: string;
  kind: 'csv' | 'json';
  delimiter: Delimiter | null;
  columns: ImportColumn[];
  sample: ImportRow[];
  rowCount: number;
  /** Null for one of an earlier release. */
  remarks: string[] | null;
  isComplete: boolean;
  /** documentIds. */
  campaign: string;
  website: string;
  /** The row number of the user of the admin panel; null for the command line. */
  startedBy: number | null;
  choices: ImportChoices | null;
  options: ImportOptions | null;
  /** documentIds of jobs. */
  checkJob: string | null;
  runJob: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
}

export interface StagedRow {
  /** From 0; the same at each reading. */
  position: number;
  line: number;
  cells: Cell[];
  fault: string | null;
}

export type FindingKind = 'faulty' | 'alike' | 'renamed' | 'slashed';

export interface Finding {
  kind: FindingKind;
  /** Of the row or combination, from 0. */
  position: number;
  line: number;
  slug: string | null;
  detail: unknown;
}

/** Staged files, row by row, and what was found about them. */
export const createImportStore = (strapi: Core.Strapi) => {
  const tableOf = (uid: string) => strapi.db.metadata.get(uid).tableName;
  const imports = () => strapi.db.query(UIDS.pageImport);
  const rowsTable = () => tableOf(UIDS.importRow);
  const findingsTable = () => tableOf(UIDS.importFinding);

  const yieldTurn = createYielder();

  const insert = async (table: string, rows: Record<string, unknown>[]): Promise<void> => {
    for (const some of inStatements(rows)) {
      await strapi.db.transaction(({ trx }) => trx(table).insert(some));
      await yieldTurn();
    }
  };

  const clearInBatches = (table: string, importId: number): Promise<void> =>
    deleteInBatches(strapi, table, { import_id: importId });

  return {
    create: (data: Partial<StoredImport>): Promise<StoredImport> =>
      imports().create({ data: { ...data, documentId: newDocumentId() } as never }),

    async update(id: number, data: Partial<StoredImport>): Promise<StoredImport> {
      return imports().update({ where: { id }, data: data as never });
    },

    find: (documentId: string): Promise<StoredImport | null> =>
      imports().findOne({ where: { documentId, isComplete: true } }),

    /** The latest first. */
    list: (where: Record<string, unknown>, limit?: number): Promise<StoredImport[]> =>
      imports().findMany({
        where: { isComplete: true, ...where },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        ...(limit === undefined ? {} : { limit }),
      }),

    findMany: (where: Record<string, unknown>): Promise<StoredImport[]> => imports().findMany({ where }),

    async remove(id: number): Promise<void> {
      // Hidden first, then deleted part by part: what a crash leaves is swept away later.
      await imports().update({ where: { id }, data: { isComplete: false } });
      await clearInBatches(rowsTable(), id);
      await clearInBatches(findingsTable(), id);
      await imports().delete({ where: { id } });
    },

    addRows: (importId: number, rows: readonly StagedRow[]): Promise<void> =>
      insert(
        rowsTable(),
        rows.map(({ position, line, cells, fault }) => ({
          import_id: importId,
          position,
          line,
          cells: JSON.stringify(cells),
          fault,
        })),
      ),

    /**
     * Rows in their order, in groups that can be held and parsed at once.
     * @param to the position after the last
     * @param most rows in a group
     */
    async *rows(importId: number, from: number, to: number, most: number): AsyncGenerator<StagedRow[]> {
      const between = (first: number, last: number) =>
        strapi.db
          .connection(rowsTable())
          .where({ import_id: importId })
          .whereBetween('position', [first, last])
          .orderBy('position');
      for (let at = from; at < to; at += MAX_SIZES) {
        const sizes: { position: number; bytes: number }[] = await between(
          at,
          Math.min(at + MAX_SIZES, to) - 1,
        ).select('position', strapi.db.connection.raw('octet_length(cells) as bytes'));
        for (const group of groupsByWeight(sizes, ({ bytes }) => bytes, MAX_BYTES, most)) {
          const { position: first } = group[0] as (typeof group)[0];
          const rows: (Omit<StagedRow, 'cells'> & { cells: string })[] = await between(
            first,
            first + group.length - 1,
          ).select('position', 'line', 'cells', 'fault');
          yield rows.map((row) => ({ ...row, cells: JSON.parse(row.cells) as StagedRow['cells'] }));
        }
      }
    },

    addFindings: (importId: number, findings: readonly Finding[]): Promise<void> =>
      insert(
        findingsTable(),
        findings.map(({ kind, position, line, slug, detail }) => ({
          import_id: importId,
          kind,
          position,
          line,
          slug,
          detail: JSON.stringify(detail),
        })),
      ),

    clearFindings: (importId: number): Promise<void> => clearInBatches(findingsTable(), importId),

    async findings(importId: number, kind: FindingKind, from: number, count: number) {
      const rows: (Omit<Finding, 'detail'> & { detail: string })[] = await strapi.db
        .connection(findingsTable())
        .where({ import_id: importId, kind })
        .orderBy('position')
        .offset(from)
        .limit(count)
        .select('kind', 'position', 'line', 'slug', 'detail');
      return rows.map((row): Finding => ({ ...row, detail: JSON.parse(row.detail) as unknown }));
    },

    async countFindings(importId: number, kind: FindingKind): Promise<number> {
      const row = (await strapi.db
        .connection(findingsTable())
        .where({ import_id: importId, kind })
        .count({ count: '*' })
        .first()) as { count: number | string } | undefined;
      return Number(row?.count ?? 0);
    },

    async faultyPositions(importId: number): Promise<Set<number>> {
      const positions: number[] = await strapi.db
        .connection(findingsTable())
        .where({ import_id: importId, kind: 'faulty' })
        .pluck('position');
      return new Set(positions);
    },
  };
};

export type ImportStore = ReturnType<typeof createImportStore>;
