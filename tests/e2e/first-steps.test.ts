import path from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, openNewEntry, pickRelation, publish, save } from '../support/e2e/content-manager';
import { htmlField } from '../support/e2e/html-field';
import { uploadInto } from '../support/e2e/media-library';
import { registerFirstAdmin, signIn } from '../support/e2e/sign-in';

const IMAGE = path.resolve(__dirname, '../../demo/content/harbour-roasters/images/espresso.webp');
const ADMIN = { firstName: 'Ada', email: 'ada@example.com', password: 'First-password-1' };

describe('first steps', () => {
  let cms: Cms;
  let page: Page;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.newPage();
  });
  afterAll(() => cms.stop());

  it('lead from a fresh installation to a post that the website reads', async () => {
    await registerFirstAdmin(page, ADMIN);

    await openNewEntry(page, 'Website');
    await fillField(page, 'Name', 'Harbour Roasters');
    await save(page);
    const keyPanel = page.getByRole('complementary').filter({ hasText: 'API key' });
    await keyPanel.getByRole('button', { name: 'Copy key' }).click();
    await page.getByText('The API key was copied.').waitFor();
    const apiKey = await page.evaluate<string>('navigator.clipboard.readText()');
    await expectAccessible(keyPanel);

    const blog = (query: Record<string, string> = {}) =>
      fetch(`${cms.url}/api/blog?${new URLSearchParams({ apiKey, ...query }).toString()}`);
    const empty = await blog();
    expect({ status: empty.status, body: await empty.json() }).toEqual({ status: 200, body: [] });

    await openNewEntry(page, 'Post');
    await fillField(page, 'Title', 'Dialling in espresso');
    await pickRelation(page, 'Website', 'Harbour Roasters');
    await uploadInto(page, 'Featured image', IMAGE);
    await htmlField(page, 'Content').fillSource('<p>Fix the dose first.</p>');
    await publish(page);

    const answer = await blog({ slug: 'dialling-in-espresso' });
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
    const image = await fetch(post.featuredImage);
    expect({ status: image.status, type: image.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/webp',
    });
  });

  it('end with signing in again', async () => {
    const another = await cms.newPage();
    await signIn(another, ADMIN);
    await another.getByRole('heading', { name: 'Hello Ada' }).waitFor();
  });
});
