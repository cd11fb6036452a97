import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { ClockCounterClockwise } from '@strapi/icons';
import { VERSIONED_TYPES, type VersionList } from '../../../../contracts/history';
import { useAnswer } from '../../shared/api/use-answer';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { versionOf, type PanelProps } from '../panel';
import { HistoryDialog } from './HistoryDialog';
import { useVersionInWords } from './version-in-words';

/** Beside the form of a post, campaign or page: what was published before. */
export const HistoryPanel = ({ model, documentId, document }: PanelProps) => {
  const text = useText();
  if (!(VERSIONED_TYPES as readonly string[]).includes(model)) return null;
  return {
    title: text('history.title'),
    content:
      document && documentId ? (
        <History key={documentId} model={model} documentId={documentId} saved={versionOf(document)} />
      ) : (
        <Typography textColor="neutral600">{text('history.unsaved')}</Typography>
      ),
  };
};

interface HistoryProps {
  model: string;
  documentId: string;
  saved: string;
}

const History = ({ model, documentId, saved }: HistoryProps) => {
  const text = useText();
  const inWords = useVersionInWords();
  const [isOpen, setOpen] = useState(false);
  const path = `/${PLUGIN_ID}/entries/${model}/${documentId}/versions`;
  const { answer, problem } = useAnswer<{ data: VersionList }>(path, () => null, saved);
  const versions = answer?.data.versions ?? [];
  const [newest] = versions;

  if (problem !== null) return <Typography textColor="danger700">{problem}</Typography>;
  if (answer === null) return <Typography textColor="neutral600">{text('loading')}</Typography>;
  if (!newest) return <Typography textColor="neutral600">{text('history.none')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('history.newest', { version: inWords(newest) })}</Typography>
      <Button
        variant="tertiary"
        fullWidth
        startIcon={<ClockCounterClockwise />}
        onClick={() => setOpen(true)}
      >
        {text('history.open', { count: versions.length })}
      </Button>
      {isOpen && (
        <HistoryDialog
          model={model}
          documentId={documentId}
          versions={versions}
          onClose={() => setOpen(false)}
        />
      )}
    </Flex>
  );
};
