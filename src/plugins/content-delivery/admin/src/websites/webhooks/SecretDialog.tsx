import { Button, Field, Flex, TextInput } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useCopy } from '../../shared/copy';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { ModalDialog } from '../../shared/ModalDialog';

/** Shows a secret, this once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose(): void }) => {
  const text = useText();
  const copy = useCopy();
  return (
    <ModalDialog
      title={text('webhooks.secret.title')}
      isKept
      onClose={onClose}
      confirm={{ label: text('webhooks.secret.done'), onConfirm: onClose }}
    >
      <Notice tone="warning">{text('webhooks.secret.once')}</Notice>
      <Field.Root name="webhook-secret">
        <Field.Label>{text('webhooks.secret.label')}</Field.Label>
        <TextInput
          readOnly
          // Else the button that closes the dialog would have the focus.
          autoFocus
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
    </ModalDialog>
  );
};
