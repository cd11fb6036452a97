import type { ImportChoices } from '../../../../contracts/pseo-imports';
import { textOfCell } from './file';
import type { ImportStore, StagedRow, StoredImport } from './store';

/** Rows, or combinations, that are looked at together. */
const BATCH = 100;
/** Rows that are read at once to collect the lists. */
const READ = 1_000;

/**
 * What pages are made from: the rows of a file, or the combinations of its lists, from one place on, in batches.
 * @param from the position of the first
 */
export async function* sourceRows(
  store: ImportStore,
  { id, rowCount }: StoredImport,
  { mode, targets }: ImportChoices,
  from = 0,
): AsyncGenerator<StagedRow[]> {
  if (mode === 'rows') {
    yield* store.rows(id, from, rowCount, BATCH);
    return;
  }
  const lists = await readLists(store, id, rowCount, targets);
  const total = combinationsOf(lists);
  for (let at = from; at < total; at += BATCH) {
    yield Array.from({ length: Math.min(BATCH, total - at) }, (_, index) => ({
      position: at + index,
      line: at + index + 1,
      cells: combination(lists, at + index),
      fault: null,
    }));
  }
}

/** The different texts of each imported column, in the order of the file; null for a column that is not. */
const readLists = async (
  store: ImportStore,
  id: number,
  rowCount: number,
  targets: ImportChoices['targets'],
): Promise<(readonly string[] | null)[]> => {
  const lists = targets.map((target) => (target === null ? null : new Set<string>()));
  for await (const rows of store.rows(id, 0, rowCount, READ)) {
    for (const { cells, fault } of rows) {
      if (fault !== null) continue;
      lists.forEach((list, index) => {
        const cell = textOfCell(cells[index]);
        if (cell !== null) list?.add(cell);
      });
    }
  }
  return lists.map((list) => list && [...list]);
};

/** How many combinations some lists have. */
export const combinationsOf = (lists: readonly (readonly unknown[] | null)[]): number =>
  lists.reduce((count, list) => (list === null ? count : count * list.length), 1);

/**
 * One of all combinations; the last list changes fastest.
 * @param number from 0 to `combinationsOf(lists) - 1`
 */
export const combination = (
  lists: readonly (readonly string[] | null)[],
  number: number,
): (string | null)[] => {
  const cells: (string | null)[] = lists.map(() => null);
  let rest = number;
  for (let index = lists.length - 1; index >= 0; index -= 1) {
    const list = lists[index];
    if (!list) continue;
    cells[index] = list[rest % list.length] ?? null;
    rest = Math.floor(rest / list.length);
  }
  return cells;
};
