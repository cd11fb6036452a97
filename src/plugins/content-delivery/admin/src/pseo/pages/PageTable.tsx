import { useState } from 'react';
import {
  Badge,
  Box,
  Checkbox,
  EmptyStateLayout,
  Flex,
  Link,
  Loader,
  Td,
  Tr,
  Typography,
} from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { PageFilter, PageList, PageListQuery, PageState } from '../../../../contracts/pseo-pages';
import { contentManager } from '../../shared/content-manager';
import { DataTable } from '../../shared/DataTable';
import { Notice } from '../../shared/Notice';
import type { usePagePermissions } from '../../shared/permissions';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import type { useSend } from '../../shared/api/use-send';
import { useShortMoment } from '../../shared/moments/use-moments';
import { StepButton } from '../../shared/StepButton';
import { useText } from '../../shared/text';
import { BulkBar, type Selection } from './BulkBar';

interface Props {
  filter: PageFilter;
  /** How many pages fit the filter; null while that is not known. */
  total: number | null;
  showsCampaign: boolean;
  may: Pick<ReturnType<typeof usePagePermissions>, 'mayChange' | 'mayRename' | 'mayPublish'>;
  /** Of changes of many pages. */
  sending: ReturnType<typeof useSend>;
  /** A change of many pages was sent. */
  onSent(): void;
}

const PER_PART = 50;

const BADGES: Record<PageState, object> = {
  draft: { backgroundColor: 'neutral150', textColor: 'neutral700' },
  waiting: { backgroundColor: 'primary100', textColor: 'primary700' },
  live: { backgroundColor: 'success100', textColor: 'success700' },
  changed: { backgroundColor: 'warning100', textColor: 'warning700' },
};

/** The pages that fit a filter, part by part, with some or all of them selected. */
export const PageTable = ({ filter, total, showsCampaign, may, sending, onSent }: Props) => {
  const text = useText();
  const { mayChange } = may;
  const moment = useShortMoment();
  /** Where each part up to the one that is shown begins. */
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const { answer, latest, isLoading, problem, reload } = useAnswer<{ data: PageList }>(
    withQuery(`/${PLUGIN_ID}/pseo-pages`, {
      ...filter,
      limit: PER_PART,
      cursor: cursors[cursors.length - 1],
    } satisfies PageListQuery),
  );

  if (problem !== null && latest === null) return <Notice tone="danger">{problem}</Notice>;
  if (latest === null) {
    return (
      <Flex justifyContent="center" padding={8}>
        <Loader>{text('loading')}</Loader>
      </Flex>
    );
  }
  const { pages } = latest.data;
  /** Not that of the part before, which would lead to the awaited one again. */
  const next = answer?.data.nextCursor ?? null;
  if (pages.length === 0 && cursors.length === 1) {
    return <EmptyStateLayout content={text('pseo.list.empty')} shadow="tableShadow" />;
  }

  const shown = pages.map(({ documentId }) => documentId);
  const isChosen = (documentId: string) => isAll || selected.has(documentId);
  const choose = (documentIds: readonly string[], isOn: boolean) => {
    const next = new Set(isAll ? shown : selected);
    setAll(false);
    for (const documentId of documentIds) {
      if (isOn) next.add(documentId);
      else next.delete(documentId);
    }
    setSelected(next);
  };
  const chosen = shown.filter(isChosen).length;
  const selection: Selection | null = isAll
    ? { kind: 'all', filter, count: total }
    : selected.size > 0
      ? { kind: 'some', website: filter.website, pages: [...selected] }
      : null;
  const clear = () => {
    setAll(false);
    setSelected(new Set());
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {problem !== null && <Notice tone="warning">{problem}</Notice>}
      {mayChange && (
        <BulkBar
          selection={selection}
          total={total}
          mayRename={may.mayRename}
          mayPublish={may.mayPublish}
          onSelectAll={() => setAll(true)}
          onClear={clear}
          sending={sending}
          onSent={() => {
            onSent();
            reload();
          }}
        />
      )}
      <Box aria-busy={isLoading}>
        <DataTable
          headings={['slug', ...(showsCampaign ? ['campaign'] : []), 'state', 'changed'].map((column) =>
            text(`pseo.list.column.${column}`),
          )}
          lead={
            mayChange && (
              <Checkbox
                aria-label={text('pseo.list.select-shown')}
                checked={chosen === 0 ? false : chosen === shown.length ? true : 'indeterminate'}
                onCheckedChange={(value: boolean | 'indeterminate') => choose(shown, value === true)}
              />
            )
          }
          rows={pages.length}
        >
          {pages.map(({ documentId, slug, campaign, state, updatedAt }) => (
            <Tr key={documentId}>
              {mayChange && (
                <Td>
                  <Checkbox
                    aria-label={text('pseo.list.select', { slug: slug ?? text('pseo.list.no-slug') })}
                    checked={isChosen(documentId)}
                    onCheckedChange={(value: boolean | 'indeterminate') =>
                      choose([documentId], value === true)
                    }
                  />
                </Td>
              )}
              <Td>
                <Link tag={NavLink} to={contentManager.page(documentId)} style={{ overflowWrap: 'anywhere' }}>
                  {slug ?? text('pseo.list.no-slug')}
                </Link>
              </Td>
              {showsCampaign && (
                <Td>
                  <Typography>{campaign.name}</Typography>
                </Td>
              )}
              <Td>
                <Badge {...BADGES[state]}>{text(`pseo.state.${state}`)}</Badge>
              </Td>
              <Td>
                <Typography>{moment(updatedAt)}</Typography>
              </Td>
            </Tr>
          ))}
        </DataTable>
      </Box>
      {/* There is no answer only while another part is awaited. */}
      {(cursors.length > 1 || next !== null || answer === null) && (
        <Flex tag="nav" aria-label={text('pseo.list.parts')} justifyContent="center" gap={4}>
          <StepButton onStep={cursors.length > 1 && (() => setCursors(cursors.slice(0, -1)))}>
            {text('pseo.list.previous')}
          </StepButton>
          <Typography role="status">
            {/* Until there is an answer, what is shown is the part before. */}
            {answer &&
              text(total === null ? 'pseo.list.part-of' : 'pseo.list.part', {
                from: (cursors.length - 1) * PER_PART + 1,
                to: (cursors.length - 1) * PER_PART + pages.length,
                total: total ?? 0,
              })}
          </Typography>
          <StepButton onStep={next !== null && (() => setCursors([...cursors, next]))}>
            {text('pseo.list.next')}
          </StepButton>
        </Flex>
      )}
    </Flex>
  );
};
