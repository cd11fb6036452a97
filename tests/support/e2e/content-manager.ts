import type { Page, Response } from 'playwright-core';

/** An entry as the content manager's API answers it. */
export type SavedEntry = Record<string, unknown> & { documentId: string };

/** The list of a content type, by the name that the navigation shows, such as `Website`. */
const openList = async (page: Page, type: string): Promise<void> => {
  await page.getByRole('link', { name: 'Content Manager', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Content Manager' })
    .getByRole('link', { name: type, exact: true })
    .click();
  await page.getByRole('main').getByRole('heading', { name: type, exact: true }).waitFor();
};

/** The empty form of a content type. */
export const openNewEntry = async (page: Page, type: string): Promise<void> => {
  await openList(page, type);
  // An empty list offers it twice.
  await page.getByRole('link', { name: 'Add new' }).first().click();
  await page.getByRole('heading', { name: 'New, not saved yet' }).waitFor();
};

/** The form of an entry that the list shows with this text, such as its title. */
export const openEntry = async (page: Page, type: string, text: string): Promise<void> => {
  await openList(page, type);
  await page.getByRole('gridcell', { name: text, exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};

/**
 * The form of an entry, by its address. Where the panel is open already, its router is sent there, as by a link: to load the
 * panel anew takes seconds of processor time.
 */
export const openForm = async (page: Page, uid: string, documentId: string): Promise<void> => {
  const address = `/admin/content-manager/collection-types/${uid}/${documentId}`;
  const before = await page.$('main form');
  if (before) {
    await page.evaluate(
      `history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'));`,
    );
    // Gone or hidden. A function that is waited for would be evaluated in the page, which its policy forbids.
    await before.waitForElementState('hidden');
  } else await page.goto(address);
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};

/** Types into a text field. */
export const fillField = (page: Page, label: string, text: string): Promise<void> =>
  page.getByRole('main').getByRole('textbox', { name: label, exact: true }).fill(text);

/** Picks an entry in a relation field by its name. */
export const pickRelation = async (page: Page, label: string, entry: string): Promise<void> => {
  const main = page.getByRole('main');
  await main.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: entry, exact: true }).click();
  await main.getByRole('button', { name: entry, exact: true }).waitFor();
};

const isWrite = (response: Response): boolean =>
  response.request().method() !== 'GET' &&
  new URL(response.url()).pathname.startsWith('/content-manager/collection-types/');

/** Presses a button of the form and waits for the server's answer, which may be a refusal. */
export const press = async (page: Page, button: string): Promise<Response> => {
  const [answer] = await Promise.all([
    page.waitForResponse(isWrite),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return answer;
};

const accepted = async (page: Page, button: string, confirmation: string): Promise<SavedEntry> => {
  const answer = await press(page, button);
  if (!answer.ok()) throw new Error(`${button} was refused: ${answer.status()} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: SavedEntry };
  await page.getByText(confirmation).first().waitFor();
  // That may be the confirmation of the save before. A new entry's form gives way to that of the stored one.
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/create') || !data.documentId);
  return data;
};

/** Saves the form. @throws when that is refused */
export const save = (page: Page): Promise<SavedEntry> => accepted(page, 'Save', 'Saved document');

/** Saves and publishes the form. @throws when that is refused */
export const publish = (page: Page): Promise<SavedEntry> => accepted(page, 'Publish', 'Publication saved');
