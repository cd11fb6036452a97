import type { Page } from 'playwright-core';
import { contentOf } from '../fixtures/content';
import { startCms, type Cms } from '../support/e2e/cms';
import { openForm } from '../support/e2e/content-manager';

const POST = 'api::post.post';
const PLUGIN = '/admin/plugins/content-delivery';

describe('the panel around what the plugin shows', () => {
  let cms: Cms;
  let page: Page;
  let post: string;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin();
    const content = contentOf(cms.strapi);
    const website = await content.website({ name: 'Harbour Roasters' });
    const paragraphs = Array.from({ length: 60 }, (_, at) => `<p>Paragraph ${at}</p>`).join('');
    post = (await content.post(website.documentId, { title: 'Long', content: paragraphs })).documentId;
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

  it('keeps Save and Publish in sight beside a long form, without a scrollbar of their own', async () => {
    await openForm(page, POST, post);
    const button = page.getByRole('button', { name: 'Publish', exact: true });
    await button.waitFor();
    await page.getByRole('main').evaluate((main) => {
      const { ownerDocument } = main as unknown as {
        ownerDocument: { scrollingElement: { scrollTop: number } };
      };
      ownerDocument.scrollingElement.scrollTop = 100_000;
    });
    const box = await button.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 900).toBe(true);
    const column = page.getByRole('complementary').first();
    const hidden = await column.evaluate((aside) => {
      const { scrollHeight, clientHeight } = aside as unknown as Record<
        'scrollHeight' | 'clientHeight',
        number
      >;
      return scrollHeight - clientHeight;
    });
    expect(hidden).toBeLessThanOrEqual(2);
  });
});
