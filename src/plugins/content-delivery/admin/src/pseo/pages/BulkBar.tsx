import { useState } from 'react';
import { Box, Button, Flex, TextButton, Typography } from '@strapi/design-system';
import {
  MAX_NAMED_PAGES,
  PAGE_ACTIONS,
  type NewPageJob,
  type PageAction,
  type PageFilter,
  type PageJob,
  type SelectedPages,
} from '../../../../contracts/pseo-pages';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import type { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';
import { Confirm } from '../../shared/Confirm';
import { SlugsDialog } from '../slugs/SlugsDialog';

export type Selection =
  | { kind: 'some'; website: string; pages: string[] }
  | { kind: 'all'; filter: PageFilter; count: number | null };

interface Props {
  selection: Selection | null;
  /** How many pages fit the filter; null while that is not known. */
  total: number | null;
  mayRename: boolean;
  mayPublish: boolean;
  onSelectAll(): void;
  onClear(): void;
  /** Kept by the page: it stays to be read when the end of a job begins the list anew. */
  sending: ReturnType<typeof useSend>;
  /** Something was sent. Also without an answer it may be under way, and a refusal says that pages have changed. */
  onSent(): void;
}

/** What can be done with the selected pages. */
export const BulkBar = ({
  selection,
  total,
  mayRename,
  mayPublish,
  onSelectAll,
  onClear,
  sending: { send, isSending, problem },
  onSent,
}: Props) => {
  const text = useText();
  const [asking, setAsking] = useState<PageAction | null>(null);
  const [renames, setRenames] = useState(false);

  if (selection === null) {
    return problem === null ? null : <Notice tone="danger">{problem}</Notice>;
  }
  const count = selection.kind === 'some' ? selection.pages.length : (selection.count ?? 0);
  const isTooMany = selection.kind === 'some' && count > MAX_NAMED_PAGES;
  const selected: SelectedPages =
    selection.kind === 'some'
      ? { website: selection.website, pages: selection.pages }
      : { filter: selection.filter };
  const start = async (action: PageAction) => {
    setAsking(null);
    const expected = selection.kind === 'all' ? selection.count : null;
    const body: NewPageJob = { action, ...selected, ...(expected !== null && { expected }) };
    if (await send<PageJob>({ method: 'post', path: `/${PLUGIN_ID}/pseo-page-jobs`, body })) onClear();
    onSent();
  };

  return (
    <Box
      background="primary100"
      borderColor="primary200"
      hasRadius
      padding={3}
      role="region"
      aria-label={text('pseo.bulk.label')}
    >
      <Flex gap={3} justifyContent="space-between" wrap="wrap">
        <Flex gap={3} wrap="wrap">
          <Typography role="status" fontWeight="bold">
            {text(selection.kind === 'all' ? 'pseo.bulk.all-selected' : 'pseo.bulk.selected', { count })}
          </Typography>
          {selection.kind === 'some' && total !== null && total > count && (
            <TextButton onClick={onSelectAll}>{text('pseo.bulk.select-all', { count: total })}</TextButton>
          )}
          <TextButton onClick={onClear}>{text('pseo.bulk.clear')}</TextButton>
        </Flex>
        <Flex gap={2} wrap="wrap">
          {mayRename && (
            <Button variant="tertiary" disabled={isTooMany || isSending} onClick={() => setRenames(true)}>
              {text('pseo.slugs.regenerate')}
            </Button>
          )}
          {PAGE_ACTIONS.map((action) => (
            <Button
              key={action}
              variant={action === 'publish' ? 'default' : action === 'delete' ? 'danger-light' : 'secondary'}
              loading={isSending}
              disabled={isTooMany}
              onClick={() => setAsking(action)}
            >
              {text(`pseo.bulk.${action}`)}
            </Button>
          ))}
        </Flex>
      </Flex>
      {isTooMany && (
        <Typography textColor="neutral800">
          {text('pseo.bulk.too-many', { most: MAX_NAMED_PAGES })}
        </Typography>
      )}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {renames && (
        <SlugsDialog
          selected={selected}
          mayPublish={mayPublish}
          onSent={(isStarted) => {
            if (isStarted) {
              setRenames(false);
              onClear();
            }
            onSent();
          }}
          onClose={() => setRenames(false)}
        />
      )}
      {asking && (
        <Confirm
          title={text(`pseo.bulk.${asking}.title`, { count })}
          question={text(`pseo.bulk.${asking}.question`, { count })}
          confirm={text(`pseo.bulk.${asking}`)}
          isDangerous={asking === 'delete'}
          onConfirm={() => void start(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </Box>
  );
};
