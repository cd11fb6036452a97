import { useState, type ReactNode } from 'react';
import { Loader } from '@strapi/design-system';
import type { PageMeta } from '../../../../contracts/pseo-imports';
import { DataTable } from '../../shared/DataTable';
import { Notice } from '../../shared/Notice';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { useText } from '../../shared/text';
import { Pages } from '../../websites/Pages';
import { Section } from '../../shared/Section';

interface Props<Row> {
  title: string;
  about: string;
  /** The route that answers them page by page. */
  path: string;
  headings: readonly string[];
  row(row: Row, index: number): ReactNode;
}

const PER_PAGE = 25;

/** Findings of a check, page by page. */
export const FindingsTable = <Row,>({ title, about, path, headings, row }: Props<Row>) => {
  const text = useText();
  const [page, setPage] = useState(1);
  const { latest, problem } = useAnswer<{ data: Row[]; meta: PageMeta }>(
    withQuery(path, { page, pageSize: PER_PAGE }),
  );
  const pageCount = latest ? Math.max(1, Math.ceil(latest.meta.total / PER_PAGE)) : 1;
  return (
    <Section title={title} about={about}>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {latest === null ? (
        problem === null && <Loader>{text('pseo.loading')}</Loader>
      ) : (
        <DataTable headings={headings} rows={latest.data.length}>
          {latest.data.map(row)}
        </DataTable>
      )}
      {pageCount > 1 && <Pages page={page} pageCount={pageCount} onChange={setPage} />}
    </Section>
  );
};
