import { useId, type ReactNode } from 'react';
import { Typography } from '@strapi/design-system';
import { DataTable } from '../../shared/DataTable';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';

interface Props<Row> {
  /** The key of its heading, which those of its other texts begin with. */
  words: 'caches.purged' | 'webhooks.sent';
  columns: readonly string[];
  /** Latest first; undefined until they are known. */
  rows: readonly Row[] | undefined;
  problem: string | null;
  /** A row of the table. */
  children(row: Row, place: number): ReactNode;
}

/** What was sent to a webhook or a cache lately, under its heading. */
export const SentTable = <Row,>({ words, columns, rows, problem, children }: Props<Row>) => {
  const text = useText();
  const heading = useId();

  return (
    <>
      <Typography id={heading} variant="delta" tag="h3">
        {text(words)}
      </Typography>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {rows?.length === 0 && <Typography textColor="neutral600">{text(`${words}.none`)}</Typography>}
      {rows && rows.length > 0 && (
        <DataTable
          headings={columns.map((column) => text(`${words}.${column}`))}
          rows={rows.length}
          labelledBy={heading}
        >
          {rows.map(children)}
        </DataTable>
      )}
    </>
  );
};
