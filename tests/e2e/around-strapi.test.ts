import type { Page } from 'playwright-core';
import { contentOf } from '../fixtures/content';
import { startCms, type Cms } from '../support/e2e/cms';

const PLUGIN = '/admin/plugins/content-delivery';

describe('the panel around what the plugin shows', () => {
  let cms: Cms;
  let page: Page;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin();
    const content = contentOf(cms.strapi);
    await content.website({ name: 'Harbour Roasters' });
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
});
