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

const spanOf = (cell: TreeElement, name: 'colspan' | 'rowspan'): number => {
  const written = attributeOf(cell, name);
  if (written === undefined) return 1;
  const span = Number(written);
  if (!Number.isInteger(span) || span < 1 || span > 1000) throw unfaithful('table');
  return span;
};
