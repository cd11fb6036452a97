import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { createGlobalStyle } from 'styled-components';
import { changeColumns, type Column } from '../shared/list-columns';
import { useShortMoment } from '../shared/moments/use-moments';
import { textOf } from '../shared/plugin-id';
import { useListedState } from './listed-state';
import { PostState } from './PostState';

interface Row {
  documentId: string;
  publishDate?: string | null;
}

const READERS_SEE: Column<Row> = {
  name: 'readersSee',
  attribute: { type: 'custom' },
  label: textOf('post-state.column'),
  searchable: false,
  sortable: false,
  cellFormatter: ({ documentId }) => <PostState documentId={documentId} />,
};

const withReadersDate = (column: Column<Row>): Column<Row> =>
  column.name === 'publishDate'
    ? { ...column, cellFormatter: (row) => <PublicationDate {...row} /> }
    : column;

/** As readers see it; a draft's own, which may be another one, where nothing is published. */
const PublicationDate = ({ documentId, publishDate }: Row) => {
  const moment = useShortMoment();
  const { state } = useListedState(documentId);
  const date = state?.publishDate ?? publishDate ?? null;
  return (
    <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }}>
      {date === null ? '-' : moment(date)}
    </Typography>
  );
};

/** Adds to the list of posts, beside their titles, how readers see each of them. */
export const showPostStates = (app: Pick<StrapiApp, 'registerHook'>): void =>
  changeColumns<Row>(
    app,
    (columns) => {
      const [title, ...rest] = columns.map(withReadersDate);
      return [...(title ? [title] : []), READERS_SEE, ...rest];
    },
    'posts',
  );

/**
 * Strapi puts a column of its own after those of plugins, which calls a post that waits for its date "Published".
 * It cannot be taken out, and says nothing that ours does not. For the place beside the list's buttons, as a style has to
 * stand somewhere.
 */
export const PostListStyle = createGlobalStyle`
  /* The buttons of a row stand after it, and have no heading. */
  table:has([data-post-state]) :is(thead th:last-child, tbody td:nth-last-child(2)) {
    display: none;
  }
`;
