import { Button, Dialog } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { useText } from './text';
import { useFocusReturn } from './use-focus-return';

interface Props {
  title: string;
  question: string;
  confirm: string;
  isDangerous?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that is not easily undone. */
export const Confirm = ({ title, question, confirm, isDangerous = false, onConfirm, onClose }: Props) => {
  const text = useText();
  const returnFocus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(open: boolean) => !open && onClose()}>
      <Dialog.Content onCloseAutoFocus={returnFocus}>
        <Dialog.Header>{title}</Dialog.Header>
        <Dialog.Body icon={<WarningCircle />}>{question}</Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button fullWidth variant="tertiary">
              {text('dialog.cancel')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button fullWidth variant={isDangerous ? 'danger' : 'default'} onClick={onConfirm}>
              {confirm}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
