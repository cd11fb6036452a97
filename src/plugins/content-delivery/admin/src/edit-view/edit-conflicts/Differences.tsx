import { Box, Td, Tr, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { OPENED_VERSION } from '../../../../contracts/editing';
import { DataTable } from '../../shared/DataTable';
import { textId } from '../../shared/plugin-id';
import { changedFields, comparable, type Values } from './merge';
import type { Conflict } from './use-conflict';
import { shortened, valueAsText } from './values-as-text';

interface Difference {
  field: string;
  label: string;
  /** Who has changed the field since it was opened. */
  by: 'me' | 'them' | 'both';
  mine: string;
  theirs: string;
}

/** What a form carries and editors do not see. */
const NOT_SHOWN = ['documentId', OPENED_VERSION];

/** The fields that either side has changed. Of relations only one's own changes are known here. */
export const differencesOf = (
  { opened, mine, label, typeOf }: Pick<Conflict, 'opened' | 'mine' | 'label' | 'typeOf'>,
  newer: Values,
): Difference[] => {
  const own = new Set(changedFields(opened, mine));
  const fields = new Set([...Object.keys(opened), ...own]);
  return [...fields].flatMap((field): Difference[] => {
    const isRelation = typeOf(field) === 'relation';
    const byMe = own.has(field);
    const byThem = !isRelation && field in newer && comparable(opened[field]) !== comparable(newer[field]);
    if (NOT_SHOWN.includes(field) || (!byMe && !byThem)) return [];
    const theirs = isRelation ? '' : valueAsText(newer[field]);
    const by = byMe && byThem ? 'both' : byMe ? 'me' : 'them';
    return [{ field, label: label(field), by, mine: valueAsText(mine[field]), theirs }];
  });
};

/** Both versions side by side. */
export const Differences = ({ differences }: { differences: readonly Difference[] }) => {
  const { formatMessage } = useIntl();
  const text = (key: string) => formatMessage({ id: textId(`saving.${key}`) });
  if (differences.length === 0) {
    return <Typography textColor="neutral600">{text('no-differences')}</Typography>;
  }
  return (
    <DataTable
      headings={['field', 'newer', 'mine'].map((column) => text(`column.${column}`))}
      rows={differences.length}
    >
      {differences.map(({ field, label, by, mine, theirs }) => (
        <Tr key={field}>
          <Td>
            <Typography fontWeight="bold">{label}</Typography>
            <br />
            <Typography variant="pi" textColor={by === 'both' ? 'danger700' : 'neutral600'}>
              {text(`changed-by.${by}`)}
            </Typography>
          </Td>
          <Td>
            <Value text={shortened(theirs, mine)} isKept={by === 'them'} />
          </Td>
          <Td>
            <Value text={shortened(mine, theirs)} isKept={by !== 'them'} />
          </Td>
        </Tr>
      ))}
    </DataTable>
  );
};

/** What the form will have is in bold. */
export const Value = ({ text, isKept }: { text: string; isKept: boolean }) => (
  <Box maxWidth="26rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    <Typography fontWeight={isKept ? 'bold' : 'regular'} textColor={isKept ? 'neutral800' : 'neutral600'}>
      {text || '—'}
    </Typography>
  </Box>
);
