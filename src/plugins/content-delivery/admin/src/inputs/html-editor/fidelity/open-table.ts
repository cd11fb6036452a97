import type { Node as EditorNode } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import type { FlowReader } from './open-flow';
import { closersOf, elementsIn, type Opening, type Piece } from './opening';
import type { ParentKind } from './origin';
import { unfaithful } from './reasons';
import { attributeOf, isBlank, type TreeElement } from './tree';

/**
 * Makes the block of a table.
 * @param readHolder makes a cell
 */
export const createTableReader = (
  { schema, originated, startTag, sourceOf, areaOf }: Opening,
  { placeBlocks, elementPiece }: FlowReader,
  readHolder: (type: string, attributes: object, kind: ParentKind, element: TreeElement) => EditorNode,
) => {
  const readRow = (row: TreeElement, group: number): EditorNode => {
    const cells = elementsIn(row, ['td', 'th'], 'table');
    if (cells.length === 0) throw unfaithful('table');
    const blocks = cells.map((cell) => {
      const attributes = { colspan: spanOf(cell, 'colspan'), rowspan: spanOf(cell, 'rowspan') };
      return readHolder(cell.tagName === 'th' ? 'tableHeader' : 'tableCell', attributes, 'cell', cell);
    });
    const inside = placeBlocks(cells.map(elementPiece), blocks, areaOf(row));
    const open = startTag(row);
    return originated(
      elementPiece(row),
      (origin) => schema.node('tableRow', { origin, open, group }, blocks),
      inside,
    );
  };

  return (element: TreeElement, piece: Piece): EditorNode => {
    const parts = elementsIn(element, ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'], 'table');
    const isLead = ({ tagName }: TreeElement) => tagName === 'caption' || tagName === 'colgroup';
    const leads = parts.filter(isLead);
    const sections = parts.filter((part) => !isLead(part));
    const rows = sections.flatMap((section, group) =>
      elementsIn(section, ['tr'], 'table').map((row) => ({ row, group })),
    );
    if (!isEven(rows.map(({ row }) => spansOf(row)))) throw unfaithful('table');
    const blocks = rows.map(({ row, group }) => readRow(row, group));
    if (blocks.length === 0) throw unfaithful('table');
    const inside = placeBlocks(
      rows.map(({ row }) => elementPiece(row)),
      blocks,
      areaOf(element),
    );
    const attributes = {
      open: startTag(element),
      lead: leads.map((lead) => sourceOf(lead) + closersOf(lead)).join(''),
      groups: sections.map((section) =>
        section.sourceCodeLocation ? startTag(section) : `<${section.tagName}>`,
      ),
    };
    const gap = isBlank(inside.gap) ? inside.gap : '';
    const table = originated(piece, (origin) => schema.node('table', { ...attributes, origin }, blocks), {
      ...inside,
      gap,
    });
    // Rows of different length, or cells that overlap: the editor would mend them.
    if (TableMap.get(table).problems) throw unfaithful('table');
    return table;
  };
};

/** Places of a table, which the editor makes a list of. */
const MAX_PLACES = 200_000;

const spansOf = (row: TreeElement): { columns: number; rows: number }[] =>
  elementsIn(row, ['td', 'th'], 'table').map((cell) => ({
    columns: spanOf(cell, 'colspan'),
    rows: spanOf(cell, 'rowspan'),
  }));

/** Whether all rows are as wide, with the cells that reach into them from above: a few cells can ask for billions of places. */
const isEven = (rows: readonly ReturnType<typeof spansOf>[]): boolean => {
  const ending: number[] = [];
  let [width, fromAbove] = [0, 0];
  return rows.every((cells, at) => {
    fromAbove -= ending[at] ?? 0;
    const own = cells.reduce((sum, { columns }) => sum + columns, fromAbove);
    if (at === 0) width = own;
    for (const { columns, rows: height } of cells) {
      fromAbove += columns;
      ending[at + height] = (ending[at + height] ?? 0) + columns;
    }
    return own === width && width * rows.length <= MAX_PLACES;
  });
};

const spanOf = (cell: TreeElement, name: 'colspan' | 'rowspan'): number => {
  const written = attributeOf(cell, name);
  if (written === undefined) return 1;
  const span = Number(written);
  if (!Number.isInteger(span) || span < 1 || span > 1000) throw unfaithful('table');
  return span;
};
