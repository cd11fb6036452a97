import { useState } from 'react';
import { Field, TextInput, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import {
  OLD_KEY_PERIODS,
  type WebsiteKeys,
  type OldKey,
  type OldKeyPeriod,
  type ReplaceRequest,
  type RotateRequest,
} from '../../../../contracts/websites';
import { useSend } from '../../shared/api/use-send';
import { Notice } from '../../shared/Notice';
import { OldKeyPeriodInput } from '../../shared/OldKeyPeriodInput';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { useMoment } from '../../shared/moments/use-moments';
import { ModalDialog } from '../../shared/ModalDialog';

interface RotateDialogProps {
  /** Whether the new key is made, or entered by hand. */
  isReplacing: boolean;
  website: { documentId: string; name: string };
  /** The id of the key that is to be replaced. */
  currentKey: string;
  /** A key that still works from an earlier rotation. */
  old: OldKey | null;
  onClose(): void;
  /** Called when the keys are not what they were any more. */
  onChanged(): void;
}

/** Time enough to bring the new key to a front end, and not forgotten by then. */
const USUAL: OldKeyPeriod = 'day';

/** Asks how long the old key keeps working, and gives the website a new one, made or entered. */
export const RotateDialog = ({
  isReplacing,
  website,
  currentKey,
  old,
  onClose,
  onChanged,
}: RotateDialogProps) => {
  const text = useText();
  const moment = useMoment();
  const { send, isSending, problem } = useSend();
  const { toggleNotification } = useNotification();
  const [period, setPeriod] = useState<OldKeyPeriod>(USUAL);
  const [newKey, setNewKey] = useState('');

  const rotate = async () => {
    const rotation: RotateRequest = { currentKey, oldKeyWorksFor: period };
    const replacement: ReplaceRequest = { ...rotation, newKey };
    const rotated = await send<WebsiteKeys>({
      method: 'post',
      path: `/${PLUGIN_ID}/websites/${encodeURIComponent(website.documentId)}/api-key/${isReplacing ? 'replace' : 'rotate'}`,
      body: isReplacing ? replacement : rotation,
    });
    onChanged();
    if (!rotated) return;
    const until = rotated.data.old?.validUntil;
    toggleNotification({
      type: 'success',
      message: until ? text('rotate.done-until', { until: moment(until) }) : text('rotate.done-at-once'),
    });
    onClose();
  };

  return (
    <ModalDialog
      title={text(isReplacing ? 'replace-key.title' : 'rotate.title', { website: website.name })}
      gap={5}
      isBusy={isSending}
      onClose={onClose}
      leave={text('dialog.cancel')}
      confirm={{
        label: text(isReplacing ? 'replace-key.confirm' : 'rotate.open'),
        isDisabled: isReplacing && newKey === '',
        isDangerous: isReplacing,
        onConfirm: () => void rotate(),
      }}
      problem={problem}
    >
      {isReplacing ? (
        <>
          <Notice tone="warning">{text('replace-key.about')}</Notice>
          <Field.Root name="new-key" required hint={text('replace-key.key-hint')}>
            <Field.Label>{text('replace-key.key')}</Field.Label>
            <TextInput
              value={newKey}
              autoComplete="off"
              spellCheck={false}
              onChange={(event: React.ChangeEvent<HTMLInputElement>) => setNewKey(event.target.value)}
            />
            <Field.Hint />
          </Field.Root>
        </>
      ) : (
        <Typography>{text('rotate.about')}</Typography>
      )}
      <OldKeyPeriodInput
        name="old-key-works-for"
        question={text('rotate.question')}
        value={period}
        onChange={setPeriod}
      />
      <Typography variant="pi" textColor="neutral600" aria-live="polite">
        {period === 'none'
          ? text('rotate.ends-at-once')
          : text('rotate.ends-later', { until: moment(Date.now() + OLD_KEY_PERIODS[period]) })}
      </Typography>
      {old && (
        <Notice tone="warning">
          {text('rotate.older', { mask: old.mask, until: moment(old.validUntil) })}
        </Notice>
      )}
    </ModalDialog>
  );
};
