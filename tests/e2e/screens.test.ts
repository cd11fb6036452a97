import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { contentOf, UID, type Content } from '../fixtures/content';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { save } from '../support/e2e/content-manager';

const PLUGIN = '/admin/plugins/content-delivery';

describe('the screens of the panel', () => {
  let cms: Cms;
  let page: Page;
  let website: string;
  let post: string;
  let campaign: string;
  let pseoPage: string;
  let category: string;

  const create = async (...of: Parameters<Content['create']>): Promise<string> =>
    (await contentOf(cms.strapi).create(...of)).documentId;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin({ colorScheme: 'dark', viewport: { width: 768, height: 1024 } });
    await page.evaluate("localStorage.setItem('STRAPI_THEME', 'dark')");
    const account = await create(UID.account, { name: 'Harbour Coffee' });
    website = await create(UID.website, { name: 'Harbour Roasters', url: 'https://shop.example', account });
    await create(UID.website, { name: 'Plainstack', account });
    campaign = await create(UID.campaign, {
      name: 'Cafés',
      website,
      htmlTemplate: '<p>{{ city }}</p>',
      internalLinks: [{ keyword: 'espresso', url: '/espresso' }],
    });
    // As it is of a campaign from before.
    await cms.strapi.db
      .query(UID.campaign)
      .update({ where: { documentId: campaign }, data: { escapingVersion: null } });
    const line = { kind: 'post', where: 'post 2', what: 'It has no title.', whatToDo: 'Nothing.', count: 1 };
    await cms.strapi.db.query('strapi::core-store').create({
      data: {
        key: `plugin_content-delivery_import-report-${website}`,
        type: 'object',
        value: JSON.stringify({
          at: '2026-03-02T09:15:00.000Z',
          lines: [
            { ...line, loss: 'left-out' },
            { ...line, loss: 'note', kind: 'image', count: 250 },
          ],
          left: 3,
        }),
      },
    });
    pseoPage = await create(UID.page, { slug: 'cafes/berlin', campaign, variables: { city: 'Berlin' } });
    category = await create(UID.category, { name: 'Brewing', website });
    post = await create(
      UID.post,
      {
        title: 'Cold brew',
        content: '<p>Water</p>',
        website,
        scheduleDate: new Date(Date.now() + 86_400_000),
      },
      'published',
    );
    await create(
      UID.post,
      { title: 'Live', content: '<p><a href="/blog/gone">Gone</a></p>', website },
      'published',
    );
    await create(UID.post, { title: 'A draft', content: '<p>Text</p>', website });
  });
  afterAll(() => cms?.stop());

  const screens: Record<string, () => [path: string, heading: string]> = {
    websites: () => [`${PLUGIN}/websites`, 'Websites'],
    connect: () => [`${PLUGIN}/websites/${website}`, 'Connect Harbour Roasters'],
    webhooks: () => [`${PLUGIN}/websites/${website}/webhooks`, 'Webhooks of Harbour Roasters'],
    'the report of an import': () => [
      `${PLUGIN}/websites/${website}/import-report`,
      'Import into Harbour Roasters',
    ],
    calendar: () => [`${PLUGIN}/calendar`, 'Calendar'],
    'pSEO pages': () => [`${PLUGIN}/pseo`, 'pSEO pages'],
    'the list of pSEO pages': () => [`${PLUGIN}/pseo/pages`, 'Pages'],
    imports: () => [`${PLUGIN}/pseo/imports`, 'Imports'],
    links: () => [`${PLUGIN}/links`, 'Links'],
    'search and replace': () => [`${PLUGIN}/search-and-replace`, 'Search and replace'],
    bin: () => [`${PLUGIN}/bin`, 'Bin'],
    activity: () => [`${PLUGIN}/activity`, 'Activity'],
    'a post': () => [`/admin/content-manager/collection-types/${UID.post}/${post}`, 'Cold brew'],
    'a pSEO page': () => [`/admin/content-manager/collection-types/${UID.page}/${pseoPage}`, 'cafes/berlin'],
    'the list of categories': () => [`/admin/content-manager/collection-types/${UID.category}`, 'Category'],
    'the list of posts': () => [`/admin/content-manager/collection-types/${UID.post}`, 'Post'],
    'a website': () => [
      `/admin/content-manager/collection-types/${UID.website}/${website}`,
      'Harbour Roasters',
    ],
  };

  it.each(Object.keys(screens))('can be used in the dark on a narrow screen: %s', async (name) => {
    const [path, heading] = screens[name]?.() ?? ['', ''];
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page.getByRole('main'));
  });

  it('lead from the name of a category to it, beside dates that are written as everywhere', async () => {
    await page.goto(`/admin/content-manager/collection-types/${UID.category}`);
    const row = page.getByRole('row').filter({ hasText: 'Brewing' });
    await row.getByRole('gridcell', { name: /^[A-Z][a-z]{2} \d{1,2}, \d{2}:\d{2}$/ }).waitFor();
    const links = row.getByRole('link').filter({ hasNotText: 'Harbour Roasters' });
    expect(await links.allTextContents()).toEqual(['Brewing']);
    await links.click();
    await page.waitForURL(`**/${category}*`);
  });

  it('have variables of a page in the colors of the panel, which say when they cannot be read', async () => {
    await page.goto(`/admin/content-manager/collection-types/${UID.page}/${pseoPage}`);
    const variables = page.getByRole('textbox', { name: 'Variables' });
    expect((await variables.innerText()).replace(/\s/g, '')).toBe('{"city":"Berlin"}');
    const colorOf = 'getComputedStyle(document.activeElement.closest(".cm-editor")).backgroundColor';
    await variables.focus();
    expect(await page.evaluate(colorOf)).toBe('rgb(33, 33, 52)');
    const thatIs = (invalid: boolean) => variables.and(page.locator(`[aria-invalid="${invalid}"]`));
    await variables.fill('{"city"');
    await thatIs(true).waitFor();
    await variables.fill('{"city": "Leith"}');
    await thatIs(false).waitFor();
    await save(page);
    const stored = await cms.strapi.db.query(UID.page).findOne({ where: { documentId: pseoPage } });
    expect(stored).toMatchObject({ variables: { city: 'Leith' } });
  });

  it('have the report of an import as a table, and the way to it', async () => {
    await page.goto(`/admin/content-manager/collection-types/${UID.website}/${website}`);
    // On a narrow screen, the buttons of the form lie over the panels.
    await page.getByRole('link', { name: 'Report of the import' }).press('Enter');
    const leftOut = page.getByRole('region', { name: 'Left out' });
    await leftOut.getByText('It has no title.').waitFor();
    await page.getByRole('region', { name: 'Notes' }).getByText('250', { exact: true }).waitFor();
    await page.getByText('3 more lines are not kept here').waitFor();

    const download = async (kind: string): Promise<string> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Download as ${kind}` }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`import-2026-03-02.${kind.toLowerCase()}`);
      return readFile(await file.path(), 'utf8');
    };
    expect(await download('CSV')).toBe(
      '\ufeffloss,kind,where,what,what to do,count\r\n' +
        'left-out,post,post 2,It has no title.,Nothing.,1\r\nnote,image,post 2,It has no title.,Nothing.,250\r\n',
    );
    expect(JSON.parse(await download('JSON'))).toMatchObject({
      left: 3,
      lines: [{ count: 1 }, { count: 250 }],
    });
  });

  it('say of a campaign from before how it escapes values', async () => {
    await page.goto(`/admin/content-manager/collection-types/${UID.campaign}/${campaign}`);
    await page.getByText('This campaign is from before filters made HTML').waitFor();
    await expectAccessible(page.getByRole('main'));
  });

  it('have one line for the address that a keyword of a campaign leads to', async () => {
    await page.goto(`/admin/content-manager/collection-types/${UID.campaign}/${campaign}`);
    await page.getByRole('button', { name: 'espresso' }).press('Enter');
    const address = page.locator('input[value="/espresso"]');
    await address.waitFor();
    expect(await address.getAttribute('inputmode')).toBe('url');
  });

  it('can be used in the dark on a narrow screen: what needs doing, with the whole of a long list', async () => {
    const user = (await cms.strapi.db.query('admin::user').findOne({ where: {} })) as { id: number };
    for (let number = 1; number <= 7; number += 1)
      await create(UID.post, { title: `Draft ${number}`, website });
    for (const row of (await cms.strapi.db.query(UID.post).findMany({ where: {} })) as { id: number }[])
      await cms.strapi.db.query(UID.post).update({ where: { id: row.id }, data: { createdBy: user.id } });
    await page.goto('/admin');
    const toDo = page.getByRole('region', { name: 'What needs doing' }).getByRole('main');
    const drafts = toDo.getByRole('region', { name: 'Your drafts (8)' });
    await drafts.waitFor();
    await expectAccessible(toDo);
    expect(await drafts.getByRole('listitem').count()).toBe(5);
    await drafts.getByRole('button', { name: 'and 3 more' }).click();
    await drafts.getByRole('link', { name: 'A draft' }).waitFor();
    expect(await drafts.getByRole('listitem').count()).toBe(8);
    const switcher = page.getByRole('button', { name: 'All websites are shown. Show one only' });
    await expectAccessible(switcher);
    await switcher.click();
    await expectAccessible(page.getByRole('menu'));
  });

  it('are in German for who has chosen it in the profile', async () => {
    const german = await cms.signInAsSuperAdmin();
    await german.goto('/admin/me');
    await german.getByRole('combobox', { name: 'Interface language' }).click();
    await german.getByRole('option', { name: 'Deutsch' }).click();
    await german.getByRole('button', { name: 'Save' }).click();
    await german.getByRole('button', { name: 'Speichern' }).waitFor();

    await german.goto(`${PLUGIN}/calendar`);
    await german.getByRole('heading', { name: 'Kalender', level: 1 }).waitFor();
    expect(await german.getByRole('columnheader').first().getAttribute('abbr')).toBe('Montag');

    await german.goto(`/admin/content-manager/collection-types/${UID.post}/${post}`);
    await german.getByRole('textbox', { name: 'Titel' }).first().waitFor();
    await german.getByText('Leser sehen sie in dieser Reihenfolge.').waitFor();
    await german.getByRole('heading', { name: 'Was Leser sehen' }).waitFor();
    await german.getByRole('link', { name: 'Beiträge', exact: true }).click();
    await german.getByRole('gridcell', { name: 'Für Leser' }).waitFor();
    await german.getByRole('gridcell', { name: 'Veröffentlichungsdatum' }).waitFor();
  });
});
