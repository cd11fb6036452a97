import { useState } from 'react';
import { Typography } from '@strapi/design-system';
import type { RotateSecretRequest, NewSecret } from '../../../../contracts/webhooks';
import type { OldKeyPeriod } from '../../../../contracts/websites';
import { OldKeyPeriodInput } from '../../shared/OldKeyPeriodInput';
import { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';
import { ModalDialog } from '../../shared/ModalDialog';

interface Props {
  route: string;
  onClose(): void;
  onRotated(answer: NewSecret): void;
}

/** Asks for how long the old secret goes on, and makes a new one. */
export const RotateSecretDialog = ({ route, onClose, onRotated }: Props) => {
  const text = useText();
  const { send, isSending, problem } = useSend();
  const [period, setPeriod] = useState<OldKeyPeriod>('day');

  const rotate = async () => {
    const body: RotateSecretRequest = { oldSecretWorksFor: period };
    const answer = await send<NewSecret>({ method: 'post', path: route, body });
    if (answer) onRotated(answer.data);
  };

  return (
    <ModalDialog
      title={text('webhooks.rotate')}
      gap={5}
      isBusy={isSending}
      onClose={onClose}
      leave={text('dialog.cancel')}
      confirm={{ label: text('webhooks.rotate.confirm'), onConfirm: () => void rotate() }}
      problem={problem}
    >
      <Typography>{text('webhooks.rotate.about')}</Typography>
      <OldKeyPeriodInput
        name="old-secret-works-for"
        question={text('webhooks.rotate.question')}
        value={period}
        onChange={setPeriod}
      />
    </ModalDialog>
  );
};
