import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { contentOf } from '../fixtures/content';
import { createSuperAdmin, LISTED_WEBSITES } from '../support/admin-users';
import { expectAccessible, expectAccessibleAtRest } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, openEntry, publish, save } from '../support/e2e/content-manager';
import { signIn } from '../support/e2e/sign-in';
import { fetchInTime } from '../support/fetch-in-time';
import { unzipped } from '../support/zip';
import { until } from '../support/until';

const WEBSITE = 'api::website.website';
const NAME = 'Harbour Roasters';

const openWebsites = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: 'Websites', exact: true }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Websites', exact: true }).waitFor();
};

describe('the page of websites', () => {
  let cms: Cms;
  let page: Page;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin();
  });
  afterAll(() => cms?.stop());

  const card = (name = NAME, on = page) => on.getByRole('region', { name, exact: true });
  const statusOf = async (apiKey: string): Promise<number> =>
    (await fetchInTime(`${cms.url}/api/blog?${new URLSearchParams({ apiKey }).toString()}`)).status;
  /** What a click puts on the clipboard. */
  const copied = async (button: Locator): Promise<string> => {
    await page.evaluate("navigator.clipboard.writeText('nothing')");
    await button.click();
    return until('a copy', async () => {
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      return text !== 'nothing' && text;
    });
  };
  const copyKey = (): Promise<string> => copied(card().getByRole('button', { name: 'Copy key' }));
  /** A number of the card, by its name. */
  const numberOf = (name: string): Promise<string | null> =>
    card().locator('dl > div', { hasText: name }).locator('dd').textContent();

  it('leads from nothing to an article that is live', async () => {
    await openWebsites(page);
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('link', { name: 'Add a website' }).click();
    await page.getByRole('heading', { name: 'New, not saved yet' }).waitFor();
    await fillField(page, 'Name', NAME);
    await save(page);

    await openWebsites(page);
    await card().getByText('Write the first one').waitFor();
    await card()
      .getByRole('link', { name: `Write a post for ${NAME}` })
      .click();
    await page.getByRole('main').getByRole('button', { name: NAME, exact: true }).waitFor();
    await fillField(page, 'Title', 'Dialling in espresso');
    await publish(page);

    await openWebsites(page);
    expect(await numberOf('Live posts')).toBe('1');
    await card()
      .getByRole('link', { name: `Posts of ${NAME}` })
      .click();
    await page.getByRole('gridcell', { name: 'Dialling in espresso', exact: true }).waitFor();
  });

  it('exports a website as files', async () => {
    await openWebsites(page);
    await card()
      .getByRole('link', { name: `Settings of ${NAME}` })
      .click();
    await page.getByRole('link', { name: 'Export this website' }).click();
    await page.getByRole('heading', { name: `Export ${NAME}` }).waitFor();
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('radio', { name: 'For a website made of Markdown files' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const archive = await download;
    await page.getByText(`${archive.suggestedFilename()} is in your downloads.`).waitFor();
    const files = await unzipped(await readFile(await archive.path()));
    expect(files['posts/dialling-in-espresso.md']).toContain('title: Dialling in espresso');
  });

  it('hands out the key, and code that works with it', async () => {
    await openWebsites(page);
    expect(await statusOf(await copyKey())).toBe(200);
    await expectAccessible(page.getByRole('main'));

    await card()
      .getByRole('link', { name: `Connect ${NAME}` })
      .click();
    const example = 'One post with its text';
    await page.getByRole('region', { name: example }).getByText('slug=dialling-in-espresso').waitFor();
    await expectAccessible(page.getByRole('main'));
    const command = await copied(page.getByRole('button', { name: `Copy: ${example}` }));
    const address = /^curl '([^']+)'$/.exec(command)?.[1] ?? '';
    expect(await copied(page.getByRole('button', { name: 'Copy: The client package' }))).toMatch(
      /^npm pack \.\/client$[^]*^npm install \.\/content-delivery-client-/m,
    );
    const answer = await fetchInTime(address.replace(/^https?:\/\/[^/]+/, cms.url));
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 200,
      body: { slug: 'dialling-in-espresso' },
    });
  });

  it('shows what a front end gets', async () => {
    await page.getByRole('tab', { name: 'Try it' }).click();
    const send = async (status: string) => {
      await page.getByRole('button', { name: 'Send request' }).click();
      const answer = page.getByRole('region', { name: 'Answer' });
      await answer.getByText(status, { exact: true }).waitFor();
      return answer;
    };
    await (
      await send('200 OK')
    )
      .getByRole('region', { name: 'Body' })
      .getByText('"dialling-in-espresso"')
      .waitFor();

    await page.getByRole('combobox', { name: 'slug' }).click();
    await page.getByRole('option', { name: 'Dialling in espresso' }).click();
    const answer = await send('200 OK');
    await answer.getByRole('region', { name: 'Body' }).getByText('"content"').waitFor();
    await answer.getByRole('button', { name: /^Headers/ }).click();
    await answer
      .getByRole('region', { name: 'Headers of the answer' })
      .getByText(/etag: "/)
      .waitFor();

    await page.getByRole('combobox', { name: 'slug' }).fill('a/slug with ü');
    await page
      .getByRole('region', { name: 'Address of the request' })
      .getByText('slug=a%2Fslug%20with%20%C3%BC')
      .waitFor();
    await page.keyboard.press('Tab');
    await send('404 Not Found');
    await expectAccessibleAtRest(page.getByRole('main'));
  });

  it('rotates the key: both work until the old one is ended', async () => {
    await openWebsites(page);
    const old = await copyKey();
    await card().getByRole('button', { name: 'Rotate key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'A week' }).check();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    await card()
      .getByText(/^The old key .* also works until .* UTC\.$/)
      .waitFor();
    const next = await copyKey();
    expect(next).not.toBe(old);
    expect([await statusOf(old), await statusOf(next)]).toEqual([200, 200]);

    await card().getByRole('button', { name: 'End it now' }).click();
    const question = page.getByRole('alertdialog');
    await expectAccessible(question);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The old key does not work any more.').waitFor();
    await card().getByText('also works until').waitFor({ state: 'detached' });
    expect([await statusOf(old), await statusOf(next)]).toEqual([401, 200]);
  });

  it('tells who comes too late that somebody else has rotated the key', async () => {
    await card().getByRole('button', { name: 'Rotate key' }).click();
    const other = await cms.newPage();
    await signIn(other, await createSuperAdmin(cms.strapi));
    await openWebsites(other);
    await card(NAME, other).getByRole('button', { name: 'Rotate key' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await other.getByText(/^The website has a new API key/).waitFor();

    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/Another editor has replaced/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(await copyKey())).toBe(200);
  });

  it('takes a key that the front end has already, beside the form and not in it', async () => {
    const old = await copyKey();
    await openEntry(page, 'Website', NAME);
    await page.getByRole('button', { name: 'Replace key …' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: 'New API key' });
    await field.fill('short');
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    await dialog.getByRole('alert').getByText('An API key has at least 16 characters').waitFor();
    await field.fill('brought-along-0123456789');
    await dialog.getByRole('radio', { name: 'Not at all' }).check();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    await page.getByText('The website has a new API key. The old one does not work any more.').waitFor();
    expect([await statusOf(old), await statusOf('brought-along-0123456789')]).toEqual([401, 200]);
    expect(await page.getByRole('textbox', { name: /Existing API key/ }).count()).toBe(0);
  });

  it('shows a restricted editor without permissions for keys their website and a mask', async () => {
    const read = (subject: string) => ({
      action: 'plugin::content-manager.explorer.read',
      subject,
      conditions: [LISTED_WEBSITES],
    });
    const { id, page: editor } = await cms.signInWith([read(WEBSITE), read('api::post.post')]);
    await cms.strapi.documents(WEBSITE).create({ data: { name: 'Of an editor', editors: [id] } as never });
    await openWebsites(editor);
    const own = card('Of an editor', editor);
    await own.getByText('Your role may not see API keys.').waitFor();
    expect(await own.getByRole('textbox', { name: 'API key' }).inputValue()).toMatch(/^cdk_•+.{4}$/u);
    expect(await own.getByRole('button').count()).toBe(0);
    expect(await card(NAME, editor).count()).toBe(0);
    expect(await editor.getByRole('link', { name: 'Add a website' }).count()).toBe(0);
  });
  it('narrows the panel to one website, for who has several', async () => {
    const switcher = (on: Page) =>
      on.getByRole('button', { name: /Show (one only|another website or all)$/ });
    const only = page.getByText('Only Second website', { exact: true });
    const post = 'api::post.post';
    const website = await cms.strapi.documents(WEBSITE).create({ data: { name: 'Second website' } as never });
    for (const title of ['Of the second', 'Of the second, too']) {
      const data = { title, website: website.documentId } as never;
      await cms.strapi.documents(post).create({ data });
    }
    const read = {
      action: 'plugin::content-manager.explorer.read',
      subject: WEBSITE,
      conditions: [LISTED_WEBSITES],
    };
    const { id, page: editor } = await cms.signInWith([read]);
    await cms.strapi
      .documents(WEBSITE)
      .update({ documentId: website.documentId, data: { editors: [id] } as never });
    await openWebsites(editor);
    await card('Second website', editor).waitFor();
    expect(await switcher(editor).count()).toBe(0);

    await page.reload();
    await switcher(page).press('Enter');
    await page.getByRole('menuitem', { name: 'All websites' }).waitFor();
    await expectAccessible(page.getByRole('menu'));
    await page.keyboard.press('End');
    // The focus moves a moment after the key.
    await page.locator('[role=menuitem]:focus', { hasText: 'Second website' }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: 'Second website is shown. Show another website or all' })
      .waitFor();

    await page.getByRole('link', { name: 'Content Manager', exact: true }).click();
    await page.getByRole('link', { name: 'Post', exact: true }).click();
    await page.getByRole('gridcell', { name: 'Of the second', exact: true }).waitFor();
    expect(await page.getByRole('gridcell', { name: 'Dialling in espresso', exact: true }).count()).toBe(0);
    await only.waitFor();
    await page.getByRole('link', { name: 'Add new' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Second website', exact: true }).waitFor();
    // Nothing was typed, so nothing is asked.
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await only.waitFor();

    // It stays, also in another tab; and what it hides is a click away.
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByText('Only Second website', { exact: true }).waitFor();
    await tab.close();
    await page.getByRole('button', { name: 'Show all websites' }).click();
    await page.getByRole('gridcell', { name: 'Dialling in espresso', exact: true }).waitFor();
  });

  it('leads from a card to the posts of its website also while another one is shown', async () => {
    const post = (title: string) => page.getByRole('gridcell', { name: title, exact: true });
    const openPostsOf = async (website: string) => {
      await openWebsites(page);
      await card(website)
        .getByRole('link', { name: `Posts of ${website}` })
        .click();
      await page.getByText(`Only ${website}`, { exact: true }).waitFor();
    };
    await page.getByRole('button', { name: /Show one only$/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Second website' }).press('Enter');
    await openPostsOf('Second website');
    await post('Of the second').waitFor();
    // Strapi keeps the answer to this list for a minute, whatever website it was about.
    await openPostsOf(NAME);
    await post('Dialling in espresso').waitFor();
    expect(await post('Of the second').count()).toBe(0);
    await page.getByRole('button', { name: 'Show all websites' }).click();
    await post('Of the second').waitFor();
  });

  // Last, as with a second account a website has to name its own.
  it('shows where links lead nowhere, and where a new keyword would become one', async () => {
    const content = contentOf(cms.strapi);
    const account = await content.account({ name: 'Links' });
    const site = await content.website({ name: 'Linked', account: account.documentId });
    await content.post(site.documentId, {
      title: 'Guide',
      content: '<p><a href="/blog/never-was">more</a></p><p>About the moka pot.</p>',
    });
    await content.link({ keyword: 'siphon', url: '/pricing', account: account.documentId });
    await page.getByRole('navigation').getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('combobox', { name: 'Account' }).click();
    await page.getByRole('option', { name: 'Links' }).click();
    await page.getByText('have not been checked yet').waitFor();
    await page.getByRole('button', { name: 'Check the links' }).click();
    await page.getByText('Nothing has changed since.').waitFor();
    await page.getByRole('gridcell', { name: '/blog/never-was' }).waitFor();
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('tab', { name: 'Keywords in no post (1)' }).click();
    await page.getByRole('link', { name: 'siphon' }).waitFor();
    await content.post(site.documentId, { title: 'New' });
    await page.reload();
    await page.getByText('Something has changed since').waitFor();
    await page
      .getByRole('tab', { name: 'Keywords in no post (1)' })
      .and(page.locator('[aria-selected=true]'))
      .waitFor();
    await page.getByRole('link', { name: 'siphon' }).click();

    await page.getByText('No live post would link it.').waitFor();
    await fillField(page, 'Keyword', 'moka pot');
    await page.getByText('It would be a link in 1 live post.').waitFor();
    const panel = page.getByRole('complementary').or(page.getByRole('main'));
    await panel.getByText('About the moka pot.').first().waitFor();
    await expectAccessible(page.getByRole('main'));
    await save(page);
  });
});
