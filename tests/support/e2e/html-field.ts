import type { Locator, Page } from 'playwright-core';

/** A field with HTML in the form: its parts, by the label of the field. */
export const htmlField = (page: Page, label: string) => {
  const field = page.getByRole('group', { name: label, exact: true });
  const text = field.getByRole('textbox', { name: label, exact: true });
  const button = (name: string | RegExp): Locator => field.getByRole('button', { name, exact: true });
  return {
    field,
    /** Where the text is typed, in either mode. */
    text,
    button,
    async toSource(): Promise<void> {
      await text.waitFor();
      if (await button('Edit source').isVisible()) await button('Edit source').click();
      await field.locator('.cm-content').waitFor();
    },
    async toVisual(): Promise<void> {
      await text.waitFor();
      if (await button('Edit visually').isVisible()) await button('Edit visually').click();
      await field.locator('.ProseMirror').waitFor();
    },
    /** Replaces all of it by other source. */
    async fillSource(html: string): Promise<void> {
      await this.toSource();
      await text.fill(html);
    },
  };
};
