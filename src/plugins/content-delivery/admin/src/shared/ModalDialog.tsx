import type { ReactNode } from 'react';
import { Button, Flex, Modal } from '@strapi/design-system';
import { Notice } from './Notice';
import { useText } from './text';
import { useFocusReturn } from './use-focus-return';

interface Props {
  title: string;
  /** Between the parts of the body, on the scale of the design system. */
  gap?: 4 | 5;
  /** For a body that may be longer than the screen: the keyboard must be able to reach it. */
  scrolls?: boolean;
  isWide?: boolean;
  /** Whether it stays open for now: something is being sent. */
  isBusy?: boolean;
  /** Whether only its buttons close it: what is in it would be lost with a key or a click beside it. */
  isKept?: boolean;
  onClose(): void;
  /** What the button says that closes it, beside the one at its top; left out where there is none. */
  leave?: string;
  /** What the dialog is there to do: a button after that one. */
  confirm?: { label: string; isDisabled?: boolean; isDangerous?: boolean; onConfirm(): void };
  /** Other buttons there. */
  actions?: ReactNode;
  /** Why something did not work. */
  problem?: string | null;
  children: ReactNode;
}

/** A dialog that is open for as long as it is there. */
export const ModalDialog = ({
  title,
  gap = 4,
  scrolls = false,
  isWide = false,
  isBusy = false,
  isKept = false,
  onClose,
  leave,
  confirm,
  actions,
  problem = null,
  children,
}: Props) => {
  const text = useText();
  const returnFocus = useFocusReturn();
  const keep = (event: Event) => isKept && event.preventDefault();
  return (
    <Modal.Root open onOpenChange={(open: boolean) => !open && !isBusy && onClose()}>
      <Modal.Content
        {...(isWide && { style: { width: '96rem', maxWidth: '95vw' } })}
        aria-describedby={undefined}
        onCloseAutoFocus={returnFocus}
        onEscapeKeyDown={keep}
        onInteractOutside={keep}
      >
        <Modal.Header closeLabel={text('dialog.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex
            direction="column"
            alignItems="stretch"
            gap={gap}
            {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': title })}
          >
            {problem !== null && <Notice tone="danger">{problem}</Notice>}
            {children}
          </Flex>
        </Modal.Body>
        {(leave || confirm || actions) && (
          <Modal.Footer>
            {leave && (
              <Button variant="tertiary" onClick={onClose} disabled={isBusy}>
                {leave}
              </Button>
            )}
            {confirm && (
              <Button
                onClick={confirm.onConfirm}
                loading={isBusy}
                disabled={confirm.isDisabled}
                variant={confirm.isDangerous ? 'danger' : 'default'}
              >
                {confirm.label}
              </Button>
            )}
            {actions}
          </Modal.Footer>
        )}
      </Modal.Content>
    </Modal.Root>
  );
};
