import type { ReactNode } from 'react';
import { IconButton } from '@strapi/design-system';
import { styled } from 'styled-components';

interface ToolbarButtonProps {
  label: string;
  icon: ReactNode;
  /** Whether it is on; leave it out for a button that is not switched. */
  isOn?: boolean;
  isDisabled?: boolean;
  onClick(): void;
}

/**
 * A button of the toolbar. One that cannot be used now stays reachable, so that the way through the toolbar does
 * not change while an editor is about to press it.
 */
export const ToolbarButton = ({ label, icon, isOn, isDisabled, onClick }: ToolbarButtonProps) => (
  <Plain
    label={label}
    variant="ghost"
    aria-pressed={isOn}
    aria-disabled={isDisabled || undefined}
    // The selection stays in the text.
    onMouseDown={(event: { preventDefault(): void }) => event.preventDefault()}
    onClick={() => !isDisabled && onClick()}
  >
    {icon}
  </Plain>
);

const Plain = styled(IconButton)`
  &[aria-pressed='true'] {
    background: ${({ theme }) => theme.colors.primary100};
    svg path {
      fill: ${({ theme }) => theme.colors.primary700};
    }
  }
  &[aria-disabled='true'] {
    border-color: transparent;
    background: transparent;
    cursor: not-allowed;
    opacity: 0.45;
  }
`;
