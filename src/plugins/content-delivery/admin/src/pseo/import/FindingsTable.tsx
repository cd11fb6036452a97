import { useState, type ReactNode } from 'react';
import { Loader, Td, Tr, Typography } from '@strapi/design-system';
import type { PageMeta } from '../../../../contracts/pseo-imports';
import { DataTable, WRAPPED } from '../../shared/DataTable';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { useText } from '../../shared/text';
import { Pages } from '../../websites/Pages';
import { Section } from '../../shared/Section';

interface Props<Row> {
  /** documentId */
  pageImport: string;
  /** The route that answers them page by page, and what the keys of the texts begin with after `pseo.`. */
  kind: 'alike' | 'faulty' | 'renamed' | 'slashed';
  headings: readonly string[];
  /** What is in each column of a row; a text may be long. */
  cells(row: Row): readonly ReactNode[];
}

const PER_PAGE = 25;

/** Findings of a check, page by page. */
export const FindingsTable = <Row,>({ pageImport, kind, headings, cells }: Props<Row>) => {
  const text = useText();
  const [page, setPage] = useState(1);
  const { latest, problem } = useAnswer<{ data: Row[]; meta: PageMeta }>(
    withQuery(`/${PLUGIN_ID}/imports/${encodeURIComponent(pageImport)}/${kind}`, {
      page,
      pageSize: PER_PAGE,
    }),
  );
  const pageCount = latest ? Math.max(1, Math.ceil(latest.meta.total / PER_PAGE)) : 1;
  return (
    <Section title={text(`pseo.${kind}.title`)} about={text(`pseo.${kind}.about`)}>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {latest === null ? (
        problem === null && <Loader>{text('loading')}</Loader>
      ) : (
        <DataTable headings={headings} rows={latest.data.length}>
          {latest.data.map((row, place) => (
            <Tr key={place}>
              {cells(row).map((cell, column) => (
                <Td key={column}>
                  {typeof cell === 'string' ? <Typography style={WRAPPED}>{cell}</Typography> : cell}
                </Td>
              ))}
            </Tr>
          ))}
        </DataTable>
      )}
      {pageCount > 1 && <Pages page={page} pageCount={pageCount} onChange={setPage} />}
    </Section>
  );
};
