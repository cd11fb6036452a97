import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { createGlobalStyle } from 'styled-components';
import { useShortMoment } from '../shared/moments/use-moments';
import { PLUGIN_ID, textOf } from '../shared/plugin-id';
import { useListedState } from './listed-state';
import { PostState } from './PostState';

interface Row {
  documentId: string;
  publishDate?: string | null;
}

interface Header {
  name: string;
  attribute: { type: string };
  label: string | { id: string; defaultMessage: string };
  searchable: boolean;
  sortable: boolean;
  cellFormatter?(row: Row): JSX.Element;
}

interface List {
  displayedHeaders: Header[];
  layout: { options?: Record<string, unknown> };
}

/** By what a content type's schema asks for the columns: `"pluginOptions": { "content-delivery": { "list": "posts" } }`. */
const isPosts = ({ options }: List['layout']): boolean =>
  (options?.[PLUGIN_ID] as { list?: string } | undefined)?.list === 'posts';

const READERS_SEE: Header = {
  name: 'readersSee',
  attribute: { type: 'custom' },
  label: textOf('post-state.column'),
  searchable: false,
  sortable: false,
  cellFormatter: ({ documentId }) => <PostState documentId={documentId} />,
};

const withReadersDate = (header: Header): Header =>
  header.name === 'publishDate'
    ? { ...header, cellFormatter: (row) => <PublicationDate {...row} /> }
    : header;

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

const HOOK = 'Admin/CM/pages/ListView/inject-column-in-table';

/** Adds to the list of posts, beside their titles, how readers see each of them. For the plugin's `bootstrap`, as hooks are there only then. */
export const showPostStates = (app: Pick<StrapiApp, 'registerHook'>): void =>
  app.registerHook(HOOK, (given: unknown) => {
    const list = given as List;
    if (!isPosts(list.layout)) return list;
    const [title, ...rest] = list.displayedHeaders.map(withReadersDate);
    return { ...list, displayedHeaders: [...(title ? [title] : []), READERS_SEE, ...rest] };
  });

/**
 * Strapi puts a column of its own behind those of plugins, which calls a post that waits for its date "Published".
 * It cannot be taken out, and says nothing that ours does not.
 */
const WithoutStrapisStatus = createGlobalStyle`
  /* The buttons of a row stand behind it, and have no heading. */
  table:has([data-post-state]) :is(thead th:last-child, tbody td:nth-last-child(2)) {
    display: none;
  }
`;

/** For the place beside the list's buttons, as a style has to stand somewhere. */
export const PostListStyle = () => <WithoutStrapisStatus />;
