import type { Page, Request } from 'playwright-core';
import { BACKSPACE, type Field, type Place, type Texts } from './typed';

const FORM = '/admin/content-manager/collection-types/api::post.post';
/** How long a look at one field may take, in milliseconds: it may be gone for a moment. */
const LOOK = 2_000;

const NAMES: Readonly<Record<string, string>> = { '\n': 'Enter', [BACKSPACE]: 'Backspace' };

const isSave = (request: Request): boolean =>
  request.method() !== 'GET' && request.url().includes('/content-manager/collection-types/');

/** The form of a post in the browser. */
export const formOf = (page: Page) => {
  const input = (name: string) => page.locator(`main [name="${name}"]`);
  const content = page.locator('main .ProseMirror');
  const button = (name: string, more = {}) => page.getByRole('button', { name, exact: true, ...more });
  const conflict = button('Merge both');

  const isOpen = async (): Promise<void> => {
    await input('slug').waitFor();
    await content.waitFor();
  };
  return {
    async open(documentId: string | null): Promise<void> {
      await page.goto(`${FORM}/${documentId ?? 'create'}`);
      await isOpen();
    },
    async pickWebsite(name: string): Promise<void> {
      await input('website').click();
      await page.getByRole('option', { name, exact: true }).click();
      await page.locator('main').getByRole('button', { name, exact: true }).waitFor();
    },
    /** Clicks into a field. */
    async go(field: Field, place: Place): Promise<void> {
      if (place === 'here') return;
      await (field === 'content' ? content : input(field)).click();
      await page.keyboard.press(place === 'start' ? 'Control+Home' : 'Control+End');
    },
    async key(key: string): Promise<void> {
      const name = NAMES[key];
      if (name) await page.keyboard.press(name);
      else await page.keyboard.type(key);
    },
    save: (publishes: boolean): Promise<void> =>
      button(publishes ? 'Publish' : 'Save').click({ timeout: 5_000 }),
    saveByKeys: (publishes: boolean): Promise<void> =>
      page.keyboard.press(publishes ? 'Control+Shift+Enter' : 'Control+s'),
    hasChanges: (): Promise<boolean> => button('Save').isEnabled(),
    /** What the fields show; null while one of them is not there. */
    async texts(): Promise<Texts | null> {
      try {
        const [title, metaDescription] = await Promise.all(
          ['title', 'metaDescription'].map((name) => input(name).inputValue({ timeout: LOOK })),
        );
        const paragraphs = await content.locator('> p').allTextContents();
        return { title: title ?? '', metaDescription: metaDescription ?? '', content: paragraphs.join('\n') };
      } catch {
        return null;
      }
    },
    /** A stored post has another form than the new one that it was. */
    isAt: (documentId: string): Promise<void> =>
      page.waitForURL(({ pathname }) => pathname.endsWith(`/${documentId}`)),
    /** Saves, and where that is refused since somebody else has saved, puts what was typed on top of it. */
    async saveOver(): Promise<void> {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => isSave(response.request())),
        button('Save').click(),
      ]);
      if (answer.status() !== 400) return;
      await conflict.click();
      await conflict.waitFor({ state: 'detached' });
    },
    async reload(): Promise<void> {
      await page.reload();
      await isOpen();
    },
    async bringBack(): Promise<void> {
      await page.getByText(/You (typed something here|began a new entry) on/).waitFor();
      await button('Look at it').click();
      const dialog = page.getByRole('dialog', { name: 'What you typed and did not save' });
      await dialog.getByRole('button', { name: 'Bring it back' }).click();
      await dialog.waitFor({ state: 'detached' });
    },
  };
};
