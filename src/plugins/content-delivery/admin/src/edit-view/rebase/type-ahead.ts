import { focusPlace, type Place } from './focus';

/** How long the next form may take to open, and then the place in it, in milliseconds. After that, keys go where the browser sends them. */
const PATIENCE_MS = { form: 30_000, place: 5_000 };

/** What a key does in a text, as the commands by which a page can type like a user. */
const commandOf = (key: string): [command: string, text?: string] | null => {
  if (key.length === 1) return ['insertText', key];
  if (key === 'Enter') return ['insertParagraph'];
  return key === 'Backspace' ? ['delete'] : null;
};

let goOn: (() => void) | null = null;

/** The next form is there, with what was typed so far. */
export const endTypeAhead = (): void => goOn?.();

/**
 * Buffers what is typed while the form of a new entry gives way to the one of the stored entry, and types it at
 * the same place once that is there.
 *
 * @param place null when nobody is typing
 */
export const typeAhead = (place: Place | null): void => {
  if (!place) return;
  const typed: [command: string, text?: string][] = [];
  let openSince: number | null = null;
  const onKey = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey || event.altKey ? null : commandOf(event.key);
    if (!command) return;
    typed.push(command);
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    goOn = null;
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
  const look = () => {
    openSince ??= performance.now();
    // Whoever has begun to do something else goes on with that.
    const isElsewhere = ![document.body, place.element].includes(document.activeElement ?? document.body);
    if (!isElsewhere && !focusPlace(place) && performance.now() - openSince < PATIENCE_MS.place) {
      requestAnimationFrame(look);
      return;
    }
    end();
    if (!isElsewhere) for (const [command, text] of typed) document.execCommand(command, false, text);
  };
  const timer = setTimeout(end, PATIENCE_MS.form);
  goOn = () => requestAnimationFrame(look);
  window.addEventListener('keydown', onKey, { capture: true });
};
