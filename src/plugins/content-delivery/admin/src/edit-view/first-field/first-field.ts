/** Fields in which one types, and that are neither switches nor pickers. */
const TYPED = [
  'main form input[name]:is([type="text"], [type="url"], :not([type]))',
  'main form textarea[name]',
].join(', ');

/** @returns the first field of the form in which a text can be typed; null where there is none */
export const firstField = (page: ParentNode): HTMLElement | null =>
  [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].find(
    (field) => !field.disabled && !field.readOnly && field.getAttribute('role') !== 'combobox',
  ) ?? null;
