import type { ReactNode } from 'react';
import { Flex, Modal } from '@strapi/design-system';

interface Props {
  /** Names the part for screen readers: the title of the dialog. */
  label: string;
  /** Between the parts of the body, on the scale of the design system. */
  gap?: 4 | 5;
  children: ReactNode;
}

/** The body of a dialog that is longer than the screen: it scrolls, so the keyboard must be able to reach it. */
export const ScrollingBody = ({ label, gap = 4, children }: Props) => (
  <Modal.Body>
    <Flex direction="column" alignItems="stretch" gap={gap} tabIndex={0} role="region" aria-label={label}>
      {children}
    </Flex>
  </Modal.Body>
);
