import { createHash } from 'node:crypto';
import { MAX_LIST_VALUES, type ImportColumn, type ImportRow } from '../../../../contracts/pseo-imports';
import { openFile, textOfCell, type Cell, type FileOptions } from './file';
import { JOB_RETENTION } from '../../jobs';
import { createYielder } from '../../platform/yielder';
import { storable, unstorableProblem } from '../../platform/formats';
import { ImportProblem } from './problem';
import type { ImportStore, StagedRow, StoredImport } from './store';

/** Rows that are shown. */
const SAMPLE_ROWS = 5;
/** Characters of a cell that are shown. */
const SHOWN = 300;
/** Most rows of a file. */
const MAX_ROWS = 250_000;
/** Characters of all cells of a row. */
const MAX_ROW_CHARACTERS = 2_000_000;
/** Texts of all columns together that are remembered to count the different ones. */
const MAX_TEXTS = 500_000;
/** Rows that are written together. */
const BATCH = 400;
const BATCH_CHARACTERS = 2_000_000;
/** Lines that are named for having the names of the columns again. */
const HEADERS_NAMED = 20;
/** Milliseconds without a row after which the process that stages a file has died. */
const LEFT_BEHIND = 15 * 60_000;

export interface NewImport extends Pick<StoredImport, 'name' | 'campaign' | 'website' | 'startedBy'> {
  /** What people say of a file that does not say it itself. */
  given?: FileOptions;
  bytes: AsyncIterable<Uint8Array>;
}

/** Reads a file into the database, row by row, so that any process can go on from there. */
export const createFileStager = (store: ImportStore) => {
  const read = async (
    id: number,
    { bytes, given }: Pick<NewImport, 'bytes' | 'given'>,
  ): Promise<Partial<StoredImport>> => {
    const yieldTurn = createYielder();
    const file = await openFile(bytes, given);
    const values = new DistinctValues();
    const sample: ImportRow[] = [];
    const headers: number[] = [];
    let rowCount = 0;
    let batch: StagedRow[] = [];
    let batchCharacters = 0;
    const write = async (): Promise<void> => {
      await store.addRows(id, batch);
      // Shows that it is still being read, which may take longer than the time after which it is swept away.
      await store.update(id, { rowCount });
      batch = [];
      batchCharacters = 0;
    };
    for await (const { line, cells, fault, isHeader } of file.rows) {
      if (isHeader) {
        headers.push(line);
        continue;
      }
      if (rowCount >= MAX_ROWS) {
        throw new ImportProblem(
          `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it into several files.`,
        );
      }
      const characters = cells.reduce((sum, cell) => sum + (textOfCell(cell)?.length ?? 0), 0);
      const isTooLong = characters > MAX_ROW_CHARACTERS;
      const row: StagedRow = {
        position: rowCount,
        line,
        cells: isTooLong ? [] : cells,
        fault: isTooLong
          ? `The row has ${characters.toLocaleString('en')} characters; ${MAX_ROW_CHARACTERS.toLocaleString('en')} are possible.`
          : fault,
      };
      if (row.fault === null) values.add(cells);
      if (sample.length < SAMPLE_ROWS) sample.push({ line, cells: cells.map(shown) });
      batch.push(row);
      batchCharacters += characters;
      rowCount += 1;
      if (batch.length >= BATCH || batchCharacters >= BATCH_CHARACTERS) await write();
      await yieldTurn();
    }
    if (headers.length > 0) file.remarks.push(headersAgain(headers));
    if (rowCount === 0) throw new ImportProblem('The file has no rows below the names of its columns.');
    await write();
    refuseUnstorable(file.columns);
    const columns: ImportColumn[] = file.columns.map((name, index) => ({
      name,
      values: values.countOf(index),
      ...(values.unusable[index] && { unusable: values.unusable[index] }),
    }));
    return {
      kind: file.kind,
      delimiter: file.delimiter,
      columns,
      sample: sample.map(({ line, cells }) => ({
        line,
        cells: columns.map((_, index) => cells[index] ?? null),
      })),
      rowCount,
      remarks: file.remarks.map(storable),
      isComplete: true,
    };
  };

  return {
    /**
     * @returns the import, when the file was read to its end; otherwise nothing of it stays
     * @throws ImportProblem
     */
    async stageFile({ bytes, given = {}, ...data }: NewImport) {
      const { id } = await store.create({ ...data, isComplete: false });
      try {
        return await store.update(id, await read(id, { bytes, given }));
      } catch (error) {
        await store.remove(id);
        throw error;
      }
    },

    /**
     * Removes what dead processes have left, and files that were staged long ago.
     * @param isBusy whether something is still to be done with an import
     */
    async sweep(isBusy: (one: StoredImport) => Promise<boolean>): Promise<void> {
      const now = Date.now();
      const leftBehind = { isComplete: false, updatedAt: { $lt: new Date(now - LEFT_BEHIND) } };
      for (const { id } of await store.findMany(leftBehind)) await store.remove(id);
      for (const one of await store.findMany({ createdAt: { $lt: new Date(now - JOB_RETENTION) } })) {
        if (!(await isBusy(one))) await store.remove(one.id);
      }
    },
  };
};

const shown = (cell: Cell): string | null => {
  const text = textOfCell(cell);
  if (text === null) return null;
  return text.length > SHOWN ? `${storable(text.slice(0, SHOWN))}…` : storable(text);
};

/** @throws ImportProblem for a name that is on its way to be stored, and cannot be */
const refuseUnstorable = (columns: readonly string[]): void => {
  columns.forEach((name, index) => {
    const problem = unstorableProblem(name);
    if (problem === null) return;
    throw new ImportProblem(
      `The name of column ${index + 1}, "${storable(name)}", cannot be used. ${problem}`,
    );
  });
};

const headersAgain = (lines: readonly number[]): string => {
  const named = lines.slice(0, HEADERS_NAMED).join(', ');
  const others = lines.length > HEADERS_NAMED ? ` and ${lines.length - HEADERS_NAMED} more` : '';
  return lines.length === 1
    ? `Line ${named} has the names of the columns again. It makes no page.`
    : `Lines ${named}${others} have the names of the columns again. They make no pages.`;
};

/** How many different texts each column has, up to the number from which on it makes no difference. */
class DistinctValues {
  /** Cells of each column that cannot be used. */
  readonly unusable: number[] = [];
  private readonly columns: (Set<string> | null)[] = [];
  private texts = 0;

  add(cells: readonly Cell[]): void {
    cells.forEach((one, index) => {
      const cell = textOfCell(one);
      if (cell === null && one !== null) this.unusable[index] = (this.unusable[index] ?? 0) + 1;
      if (cell === null) return;
      const known = this.columns[index];
      if (known === null) return;
      const seen = known ?? (this.columns[index] = new Set());
      const before = seen.size;
      seen.add(cell.length <= 40 ? cell : createHash('sha1').update(cell).digest('base64'));
      this.texts += seen.size - before;
      if (seen.size > MAX_LIST_VALUES || this.texts > MAX_TEXTS) this.columns[index] = null;
    });
  }

  countOf(index: number): number | null {
    const seen = this.columns[index];
    return seen === null ? null : (seen?.size ?? 0);
  }
}
