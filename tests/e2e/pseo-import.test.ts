import type { Locator, Page } from 'playwright-core';
import { contentOf, type Content } from '../fixtures/content';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fetchInTime } from '../support/fetch-in-time';

const CSV = [
  'city,population,Notes',
  'Berlin,3700000,capital',
  'Hamburg,1900000,',
  '"Frankfurt ""am"" Main",760000,banks',
  ',100,nobody lives here',
].join('\n');

const figure = async (part: Locator, name: string): Promise<string> => {
  const term = part.locator('dt', { hasText: new RegExp(`^${name}$`) });
  return (await term.locator('xpath=following-sibling::dd[1]').innerText()).trim();
};

describe('pages from a file', () => {
  let cms: Cms;
  let content: Content;
  let page: Page;
  let main: Locator;
  let website: { documentId: string; key: string };
  let campaign: string;

  beforeAll(async () => {
    cms = await startCms();
    content = contentOf(cms.strapi as never);
    website = await content.website({ name: 'Roasters' });
    campaign = (
      await content.campaign(website.documentId, {
        name: 'Coffee by city',
        slugTemplate: 'coffee/{{ city | slugify }}',
        metaTitleTemplate: 'Coffee in {{ city }}',
        htmlTemplate: '<h1>Coffee in {{ city }}</h1><p>For {{ population }} people.</p>',
      })
    ).documentId;
    page = await cms.signInAsSuperAdmin();
    main = page.getByRole('main');
  });
  afterAll(() => cms?.stop());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const pages = async (query = ''): Promise<unknown> =>
    (await fetchInTime(`${cms.url}/api/pseo-pages?apiKey=${website.key}${query}`)).json();
  const livePages = async () => ((await pages()) as { slug: string }[]).map(({ slug }) => slug);
  const dialog = () => page.getByRole('dialog');

  it('are matched, looked at and checked before anything is made', async () => {
    await page.goto('/admin/plugins/content-delivery/pseo');
    await page.getByRole('heading', { name: 'Coffee by city' }).waitFor();
    await expectAccessible(main);
    await page.getByRole('link', { name: 'Import a file into Coffee by city' }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose a file').click()]);
    await chooser.setFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });

    await page.getByRole('heading', { name: 'Import of cities.csv' }).waitFor();
    await expectAccessible(main);
    expect(await page.getByRole('combobox', { name: 'What “city” becomes' }).innerText()).toBe(
      'Variable: city',
    );
    await button('Preview this row').click();
    await dialog().getByText('Slug: coffee/berlin').waitFor();
    await expectAccessible(dialog());
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });

    await button('Check').click();
    await page.getByRole('heading', { name: 'What an import would do' }).waitFor();
    expect({ new: await figure(main, 'New pages'), faulty: await figure(main, 'Faulty rows') }).toEqual({
      new: '3',
      faulty: '1',
    });
    // Where it stands in the file, and what is wrong.
    const faulty = main.getByRole('row').filter({ hasText: 'city' }).last();
    expect(await faulty.getByRole('gridcell').first().innerText()).toBe('5');
    await expectAccessible(main);
    expect(await livePages()).toEqual([]);
  });

  it('go live, the faulty rows left out', async () => {
    expect(await button('Import as drafts').isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Skip the faulty row' }).click();
    await page.getByRole('radio', { name: 'Live: readers see them at once' }).click();
    await button('Import and publish').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import and publish' }).click();
    await page.getByText('The import is done').waitFor();
    await expectAccessible(main);
    expect(await livePages()).toEqual(['coffee/berlin', 'coffee/frankfurt-am-main', 'coffee/hamburg']);
    expect(await pages('&slug=coffee%2Ffrankfurt-am-main')).toMatchObject({
      html: '<h1>Coffee in Frankfurt &#34;am&#34; Main</h1><p>For 760000 people.</p>',
      fields: { metaTitle: 'Coffee in Frankfurt "am" Main' },
    });
  });

  it('are unpublished all at once', async () => {
    await page.getByRole('link', { name: 'See the pages' }).click();
    await page.getByRole('link', { name: 'coffee/berlin' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all pages shown' }).click();
    await page.getByText('3 pages selected').waitFor();
    await expectAccessible(main);
    await button('Unpublish').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Unpublish/ })
      .click();
    await page.getByText('3 pages unpublished').waitFor();
    expect(await livePages()).toEqual([]);
  });

  it('wait in a drip that is started, paused, resumed and stopped', async () => {
    await page.goto(`/admin/plugins/content-delivery/pseo/drips/${campaign}`);
    await page.getByRole('textbox', { name: 'Pages each time' }).fill('1');
    // Half a day away: nothing of it is due in the course of the test.
    const later = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')}:00`;
    await page.getByRole('textbox', { name: 'Time of day' }).fill(later);
    await page.getByText(/^3 pages, in 3 parts/).waitFor();
    await expectAccessible(main);
    await button('Start the drip').click();
    await button('Pause').click();
    await button('Resume').click();
    await button('Pause').waitFor();
    await expectAccessible(main);
    expect(await figure(main, 'Waiting')).toBe('3');
    await button('Stop the drip').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop the drip' }).click();
    await page.getByRole('heading', { name: 'Plan a drip' }).waitFor();
    expect(await livePages()).toEqual([]);
  });

  it('are read as they are meant: separators, likenesses and empty cells are said, not guessed', async () => {
    await page.goto(`/admin/plugins/content-delivery/pseo/imports?campaign=${campaign}`);
    const choose = async (buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        button('Choose a file').click(),
      ]);
      await chooser.setFiles({ name: 'meant.csv', mimeType: 'text/csv', buffer });
    };
    const tied = Buffer.from('city, url;population\nKiel, y;N/A\n');
    await choose(tied);
    await main.getByText('separated by a comma or by a semicolon').waitFor();
    await expectAccessible(main);
    await page.getByRole('combobox', { name: 'Cells are separated by' }).click();
    await page.getByRole('option', { name: 'Commas' }).click();
    await choose(Buffer.from('city,url,population\nKiel,y/kiel,N/A\n'));
    await page.getByRole('heading', { name: 'Import of meant.csv' }).waitFor();

    await main.getByText('Is this Slug?').waitFor();
    expect(await page.getByRole('combobox', { name: 'What “url” becomes' }).innerText()).toBe('Not imported');
    await button('Use as Slug').click();
    await main.getByText('Is this Slug?').waitFor({ state: 'detached' });
    await button('Check').click();
    await main.getByText('population reads N/A in 1 row, and pages show that text.').waitFor();
    await expectAccessible(main);
    await button('Count as empty in population').click();
    await main.getByText('Counted as empty: N/A.').waitFor();
    expect(await figure(main, 'Faulty rows')).toBe('1');
    await button('Take them as texts again').click();
    await main.getByText('population reads N/A in 1 row').waitFor();
    expect(await figure(main, 'New pages')).toBe('1');
  });
});
