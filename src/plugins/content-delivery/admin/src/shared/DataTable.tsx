import type { ReactNode } from 'react';
import { Table, Tbody, Th, Thead, Tr, Typography } from '@strapi/design-system';

/** Of a text in a cell that may be long: cells do not wrap by themselves. */
export const WRAPPED = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

interface Props {
  headings: readonly string[];
  /** Shown before the headings. */
  lead?: ReactNode;
  rows: number;
  /** The id of what names the table. */
  labelledBy?: string;
  /** The rows. */
  children: ReactNode;
}

/** A table with a heading for each column. */
export const DataTable = ({ headings, lead, rows, labelledBy, children }: Props) => (
  <Table aria-labelledby={labelledBy} colCount={headings.length + (lead ? 1 : 0)} rowCount={rows + 1}>
    <Thead>
      <Tr>
        {lead && <Th>{lead}</Th>}
        {headings.map((heading) => (
          <Th key={heading}>
            <Typography variant="sigma" textColor="neutral600">
              {heading}
            </Typography>
          </Th>
        ))}
      </Tr>
    </Thead>
    <Tbody>{children}</Tbody>
  </Table>
);
