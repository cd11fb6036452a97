import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { changeColumns } from '../shared/list-columns';
import { useShortMoment } from '../shared/moments/use-moments';

type Row = Readonly<Record<string, unknown>>;

const Moment = ({ value }: { value: unknown }) => {
  const moment = useShortMoment();
  return (
    <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }}>
      {typeof value === 'string' ? moment(value) : '-'}
    </Typography>
  );
};

/** Columns with moments as the rest of the panel writes them: Strapi spells them out, which leaves no room for other columns. */
export const shortenListDates = (app: Pick<StrapiApp, 'registerHook'>): void =>
  changeColumns<Row>(app, (columns) =>
    columns.map((column) =>
      column.attribute.type === 'datetime' && !column.cellFormatter
        ? { ...column, cellFormatter: (row) => <Moment value={row[column.name]} /> }
        : column,
    ),
  );
