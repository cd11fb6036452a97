import { Td, Tr, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { ActivityLine } from '../../../contracts/activity';
import type { Author } from '../../../contracts/history';
import { DataTable } from '../shared/DataTable';
import { useExactMoment } from '../shared/moments/use-moments';
import { useText } from '../shared/text';
import { pathOf } from './paths';

const COLUMNS = ['when', 'who', 'what', 'of', 'website', 'from'] as const;

/** What happened, latest first. */
export const ActivityTable = ({ lines }: { lines: readonly ActivityLine[] }) => {
  const text = useText();
  const moment = useExactMoment();
  const nameOf = (author: Author): string =>
    author.kind === 'user' ? author.name || text('activity.no-name') : text(`activity.${author.kind}`);
  return (
    <DataTable headings={COLUMNS.map((column) => text(`activity.column.${column}`))} rows={lines.length}>
      {lines.map((line) => {
        const { id, at, by, type, action, person, name, count, opens, website, source } = line;
        const shown = person ? nameOf(person) : count > 1 ? text('activity.count', { count }) : name || '–';
        return (
          <Tr key={id}>
            <Td>
              <Typography>{moment(at)}</Typography>
            </Td>
            <Td>
              <Typography>{nameOf(by)}</Typography>
            </Td>
            <Td>
              <Typography fontWeight="bold">
                {text('activity.did', {
                  what: text(`activity.type.${type}`),
                  action: text(`activity.action.${action}`),
                })}
              </Typography>
            </Td>
            <Td>
              {opens === null ? (
                <Typography maxWidth="30rem" ellipsis>
                  {shown}
                </Typography>
              ) : (
                <Typography
                  tag={NavLink}
                  to={pathOf[type](opens)}
                  title={shown}
                  textColor="primary600"
                  maxWidth="30rem"
                  ellipsis
                >
                  {shown}
                </Typography>
              )}
            </Td>
            <Td>
              <Typography>{website?.name ?? ''}</Typography>
            </Td>
            <Td>
              <Typography>{text(`activity.source.${source}`)}</Typography>
            </Td>
          </Tr>
        );
      })}
    </DataTable>
  );
};
