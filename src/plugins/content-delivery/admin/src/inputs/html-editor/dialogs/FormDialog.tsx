import type { FormEvent, ReactNode } from 'react';
import { Button, Flex, Modal } from '@strapi/design-system';
import { useText } from '../../../shared/text';

interface FormDialogProps {
  /** What it does: its button says the same. */
  title: string;
  children: ReactNode;
  onSubmit(): void;
  onClose(): void;
}

/** A dialog with a few fields. */
export const FormDialog = ({ title, children, onSubmit, onClose }: FormDialogProps) => {
  const text = useText();
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React hands events up through dialogs: the entry's own form must not be sent by this one.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content aria-describedby={undefined}>
        <form onSubmit={send} noValidate>
          <Modal.Header closeLabel={text('dialog.close')}>
            <Modal.Title>{title}</Modal.Title>
          </Modal.Header>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4} padding={1}>
              {children}
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Button variant="tertiary" onClick={onClose}>
              {text('dialog.cancel')}
            </Button>
            <Button type="submit">{title}</Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
};
