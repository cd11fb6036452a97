import http from 'node:http';
import type { Locator, Page } from 'playwright-core';
import { closeServer, portOf } from '../support/connections';
import { expectAccessible, expectAccessibleAtRest } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, openEntry, save } from '../support/e2e/content-manager';
import { fetchInTime } from '../support/fetch-in-time';

const UID = {
  account: 'api::account.account',
  website: 'api::website.website',
  post: 'api::post.post',
};
const API_KEY = 'a-key-that-was-brought-along';

/** A website that shows drafts as the panel's instructions have it: with the token, from the API. */
const startWebsite = async (api: () => string) => {
  const server = http.createServer((request, response) => {
    const given = new URL(request.url ?? '', 'http://localhost').searchParams;
    const query = new URLSearchParams({
      apiKey: API_KEY,
      slug: given.get('slug') ?? '',
      preview: given.get('token') ?? '',
    });
    void fetchInTime(`${api()}/api/blog?${query}`).then(async (answer) => {
      const { title = 'No such draft' } = (await answer.json()) as { title?: string };
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en"><title>Website</title><h1>${title}</h1></html>`);
    });
  });
  return { url: `http://127.0.0.1:${await portOf(server)}`, close: () => closeServer(server) };
};

describe('previews', () => {
  let cms: Cms;
  let page: Page;
  let website: Awaited<ReturnType<typeof startWebsite>>;

  const create = async (uid: string, data: object): Promise<string> => {
    const made = (await cms.strapi.documents(uid as never).create({ data } as never)) as unknown;
    return (made as { documentId: string }).documentId;
  };

  beforeAll(async () => {
    [cms, website] = await Promise.all([startCms(), startWebsite(() => cms.url)]);
    page = await cms.signInAsSuperAdmin();
    const account = await create(UID.account, { name: 'Harbour Coffee' });
    const previewUrl = `${website.url}/api/preview?type={type}&slug={slug}&token={token}`;
    const shown = await create(UID.website, { name: 'Harbour', apiKey: API_KEY, account, previewUrl });
    const plain = await create(UID.website, { name: 'Plainstack', account });
    await create(UID.post, { title: 'Plain post', website: plain });
    await create(UID.post, { title: 'Espresso', content: '<h2>Grind</h2><p>Fine.</p>', website: shown });
  });
  afterAll(async () => {
    await website?.close();
    await cms?.stop();
  });

  const panel = () =>
    page
      .getByRole('complementary')
      .filter({ has: page.getByRole('heading', { name: 'Preview', exact: true }) });
  /** The tab that a click opens. */
  const opened = async (button: Locator): Promise<Page> => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
    return tab;
  };

  it('open the draft on its website in a new tab, as it was saved last', async () => {
    await openEntry(page, 'Post', 'Espresso');
    const open = panel().getByRole('button', { name: 'Open preview' });
    const tab = await opened(open);
    await tab.getByRole('heading', { name: 'Espresso', exact: true }).waitFor();
    expect(new URL(tab.url()).origin).toBe(website.url);
    expect(await tab.evaluate('window.opener')).toBeNull();
    await tab.close();

    await fillField(page, 'Title', 'Espresso at home');
    await panel().getByText('The preview shows what was saved last.').waitFor();
    await expectAccessible(panel());
    await save(page);
    const later = await opened(open);
    await later.getByRole('heading', { name: 'Espresso at home' }).waitFor();
    await later.close();
  });

  it('are handed out as links, and ended all at once', async () => {
    await panel().getByRole('button', { name: 'Copy preview link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy preview link' });
    await dialog.getByRole('radio', { name: '30 days' }).check();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The preview link was copied.').waitFor();
    const link = await dialog.getByRole('textbox', { name: 'Preview link' }).inputValue();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

    const visitor = await cms.newPage();
    await visitor.goto(link);
    await visitor.getByRole('heading', { name: 'Espresso at home' }).waitFor();

    await panel().getByText('Preview links of this entry work until').waitFor();
    await panel().getByRole('button', { name: 'End all preview links' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End all preview links' }).click();
    await page.getByText('All preview links of this entry have ended.').waitFor();
    await panel().getByRole('button', { name: 'End all preview links' }).waitFor({ state: 'detached' });
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'No such draft' }).waitFor();
  });

  it('show a post in the panel as it is typed, in light and dark', async () => {
    await fillField(page, 'Title', 'Typed <b>just now</b>');
    await panel().getByRole('button', { name: 'Preview here' }).click();
    const dialog = page.getByRole('dialog', { name: 'The post as it is typed' });
    const frame = dialog.frameLocator('iframe[title="The post"]');
    await frame.getByRole('heading', { name: 'Typed <b>just now</b>' }).waitFor();
    await frame.getByRole('heading', { name: 'Grind' }).waitFor();
    const background = () =>
      frame
        .locator('body')
        .evaluate(
          (body) =>
            (
              globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } }
            ).getComputedStyle(body).backgroundColor,
        );
    await dialog.getByRole('radio', { name: 'Dark' }).check();
    await frame.getByRole('heading', { name: 'Grind' }).waitFor();
    expect(await background()).toBe('rgb(24, 24, 38)');
    await expectAccessible(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('are not offered where the website has no preview address, nor does Strapi advertise its own', async () => {
    await page.reload();
    await openEntry(page, 'Post', 'Plain post');
    await panel().getByRole('button', { name: 'Preview here' }).waitFor();
    await page.getByText('Readers do not see it.').waitFor();
    expect(await panel().getByRole('button').allTextContents()).toEqual(['Preview here']);
    expect(await page.getByRole('heading', { name: 'Preview', exact: true }).count()).toBe(1);
    expect(await page.getByText('Set up preview').count()).toBe(0);
  });

  it('are explained and tried where a front end is connected', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Websites', exact: true }).click();
    await page.getByRole('link', { name: 'Connect Harbour' }).click();
    await page.getByRole('tab', { name: 'Previews' }).click();
    const main = page.getByRole('main');
    await main.getByRole('region', { name: 'A route of Next.js that opens a draft' }).waitFor();
    await main.getByRole('button', { name: 'Ask the API for it' }).click();
    await main.getByText('The API answers with the draft “Espresso at home”.').waitFor();
    await main.getByRole('button', { name: /^Headers/ }).click();
    await main
      .getByRole('region', { name: 'Headers of the answer' })
      .getByText('cache-control: private, no-store')
      .waitFor();
    const tab = await opened(main.getByRole('button', { name: 'Open the latest draft' }));
    await tab.getByRole('heading', { name: 'Espresso at home' }).waitFor();
    await tab.close();
    await main.getByText('“Espresso at home” was opened in a new tab.').waitFor();
    await expectAccessibleAtRest(main);
  });
});
