import { useState } from 'react';
import { Button, Field, Flex, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useNotification,
} from '@strapi/strapi/admin';
import type { LeftOut, VersionInfo } from '../../../../contracts/history';
import { useRestoreVersionMutation } from '../../shared/api/history';
import { reasonOf } from '../../shared/api/errors';
import { useList } from '../../shared/lists';
import { Notice } from '../../shared/Notice';
import { ModalDialog } from '../../shared/ModalDialog';
import { useText } from '../../shared/text';
import { CAMPAIGN, POST } from '../../shared/uids';
import { savedAtOf } from '../edit-conflicts/saved-at';
import { useOpenEntry } from '../entry';
import { useFields } from '../use-fields';
import { Comparison } from './Comparison';
import { useVersionInWords } from './version-in-words';

interface Context {
  form: { modified?: boolean; initialValues: Record<string, unknown> };
}

interface Props {
  model: string;
  documentId: string;
  /** Newest first. */
  versions: readonly VersionInfo[];
  onClose(): void;
}

/** Two versions side by side, and the way back to the earlier one. */
export const HistoryDialog = ({ model, documentId, versions, onClose }: Props) => {
  const text = useText();
  const list = useList();
  const inWords = useVersionInWords();
  const { toggleNotification } = useNotification();
  const { form } = useContentManagerContext() as unknown as Context;
  const { labelOf } = useFields();
  const { status } = useOpenEntry();
  const [restore, { isLoading }] = useRestoreVersionMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState<LeftOut[]>([]);
  const [newer, setNewer] = useState(versions[0]?.number ?? 1);
  const [older, setOlder] = useState((versions[1] ?? versions[0])?.number ?? 1);

  const savedAt = savedAtOf(form.initialValues);
  const obstacle =
    status === 'published'
      ? 'published'
      : form.modified
        ? 'unsaved'
        : savedAt === undefined
          ? 'unknown'
          : null;

  const bringBack = async () => {
    if (savedAt === undefined) return;
    setProblem(null);
    const answer = await restore({ model, documentId, number: older, savedAt });
    if ('error' in answer) {
      setProblem(reasonOf(answer.error) ?? text('history.failed'));
      return;
    }
    toggleNotification({ type: 'success', message: text(`history.restored.${kindOf(model)}`) });
    if (answer.data.leftOut.length > 0) setLeftOut(answer.data.leftOut);
    else onClose();
  };

  const choice = (name: 'older' | 'newer', value: number, choose: (number: number) => void) => (
    <Field.Root name={name} flex={1} minWidth="16rem">
      <Field.Label>{text(`history.${name}`)}</Field.Label>
      <SingleSelect value={String(value)} onChange={(chosen: string | number) => choose(Number(chosen))}>
        {versions.map((version) => (
          <SingleSelectOption key={version.number} value={String(version.number)}>
            {`${version.number} · ${inWords(version)}`}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );

  return (
    <ModalDialog
      title={text('history.title')}
      scrolls
      onClose={onClose}
      leave={text('dialog.close')}
      actions={
        <Button
          loading={isLoading}
          disabled={obstacle !== null || leftOut.length > 0}
          onClick={() => void bringBack()}
        >
          {text('history.restore', { number: older })}
        </Button>
      }
    >
      <Flex gap={4} wrap="wrap" alignItems="flex-end">
        {choice('older', older, setOlder)}
        {choice('newer', newer, setNewer)}
      </Flex>
      <Comparison model={model} documentId={documentId} older={older} newer={newer} />
      <Typography textColor="neutral600">
        {text(`history.restore-means.${kindOf(model)}`)}
        {model === POST && ` ${text('history.restore-means.dates')}`}
      </Typography>
      {obstacle !== null && <Notice tone="info">{text(`history.obstacle.${obstacle}`)}</Notice>}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {leftOut.length > 0 && (
        <Notice tone="warning">
          {text('history.left-out', {
            fields: list(leftOut.map(({ field, name }) => `${labelOf(field)}: ${name}`)),
          })}
        </Notice>
      )}
    </ModalDialog>
  );
};

/** A campaign has no drafts. */
const kindOf = (model: string): 'campaign' | 'draft' => (model === CAMPAIGN ? 'campaign' : 'draft');
