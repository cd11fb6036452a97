import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, openEntry, openNewEntry, publish, save } from '../support/e2e/content-manager';
import { htmlField } from '../support/e2e/html-field';
import { fetchInTime } from '../support/fetch-in-time';

const UID = {
  website: 'api::website.website',
  link: 'api::internal-link.internal-link',
  post: 'api::post.post',
};

describe('the panels beside a post', () => {
  let cms: Cms;
  let page: Page;
  let website: string;
  let account: string;
  let pourOver: string;
  const apiKey = 'a-key-that-was-brought-along';

  const create = async (uid: string, data: object, status?: 'published'): Promise<string> => {
    const made = (await cms.strapi
      .documents(uid as never)
      .create({ data, ...(status ? { status } : {}) } as never)) as unknown;
    return (made as { documentId: string }).documentId;
  };
  const posts = () => cms.strapi.documents(UID.post as never);
  const panel = () =>
    page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: 'What readers see' }) });

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin();
    account = await create('api::account.account', { name: 'Harbour Coffee' });
    website = await create(UID.website, { name: 'Harbour Roasters', apiKey, account });
    await create(UID.link, { keyword: 'brew ratio', url: '/blog/ratio', account });
    await create(
      UID.post,
      { title: 'Later', website, scheduleDate: '2099-03-01T09:30:00.000Z' },
      'published',
    );
    await create(UID.post, { title: 'Espresso', content: '<p>Fine.</p>', website });
    pourOver = await create(
      UID.post,
      { title: 'Pour over', content: '<p>Use warm water.</p>', website },
      'published',
    );
    await posts().update({
      documentId: pourOver,
      data: { content: '<p>Use hot water.</p>' },
      status: 'published',
    } as never);
  });
  afterAll(() => cms?.stop());

  it('says what front ends see, and follows saving and publishing', async () => {
    await openNewEntry(page, 'Post');
    await panel().getByText('Save first').waitFor();
    await openEntry(page, 'Post', 'Espresso');
    await panel().getByText('Readers do not see it.').waitFor();
    await panel().getByText('None of the internal links').waitFor();
    await expectAccessible(panel());

    await htmlField(page, 'Content').fillSource('<p>The brew ratio, and the Brew Ratio again.</p>');
    await save(page);
    await panel().getByText('brew ratio').waitFor();
    await panel().getByText('twice').waitFor();

    await publish(page);
    await panel().getByText('Readers see it.').waitFor();
    await fillField(page, 'Title', 'Espresso at home');
    await save(page);
    await panel().getByText('Saved changes are not published yet').waitFor();
    await expectAccessible(panel());

    await panel().getByRole('button', { name: 'Show the JSON' }).click();
    const dialog = page.getByRole('dialog', { name: 'What the API answers' });
    const shown = await dialog.getByRole('region', { name: 'What the API answers' }).textContent();
    const answer = await fetchInTime(
      `${cms.url}/api/blog?${new URLSearchParams({ apiKey, slug: 'espresso' })}`,
    );
    expect(JSON.parse(shown ?? '')).toEqual(await answer.json());
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Copy the JSON' }).click();
    await page.getByText('The JSON was copied.').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  it('says until when a scheduled post waits, with the time zone, and who holds it back', async () => {
    await openEntry(page, 'Post', 'Later');
    await panel().getByText('waiting until Sun, Mar 1, 2099, 09:30 UTC.').waitFor();
    await panel().getByText('The website has it already and hides it until then.').waitFor();
    await cms.strapi
      .documents(UID.website as never)
      .update({ documentId: website, data: { scheduledPosts: 'withhold' } } as never);
    // What was changed elsewhere shows when the editor comes back.
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await panel().getByText('The website gets it from then on, not before.').waitFor();
    await expectAccessible(panel());
  });

  it('keep what was published, compare it and restore it, and a deleted post comes back', async () => {
    await openEntry(page, 'Post', 'Pour over');
    await page.getByRole('button', { name: 'Compare 2 versions' }).click();
    const dialog = page.getByRole('dialog', { name: 'History' });
    await dialog.getByRole('deletion').filter({ hasText: 'warm' }).waitFor();
    await dialog.getByRole('insertion').filter({ hasText: 'hot' }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('The earlier version is the draft now.').first().waitFor();
    await page.getByRole('textbox', { name: 'Content' }).getByText('Use warm water.').waitFor();
    await panel().getByText('Saved changes are not published yet').waitFor();
    await fillField(page, 'Title', 'Pour over at home');
    await save(page);

    await posts().delete({ documentId: pourOver } as never);
    await page.getByRole('link', { name: 'Bin', exact: true }).click();
    await page.getByRole('button', { name: 'Bring back: Pour over at home' }).waitFor();
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('button', { name: 'Bring back: Pour over at home' }).click();
    await page.getByText('is a draft again').waitFor();
    await page.getByText('The bin is empty.').waitFor();
    await page.getByRole('link', { name: 'Open it' }).click();
    await page.getByRole('textbox', { name: 'Content' }).getByText('Use warm water.').waitFor();

    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('row', { name: /Post: brought back from the bin Pour over at home/ }).waitFor();
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Website', exact: true }).click();
    await page.getByText('brought back').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Website: created/ }).waitFor();
    await page.goBack();
    const line = page.getByRole('row', { name: /Post: earlier version restored/ });
    await line.getByRole('link', { name: 'Pour over at home' }).click();
    await page.getByRole('textbox', { name: 'Content' }).getByText('Use warm water.').waitFor();
  });

  it('copy a post to another website, and say beforehand what that makes', async () => {
    const plainstack = await create(UID.website, {
      name: 'Plainstack',
      apiKey: 'another-key-of-a-website',
      account,
    });
    await create('api::tag.tag', { name: 'Water', website: plainstack });
    const tags = await Promise.all(
      ['Water', 'Kettles'].map((name) => create('api::tag.tag', { name, website })),
    );
    await create(UID.post, { title: 'Boiling', slug: 'boiling', content: '<p>100 °C</p>', website, tags });
    await openEntry(page, 'Post', 'Boiling');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy to another website' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy to another website' });
    await dialog.getByRole('combobox', { name: 'Website' }).click();
    await page.getByRole('option', { name: 'Plainstack' }).click();
    await dialog.getByText('Slug: boiling').waitFor();
    await dialog.getByText('On the website already: “Water”').waitFor();
    await dialog.getByText('Will be added to the website: “Kettles”').waitFor();
    await expectAccessible(dialog);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/copies', async (route) => {
      if (route.request().method() === 'POST') await held;
      return route.fallback();
    });
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    // Another website would be named for the copy that is being made.
    await dialog.getByRole('combobox', { name: 'Website', disabled: true }).waitFor();
    letGo();
    await dialog.getByText('The copy is a draft on Plainstack.').waitFor();
    await page.unroute('**/copies');
    await expectAccessible(dialog);
    await dialog.getByRole('link', { name: 'Open the copy' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('button', { name: 'Plainstack', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Content' }).getByText('100 °C').waitFor();
    await page.getByText('Draft', { exact: true }).first().waitFor();
  });

  it('replace a text on several websites, seen place by place before, and take it back', async () => {
    const first = await create(
      UID.post,
      { title: 'Grinders', slug: 'grinders', content: '<p>Harbour Roasters &amp; you</p>', website },
      'published',
    );
    await create(UID.post, { title: 'About Harbour Roasters', content: '<p>Harbour Roasters</p>', website });
    await page.getByRole('link', { name: 'Search and replace', exact: true }).click();
    await page.getByRole('textbox', { name: 'Search for' }).fill('roasters & you');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Roastery <3');
    await page.getByRole('combobox', { name: 'Websites' }).click();
    await page.getByRole('option', { name: 'Harbour Roasters' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Also change what is live' }).check();
    await page.getByRole('button', { name: 'Show all places' }).click();
    await page.getByText('1 place in 1 post', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Search for' }).fill('harbour roasters');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Roastery <3');
    await page.getByRole('button', { name: 'Show all places' }).click();
    await page.getByText('3 places in 2 posts', { exact: true }).waitFor();
    await page
      .getByRole('group', { name: 'Grinders' })
      .getByRole('insertion')
      .getByText('Roastery <3')
      .waitFor();
    await page.getByRole('checkbox', { name: 'Place 1 in About Harbour Roasters' }).uncheck();
    await page.getByRole('button', { name: 'Replace 2 places in 2 posts' }).waitFor();
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('button', { name: 'Replace 2 places in 2 posts' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('2 posts were changed.').waitFor();
    const live = async () => {
      const answer = await fetchInTime(
        `${cms.url}/api/blog?${new URLSearchParams({ apiKey, slug: 'grinders' })}`,
      );
      return ((await answer.json()) as { content: string }).content;
    };
    expect(await live()).toBe('<p>Roastery &lt;3 &amp; you</p>');
    await posts().update({ documentId: first, data: { content: '<p>Something else</p>' } } as never);
    await page.getByRole('button', { name: 'Take it all back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take it all back' }).click();
    await page.getByText('1 post is as it was before.').waitFor();
    await page.getByRole('button', { name: '1 post was left as it is' }).click();
    await page.getByText('It was changed since.').waitFor();
    await expectAccessible(page.getByRole('main'));
    await page.setViewportSize({ width: 768, height: 900 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(768);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('asks before readers lose a post, and says what leads there and how it comes back', async () => {
    const guide = await create(UID.post, { title: 'Brewing guide', slug: 'ratio', website }, 'published');
    const html = '<p><a href="/blog/ratio">ratio</a></p>';
    await create(UID.post, { title: 'Scales', content: html, website }, 'published');
    const isLive = async () =>
      (await fetchInTime(`${cms.url}/api/blog?${new URLSearchParams({ apiKey, slug: 'ratio' })}`)).ok;
    const dialog = page.getByRole('alertdialog');
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });

    // What was made elsewhere is not in a list that the panel has read before.
    await page.reload();
    await openEntry(page, 'Post', 'Brewing guide');
    const unpublish = async () => {
      await page.getByRole('button', { name: 'More document actions' }).click();
      await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    };
    await unpublish();
    await dialog.getByText('It is live: readers lose it at once.').waitFor();
    await dialog.getByText('Brewing guide: /blog/ratio, since').waitFor();
    await dialog.getByText('One live post links there, and its link would lead nowhere: “Scales”').waitFor();
    await dialog.getByText('One internal link leads there: “brew ratio”').waitFor();
    await expectAccessible(dialog);
    await button('Cancel').click();
    expect(await isLive()).toBe(true);
    await unpublish();
    await button('Unpublish').click();
    await page.getByText('Unpublished document').first().waitFor();
    expect(await isLive()).toBe(false);
    await publish(page);
    expect(await isLive()).toBe(true);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete entry/ }).click();
    await dialog.getByText('stay in the bin for 30 days').waitFor();
    await dialog.getByText('“Scales”').waitFor();
    await button('Cancel').click();

    await page.getByRole('link', { name: 'Back' }).first().click();
    await page
      .getByRole('row', { name: /Brewing guide/ })
      .getByRole('checkbox')
      .click();
    await page
      .getByRole('row', { name: /Scales/ })
      .getByRole('checkbox')
      .click();
    await page.getByRole('main').getByRole('button', { name: 'Unpublish', exact: true }).click();
    await dialog.getByText('2 of them are live').waitFor();
    const done = page.waitForResponse((response) => response.url().includes('/actions/bulkUnpublish'));
    await button('Unpublish').click();
    expect((await done).ok()).toBe(true);
    expect(await isLive()).toBe(false);

    const scales = page.getByRole('row', { name: /Scales/ }).getByRole('checkbox');
    await scales.and(page.locator('[data-state="unchecked"]')).click();
    await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
    const several = page.getByRole('dialog');
    await several.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Readers see these at once.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await several.getByRole('button', { name: 'Cancel' }).click();
    await posts().delete({ documentId: guide } as never);
  });
});
