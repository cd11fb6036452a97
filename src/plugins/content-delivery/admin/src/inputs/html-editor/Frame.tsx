import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { css, styled } from 'styled-components';

interface FrameProps {
  isExpanded: boolean;
  isInvalid: boolean;
  isDisabled: boolean;
  label: string;
  onCollapse(): void;
  children: ReactNode;
}

const FOCUSABLE = 'button:not([disabled]):not([tabindex="-1"]), [contenteditable="true"], [tabindex="0"]';

/** The editor's border, which can grow over the whole window. */
export const Frame = ({ isExpanded, isInvalid, isDisabled, label, onCollapse, children }: FrameProps) => {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isExpanded) return;
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    return () => {
      document.body.style.overflow = overflow;
    };
  }, [isExpanded]);

  /** Over the whole window it is a dialog: Escape leaves it, Tab stays in it. */
  const onKeyDownCapture = (event: KeyboardEvent) => {
    // Dialogs and menus of the editor hand their keys up to here too.
    if (!isExpanded || !(event.target instanceof Element) || !ref.current?.contains(event.target)) return;
    if (event.key === 'Escape' && !event.target.closest('.cm-panel')) {
      event.stopPropagation();
      onCollapse();
    }
    if (event.key !== 'Tab') return;
    const stops = [...ref.current.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (one) => one.offsetParent !== null,
    );
    const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
    if (document.activeElement !== last) return;
    event.preventDefault();
    first?.focus();
  };

  return (
    <Border
      ref={ref}
      $isExpanded={isExpanded}
      $isInvalid={isInvalid}
      $isDisabled={isDisabled}
      role={isExpanded ? 'dialog' : 'group'}
      aria-modal={isExpanded || undefined}
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
          inset: 0;
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
