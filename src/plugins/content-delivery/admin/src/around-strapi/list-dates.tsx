import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { useShortMoment } from '../shared/moments/use-moments';

type Row = Readonly<Record<string, unknown>>;

interface Header {
  name: string;
  attribute: { type: string };
  cellFormatter?(row: Row): JSX.Element;
}

const Moment = ({ value }: { value: unknown }) => {
  const moment = useShortMoment();
  return (
    <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }}>
      {typeof value === 'string' ? moment(value) : '-'}
    </Typography>
  );
};

/** Columns with moments as the rest of the panel writes them: Strapi spells them out, which leaves no room for other columns. */
const withShortMoments = <Column extends Header>(headers: readonly Column[]): Column[] =>
  headers.map((header) =>
    header.attribute.type === 'datetime' && !header.cellFormatter
      ? { ...header, cellFormatter: (row: Row) => <Moment value={row[header.name]} /> }
      : header,
  );

/** For the plugin's `bootstrap`, as hooks are there only then. */
export const shortenListDates = (app: Pick<StrapiApp, 'registerHook'>): void =>
  app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', (given: unknown) => {
    const { displayedHeaders, ...rest } = given as { displayedHeaders: Header[] };
    return { ...rest, displayedHeaders: withShortMoments(displayedHeaders) };
  });
