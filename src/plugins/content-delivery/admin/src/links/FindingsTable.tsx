import { Flex, Link, Status, Td, Tr, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { LinkedEntryType, LinkFinding, LinkFindingKind } from '../../../contracts/links';
import { contentManager } from '../shared/content-manager';
import { DataTable } from '../shared/DataTable';
import { useText } from '../shared/text';

type Column = 'entry' | 'website' | 'address' | 'state';

const COLUMNS: Record<LinkFindingKind, readonly Column[]> = {
  'dead-link': ['entry', 'website', 'address', 'state'],
  'dead-rule': ['entry', 'website', 'address', 'state'],
  'unused-keyword': ['entry', 'address'],
  'unlinked-post': ['entry', 'website'],
};

const PATHS: Record<LinkedEntryType, (documentId: string) => string> = {
  post: contentManager.post,
  'pseo-page': contentManager.page,
  'internal-link': contentManager.internalLink,
};

interface Props {
  kind: LinkFindingKind;
  findings: readonly LinkFinding[];
  showsWebsites: boolean;
}

/** One finding in a row, each with the way to its entry. */
export const FindingsTable = ({ kind, findings, showsWebsites }: Props) => {
  const text = useText();
  const columns = COLUMNS[kind].filter((column) => column !== 'website' || showsWebsites);
  const open = ({ type, documentId, name }: LinkFinding['entry']) => (
    <Link tag={NavLink} to={PATHS[type](documentId)} style={{ overflowWrap: 'anywhere' }}>
      {name || text('no-title')}
    </Link>
  );
  const cell = (column: Column, { entry, website, address, state, target, pages }: LinkFinding) => {
    if (column === 'entry') {
      return (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          {open(entry)}
          {pages > 1 && (
            <Typography variant="pi" textColor="neutral600">
              {text('links.more-pages', { count: pages - 1 })}
            </Typography>
          )}
        </Flex>
      );
    }
    if (column === 'website') return <Typography>{website?.name ?? ''}</Typography>;
    if (column === 'address') {
      return <Typography style={{ overflowWrap: 'anywhere' }}>{address ?? ''}</Typography>;
    }
    return (
      <Flex direction="column" alignItems="flex-start" gap={1}>
        {state && (
          <Status variant={state === 'live' ? 'success' : 'danger'} size="S">
            <Typography
              variant="pi"
              fontWeight="bold"
              textColor={state === 'live' ? 'success700' : 'danger700'}
            >
              {text(`links.target.${state}`)}
            </Typography>
          </Status>
        )}
        {target && open(target)}
      </Flex>
    );
  };
  return (
    <DataTable
      headings={columns.map((column) => text(`links.column.${kind}.${column}`))}
      rows={findings.length}
    >
      {findings.map((finding) => (
        <Tr key={finding.id}>
          {columns.map((column) => (
            <Td key={column} style={{ whiteSpace: 'normal' }}>
              {cell(column, finding)}
            </Td>
          ))}
        </Tr>
      ))}
    </DataTable>
  );
};
