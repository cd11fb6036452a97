import type { Locator, Page } from 'playwright-core';
import { contentOf, UID } from '../fixtures/content';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';

const PLUGIN = '/admin/plugins/content-delivery';
/** Milliseconds: longer than all else that the panel asks for at its beginning. */
const LATE = 2_000;

describe('the panel around what the plugin shows', () => {
  let cms: Cms;
  let page: Page;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin();
    const content = contentOf(cms.strapi);
    const { documentId: website } = await content.website({ name: 'Harbour Roasters' });
    await content.draft(website, { title: 'A draft' });
    await content.post(website, { title: 'A live post' });
    const { documentId } = await content.post(website, { title: 'A changed post' });
    await content.update(UID.post, documentId, { title: 'A changed post', excerpt: 'Newer' });
  });
  afterAll(() => cms?.stop());

  it('has the sections together, in the order of a working day, and no tools of developers', async () => {
    await page.goto('/admin');
    const navigation = page.getByRole('navigation').first();
    await navigation.getByRole('link', { name: 'Calendar' }).waitFor();
    const links = await navigation.getByRole('link').all();
    const names = await Promise.all(
      links.map(async (link) => (await link.getAttribute('aria-label')) ?? (await link.innerText())),
    );
    const shown = names.map((name) => name.trim()).filter((name) => name !== '');
    expect(shown.slice(shown.indexOf('Content Manager'))).toEqual([
      'Content Manager',
      'Calendar',
      'pSEO pages',
      'Links',
      'Search and replace',
      'Websites',
      'Activity',
      'Bin',
      'Media Library',
      'Settings',
    ]);
    // Strapi's own, whose keys an update may change.
    expect(await page.getByText('Introducing the new Media Library').count()).toBe(0);
  });

  it('shows what a user may do when their permissions come later than all else', async () => {
    await page.route('**/admin/users/me/permissions', async (route) => {
      const response = await route.fetch();
      await page.waitForTimeout(LATE);
      await route.fulfill({ response });
    });
    await page.goto('/admin/plugins/upload');
    await page.getByRole('button', { name: 'New' }).waitFor();
    await page.goto(`${PLUGIN}/websites`);
    await page.getByRole('link', { name: 'Add a website' }).waitFor();
    await page.unroute('**/admin/users/me/permissions');
  });

  it('lists first in the content manager what editors write first, and finds it by its name', async () => {
    await page.goto('/admin/content-manager');
    const list = page.getByRole('navigation', { name: 'Content Manager' });
    await list.getByRole('link', { name: 'Post', exact: true }).waitFor();
    const names = (await list.getByRole('link').allInnerTexts()).map((name) => name.trim());
    expect(names.filter((name) => name !== 'User')).toEqual([
      'Post',
      'Category',
      'Tag',
      'Author',
      'Internal link',
      'pSEO campaign',
      'pSEO page',
      'Website',
      'Account',
    ]);
  });

  it.each(['pseo/nowhere', 'websites/a/b/c', 'calendar/nowhere', 'bin/1'])(
    'says of an address that it leads nowhere: %s',
    async (path) => {
      await page.goto(`${PLUGIN}/${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await page.getByRole('link', { name: /^Go to / }).click();
      await page.waitForURL(`**/${path.split('/')[0]}`);
    },
  );

  it('chooses the only website by itself where texts are searched and replaced', async () => {
    await page.goto(`${PLUGIN}/search-and-replace`);
    await page
      .getByRole('combobox', { name: /Websites/ })
      .getByText('Harbour Roasters')
      .waitFor();
  });

  it('says whom the webhooks of Strapi tell what', async () => {
    await page.goto('/admin/settings/webhooks');
    await page.getByText('These tell of every website').waitFor();
  });

  describe('a row of a list', () => {
    /** Also while a menu is open, which hides all else. */
    const row = (title: string) => page.getByRole('row', { name: title, includeHidden: true });
    const menuOf = (title: string) => row(title).getByRole('button', { name: 'Row actions' });
    const shown = async (): Promise<string[]> => {
      const items = page.getByRole('menu').getByRole('menuitem');
      // The last of them: all are there then.
      await items.filter({ hasText: 'Copy to another website' }).waitFor();
      return items.allInnerTexts();
    };

    beforeEach(async () => {
      await page.goto(`/admin/content-manager/collection-types/${UID.post}?sort=title:ASC`);
      await menuOf('A draft').waitFor();
    });

    it('does not follow the store of the panel until its menu is asked for', async () => {
      expect(await subscriptionsIn(row('A draft'))).toBe(0);

      await menuOf('A draft').press('Enter');
      expect(await shown()).toContain('Copy to another website');
      expect(await subscriptionsIn(row('A draft'))).toBeGreaterThan(20);
      expect(await subscriptionsIn(row('A live post'))).toBe(0);
    });

    it('has every action by keyboard, as it has by mouse', async () => {
      await menuOf('A draft').press('Enter');
      const byKeyboard = await shown();
      expect(byKeyboard).toEqual([
        'Edit',
        'Open in new tab',
        'Duplicate',
        'Delete entry',
        'Copy to another website',
      ]);
      await expectAccessible(page.getByRole('menu'));
      for (const name of byKeyboard) {
        await page.locator('[role=menuitem]:focus', { hasText: name }).waitFor();
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      await row('A draft').locator('button:focus').waitFor();

      await page.reload();
      await menuOf('A draft').click();
      expect(await shown()).toEqual(byKeyboard);
    });

    it('goes where Edit leads, when it is chosen at once by keyboard', async () => {
      await menuOf('A live post').press('Enter');
      await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
      await page.getByRole('heading', { name: 'A live post' }).waitFor();
    });

    it('asks before it deletes, and is gone then', async () => {
      await menuOf('A live post').click();
      await page.getByRole('menuitem', { name: 'Delete entry' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText('Readers').first().waitFor();
      await question.getByRole('button', { name: 'Delete' }).click();
      await menuOf('A live post').waitFor({ state: 'detached' });
      await menuOf('A draft').waitFor();
    });
  });
});

/** How many hooks of what is shown in an element follow a store, and run again for each of its changes. */
const subscriptionsIn = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    interface Hook {
      queue?: { getSnapshot?: unknown } | null;
      next: Hook | null;
    }
    interface Fiber {
      tag: number;
      memoizedState: Hook | null;
      child: Fiber | null;
      sibling: Fiber | null;
    }
    const FUNCTIONS = [0, 11, 15];
    const inFiber = ({ tag, memoizedState, child }: Fiber): number => {
      let count = 0;
      if (FUNCTIONS.includes(tag))
        for (let hook = memoizedState; hook; hook = hook.next) if (hook.queue?.getSnapshot) count += 1;
      for (let inside = child; inside; inside = inside.sibling) count += inFiber(inside);
      return count;
    };
    // React's own mark on each element that it has made.
    const key = Object.keys(node).find((name) => name.startsWith('__reactFiber$'));
    if (key === undefined) throw new Error('React has not made this element.');
    return inFiber((node as unknown as Record<string, Fiber>)[key] as Fiber);
  });
