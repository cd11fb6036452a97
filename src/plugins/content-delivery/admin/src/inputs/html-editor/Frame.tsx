import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { BAR_HEIGHT, takeWholeWindow } from '../../edit-view/save-bar/whole-window';

interface FrameProps {
  isExpanded: boolean;
  isInvalid: boolean;
  isDisabled: boolean;
  label: string;
  onCollapse(): void;
  children: ReactNode;
}

/** The editor's border, which can grow over the whole window, but for the buttons for saving. */
export const Frame = ({ isExpanded, isInvalid, isDisabled, label, onCollapse, children }: FrameProps) => {
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => (isExpanded && ref.current ? takeWholeWindow(ref.current) : undefined), [isExpanded]);

  /** Over the whole window it is a dialog: Escape leaves it. */
  const onKeyDownCapture = (event: KeyboardEvent) => {
    // Dialogs and menus of the editor hand their keys up to here too.
    if (!isExpanded || !(event.target instanceof Element) || !ref.current?.contains(event.target)) return;
    // It closes a menu first.
    if (event.key !== 'Escape' || event.target.closest('.cm-panel, [aria-activedescendant]')) return;
    event.stopPropagation();
    onCollapse();
  };

  return (
    <Border
      ref={ref}
      $isExpanded={isExpanded}
      $isInvalid={isInvalid}
      $isDisabled={isDisabled}
      role={isExpanded ? 'dialog' : 'group'}
      aria-label={label}
      onKeyDownCapture={onKeyDownCapture}
    >
      {children}
    </Border>
  );
};

interface BorderProps {
  $isExpanded: boolean;
  $isInvalid: boolean;
  $isDisabled: boolean;
}

const Border = styled.div<BorderProps>`
  display: flex;
  flex-direction: column;
  border: 1px solid
    ${({ theme, $isInvalid }) => ($isInvalid ? theme.colors.danger600 : theme.colors.neutral200)};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme, $isDisabled }) => ($isDisabled ? theme.colors.neutral150 : theme.colors.neutral0)};
  overflow: hidden;

  &:focus-within {
    border-color: ${({ theme }) => theme.colors.primary600};
    box-shadow: ${({ theme }) => theme.colors.primary600} 0 0 0 1px;
  }

  ${({ $isExpanded, theme }) =>
    $isExpanded
      ? css`
          position: fixed;
          inset: 0 0 var(${BAR_HEIGHT}) 0;
          z-index: ${theme.zIndices.overlay - 1};
          border: 0;
          border-radius: 0;
        `
      : css`
          height: 48rem;
          min-height: 24rem;
          max-height: 200rem;
          resize: vertical;
        `}
`;
