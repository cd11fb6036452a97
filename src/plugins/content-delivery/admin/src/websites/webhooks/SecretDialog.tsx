import { Button, Field, Flex, Modal, TextInput } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useCopy } from '../../shared/copy';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';

/** Shows a secret, this once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose(): void }) => {
  const text = useText();
  const copy = useCopy();
  return (
    <Modal.Root open onOpenChange={(open: boolean) => !open && onClose()}>
      <Modal.Content aria-describedby={undefined}>
        <Modal.Header closeLabel={text('webhooks.close')}>
          <Modal.Title>{text('webhooks.secret.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Notice tone="warning">{text('webhooks.secret.once')}</Notice>
            <Field.Root name="webhook-secret">
              <Field.Label>{text('webhooks.secret.label')}</Field.Label>
              <TextInput
                readOnly
                value={secret}
                onFocus={(event: { target: HTMLInputElement }) => event.target.select()}
              />
            </Field.Root>
            <Flex>
              <Button
                variant="secondary"
                startIcon={<Duplicate />}
                onClick={() => void copy(secret, text('webhooks.secret.copied'))}
              >
                {text('webhooks.secret.copy')}
              </Button>
            </Flex>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button onClick={onClose}>{text('webhooks.secret.done')}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
