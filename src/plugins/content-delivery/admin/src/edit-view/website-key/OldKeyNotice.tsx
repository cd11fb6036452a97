import { useState } from 'react';
import { Button, Dialog } from '@strapi/design-system';
import { ConfirmDialog, useFetchClient, useNotification } from '@strapi/strapi/admin';
import type { OldKey } from '../../../../contracts/websites';
import { useWriteProblem } from '../../shared/api/use-write-problem';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { useMoment } from '../../shared/moments/use-moments';

interface OldKeyNoticeProps {
  documentId: string;
  old: OldKey;
  mayRotate: boolean;
  onChanged(): void;
}

/** Says until when the key before the current one works, and ends it at once for who may. */
export const OldKeyNotice = ({ documentId, old, mayRotate, onChanged }: OldKeyNoticeProps) => {
  const text = useText();
  const moment = useMoment();
  const { del } = useFetchClient();
  const problemOf = useWriteProblem();
  const { toggleNotification } = useNotification();
  const [isAsking, setAsking] = useState(false);

  const end = async () => {
    try {
      await del(
        `/${PLUGIN_ID}/websites/${encodeURIComponent(documentId)}/old-api-keys/${encodeURIComponent(old.id)}`,
      );
      toggleNotification({ type: 'success', message: text('old-key.ended') });
    } catch (error) {
      toggleNotification({ type: 'danger', message: problemOf(error) });
    }
    onChanged();
  };

  return (
    <Notice
      tone="warning"
      action={
        mayRotate && (
          <Dialog.Root open={isAsking} onOpenChange={setAsking}>
            <Dialog.Trigger>
              <Button variant="danger-light" size="S">
                {text('old-key.end')}
              </Button>
            </Dialog.Trigger>
            <ConfirmDialog title={text('old-key.end-title')} variant="danger-light" onConfirm={end}>
              {text('old-key.end-question', { mask: old.mask })}
            </ConfirmDialog>
          </Dialog.Root>
        )
      }
    >
      {text('old-key.until', { mask: old.mask, until: moment(old.validUntil) })}
    </Notice>
  );
};
