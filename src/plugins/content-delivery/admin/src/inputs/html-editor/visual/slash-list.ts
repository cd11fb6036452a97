import { newId } from '../../../shared/new-id';

interface Named {
  label: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The list of a menu whose keys are typed into a text: the focus stays there, and assistive technology learns from the text
 * which entry is the current one.
 * @param label what the list is called
 */
export const slashList = <Entry extends Named>(text: HTMLElement, label: string) => {
  const id = `slash-menu-${newId()}`;
  const element = document.createElement('div');
  element.className = 'html-slash-menu';
  element.id = id;
  element.setAttribute('role', 'listbox');
  element.setAttribute('aria-label', label);
  // Beside the text, whose theme it has.
  text.parentElement?.append(element);

  let entries: readonly Entry[] = [];
  let choose: (entry: Entry) => void = () => undefined;
  let current = 0;

  const markCurrent = () => {
    [...element.children].forEach((option, index) =>
      option.setAttribute('aria-selected', String(index === current)),
    );
    const option = element.children[current];
    if (!option) return text.removeAttribute('aria-activedescendant');
    text.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView?.({ block: 'nearest' });
  };
  const optionOf = (entry: Entry, index: number): HTMLElement => {
    const option = document.createElement('div');
    option.id = `${id}-${index}`;
    option.setAttribute('role', 'option');
    option.textContent = entry.label;
    // The focus and the selection stay in the text.
    option.addEventListener('mousedown', (event) => {
      event.preventDefault();
      choose(entry);
    });
    return option;
  };

  return {
    element,

    show(next: readonly Entry[], onChoose: (entry: Entry) => void): void {
      const kept = next.indexOf(entries[current] as Entry);
      [entries, choose] = [next, onChoose];
      current = Math.max(0, kept);
      element.hidden = entries.length === 0;
      element.replaceChildren(...entries.map(optionOf));
      if (element.hidden) text.removeAttribute('aria-controls');
      else text.setAttribute('aria-controls', id);
      markCurrent();
    },

    /** @returns whether the key was one of the menu's */
    onKey(key: string): boolean {
      const entry = entries[current];
      if (!entry) return false;
      if (key === 'Enter' || key === 'Tab') {
        choose(entry);
        return true;
      }
      const step = STEPS[key];
      if (step === undefined) return false;
      current = (current + step + entries.length) % entries.length;
      markCurrent();
      return true;
    },

    close(): void {
      text.removeAttribute('aria-controls');
      text.removeAttribute('aria-activedescendant');
      element.remove();
    },
  };
};
