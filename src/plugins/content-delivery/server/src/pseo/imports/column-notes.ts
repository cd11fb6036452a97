import type {
  CampaignVariable,
  ColumnNote,
  ImportChoices,
  ImportColumn,
} from '../../../../contracts/pseo-imports';
import { textOfCell, type Cell } from './file';
import { isInQuotes, meantBy } from './null-like-values';

/** Ways to write a value that are told apart. */
const MAX_VALUES = 20;

interface Seen {
  column: number;
  kind: ColumnNote['kind'];
  values: Map<string, number>;
}

/**
 * Counts, column by column, the texts that mean something else than they say. What counts as empty by choice is left out.
 * @param variables those of the campaign: only where a template asks whether one is there does its `no` matter
 */
export const createColumnNotes = (
  columns: readonly ImportColumn[],
  { targets, empty }: ImportChoices,
  variables: readonly CampaignVariable[],
) => {
  const tested = new Set(variables.flatMap(({ name, testedIn }) => (testedIn.length > 0 ? [name] : [])));
  const seen = new Map<string, Seen>();

  const kindOf = (column: number, cell: string): ColumnNote['kind'] | null => {
    const target = targets[column];
    if (!target) return null;
    const meant = meantBy(cell);
    if (meant === 'nothing') return 'nothing';
    if (meant === 'no') return target.to === 'variable' && tested.has(target.name) ? 'no' : null;
    return isInQuotes(cell) ? 'curly-quotes' : null;
  };

  return {
    add(cells: readonly Cell[]): void {
      cells.forEach((cell, column) => {
        const text = textOfCell(cell)?.trim();
        const kind = text ? kindOf(column, text) : null;
        if (!text || kind === null || countsAsEmpty(empty, column, text)) return;
        const key = `${column} ${kind}`;
        const note = seen.get(key) ?? { column, kind, values: new Map<string, number>() };
        seen.set(key, note);
        const value =
          kind === 'curly-quotes' || !(note.values.has(text) || note.values.size < MAX_VALUES) ? '' : text;
        note.values.set(value, (note.values.get(value) ?? 0) + 1);
      });
    },

    notes: (): ColumnNote[] =>
      [...seen.values()]
        .sort((a, b) => a.column - b.column)
        .map(({ column, kind, values }) => ({
          column: columns[column]?.name ?? '',
          index: column,
          kind,
          count: [...values.values()].reduce((sum, count) => sum + count, 0),
          values: [...values.keys()].filter((value) => value !== ''),
        })),
  };
};

/** Whether a text of a column counts as an empty cell by choice; spaces around it do not matter. */
export const countsAsEmpty = (empty: ImportChoices['empty'], column: number, text: string): boolean =>
  empty?.[column]?.includes(text.trim()) ?? false;
