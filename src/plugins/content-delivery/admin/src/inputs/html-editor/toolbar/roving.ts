import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * A toolbar as keyboards use it: Tab comes to it once, arrow keys, Home and End move within it. The buttons are those
 * in the element, whatever they are made of.
 */
export const useRovingFocus = () => {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement | null>(null);

  const buttons = (): HTMLElement[] =>
    [...(ref.current?.querySelectorAll<HTMLElement>('button') ?? [])].filter(
      (button) => !button.hasAttribute('disabled'),
    );

  const makeCurrent = (button: HTMLElement | undefined) => {
    current.current = button ?? null;
    for (const one of buttons()) one.tabIndex = one === button ? 0 : -1;
  };

  // After each change, as buttons come and go and are rendered again.
  useEffect(() => {
    const present = buttons();
    makeCurrent(present.find((button) => button === current.current) ?? present[0]);
  });

  return {
    ref,
    onFocus: (event: FocusEvent) => {
      const button = (event.target as HTMLElement).closest('button');
      if (button && ref.current?.contains(button)) makeCurrent(button);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const present = buttons();
      const index = present.indexOf(document.activeElement as HTMLElement);
      if (index < 0) return;
      const step = STEPS[event.key];
      const next =
        step !== undefined
          ? (index + step + present.length) % present.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? present.length - 1
              : null;
      if (next === null) return;
      event.preventDefault();
      present[next]?.focus();
    },
  };
};
