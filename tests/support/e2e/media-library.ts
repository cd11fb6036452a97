import path from 'node:path';
import type { Page } from 'playwright-core';

/** Uploads a file from the computer into the media library and puts it into an empty media field of the form. */
export const uploadInto = async (page: Page, label: string, file: string): Promise<void> => {
  const field = page.getByRole('main').getByRole('region', { name: label, exact: true });
  await field.getByRole('button', { name: /^Click to add an asset/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add new assets' }).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: /^Drag & Drop here/ }).click(),
  ]);
  await chooser.setFiles(file);
  await dialog.getByRole('button', { name: 'Upload 1 asset to the library' }).click();
  await dialog.getByRole('button', { name: 'Finish' }).click();
  await field.getByRole('img', { name: path.basename(file) }).waitFor();
};
