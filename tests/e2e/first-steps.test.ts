import path from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { openEntry, openNewEntry, publish, save } from '../support/e2e/content-manager';
import { htmlField } from '../support/e2e/html-field';
import { uploadInto } from '../support/e2e/media-library';
import { registerFirstAdmin, signIn } from '../support/e2e/sign-in';
import { fetchInTime } from '../support/fetch-in-time';

const IMAGE = path.resolve(__dirname, '../../demo/content/harbour-roasters/images/espresso.webp');
const ADMIN = { firstName: 'Ada', email: 'ada@example.com', password: 'First-password-1' };

/** Those of the mouse, on every page of the tab. */
const COUNT_CLICKS = `addEventListener(
  'pointerdown',
  () => { sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1; },
  { capture: true },
)`;

const isFocused = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true }).and(page.locator(':focus')).waitFor();

describe('first steps', () => {
  let cms: Cms;
  let page: Page;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.newPage();
  });
  afterAll(() => cms?.stop());

  it('are six clicks from a fresh installation to a published post', async () => {
    await page.addInitScript(COUNT_CLICKS);
    await registerFirstAdmin(page, ADMIN);

    const toDo = page.getByRole('region', { name: 'What needs doing' });
    await toDo.getByRole('heading', { name: 'From a new website to the first article' }).waitFor();
    // Strapi's heading above it is not ours.
    await expectAccessible(toDo.getByRole('main'));
    // The last step is in sight, without scrolling in the box.
    const [box, last] = await Promise.all([
      toDo.boundingBox(),
      toDo.getByRole('listitem').last().boundingBox(),
    ]);
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));

    await toDo.getByRole('link', { name: 'Add a website' }).click();
    await isFocused(page, 'Name');
    await page.keyboard.type('Harbour Roasters');
    await save(page);
    await page.getByRole('complementary').getByRole('link', { name: 'Write a post' }).click();
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Harbour Roasters', exact: true }).waitFor();
    await isFocused(page, 'Title');
    await page.keyboard.type('Dialling in espresso');
    await htmlField(page, 'Content').text.click();
    await page.keyboard.type('Fix the dose first.');
    await publish(page);
    expect(await page.evaluate('Number(sessionStorage.clicks)')).toBeLessThanOrEqual(6);
  });

  it('end with a post that the website reads', async () => {
    await openEntry(page, 'Website', 'Harbour Roasters');
    const keyPanel = page.getByRole('complementary').filter({ hasText: 'API key' });
    await keyPanel.getByRole('button', { name: 'Copy key' }).click();
    await page.getByText('The API key was copied.').waitFor();
    const apiKey = await page.evaluate<string>('navigator.clipboard.readText()');
    await expectAccessible(keyPanel);

    await openEntry(page, 'Post', 'Dialling in espresso');
    await uploadInto(page, 'Featured image', IMAGE);
    await publish(page);

    const answer = await fetchInTime(
      `${cms.url}/api/blog?${new URLSearchParams({ apiKey, slug: 'dialling-in-espresso' }).toString()}`,
    );
    const post = (await answer.json()) as { featuredImage: string };
    expect({ status: answer.status, body: post }).toMatchObject({
      status: 200,
      body: {
        title: 'Dialling in espresso',
        slug: 'dialling-in-espresso',
        content: '<p>Fix the dose first.</p>',
        featuredImage: expect.stringContaining(`${cms.url}/uploads/espresso`) as string,
      },
    });
    const image = await fetchInTime(post.featuredImage);
    expect({ status: image.status, type: image.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/webp',
    });
  });

  it('choose the only website for whatever is new on it', async () => {
    await openNewEntry(page, 'Tag');
    await page.getByRole('main').getByRole('button', { name: 'Harbour Roasters', exact: true }).waitFor();
    // Nothing was typed, so that nothing is lost.
    await openEntry(page, 'Website', 'Harbour Roasters');
  });

  it('end with signing in again', async () => {
    const another = await cms.newPage();
    await signIn(another, ADMIN);
    await another.getByRole('heading', { name: 'Hello Ada' }).waitFor();
  });
});
