import { useState } from 'react';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import type { RotateSecretRequest, SecretAnswer } from '../../../../contracts/webhooks';
import type { OldKeyPeriod } from '../../../../contracts/websites';
import { Notice } from '../../shared/Notice';
import { OldKeyPeriodInput } from '../../shared/OldKeyPeriodInput';
import { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';

interface Props {
  route: string;
  onClose(): void;
  onRotated(answer: SecretAnswer['data']): void;
}

/** Asks for how long the old secret goes on, and makes a new one. */
export const RotateSecretDialog = ({ route, onClose, onRotated }: Props) => {
  const text = useText();
  const { send, isSending, problem } = useSend();
  const [period, setPeriod] = useState<OldKeyPeriod>('day');

  const rotate = async () => {
    const body: RotateSecretRequest = { oldSecretWorksFor: period };
    const answer = await send<SecretAnswer['data']>({ method: 'post', path: route, body });
    if (answer) onRotated(answer.data);
  };

  return (
    <Modal.Root open onOpenChange={(open: boolean) => !open && !isSending && onClose()}>
      <Modal.Content aria-describedby={undefined}>
        <Modal.Header closeLabel={text('webhooks.close')}>
          <Modal.Title>{text('webhooks.rotate.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            {problem !== null && <Notice tone="danger">{problem}</Notice>}
            <Typography>{text('webhooks.rotate.about')}</Typography>
            <OldKeyPeriodInput
              name="old-secret-works-for"
              question={text('webhooks.rotate.question')}
              value={period}
              onChange={setPeriod}
            />
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose} disabled={isSending}>
            {text('webhooks.cancel')}
          </Button>
          <Button onClick={() => void rotate()} loading={isSending}>
            {text('webhooks.rotate.confirm')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
