import type { Page, Response } from 'playwright-core';
import { UID, contentOf, type Content } from '../fixtures/content';
import { contentPermissions, createSuperAdmin, LISTED_WEBSITES } from '../support/admin-users';
import { documentsOf } from '../support/documents';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { openForm, press, publish, save } from '../support/e2e/content-manager';
import { signIn } from '../support/e2e/sign-in';
import { fetchInTime } from '../support/fetch-in-time';
import { inTime } from '../support/in-time';
import { until } from '../support/until';

const POST = 'api::post.post';
const CATEGORY = UID.category;
const FORM = `/admin/content-manager/collection-types/${POST}`;

/** The form of a post, by the names of its fields, whatever their labels say. */
const formOf = (page: Page) => {
  const input = (name: string) => page.locator(`main [name="${name}"]`);
  const list = page.locator('main ol');
  return {
    input,
    button: (name: string | RegExp) => page.locator('main').getByRole('button', { name }),
    async pickWebsite(name: string) {
      await input('website').click();
      await page.getByRole('option', { name, exact: true }).click();
      await page.locator('main').getByRole('button', { name, exact: true }).waitFor();
    },
    async search(name: string, text: string) {
      await input(name).click();
      await input(name).fill('');
      await input(name).pressSequentially(text);
    },
    /** Something that was not searched for before; what is offered is then the answer to it. */
    async searchAnew(name: string, text: string) {
      const isAnswer = (url: string) => new URL(url).searchParams.get('search') === text;
      const answered = page.waitForResponse((response) => isAnswer(response.url()));
      await Promise.all([answered, this.search(name, text)]);
      await page.getByRole('listbox').getByText('Loading …').waitFor({ state: 'detached' });
    },
    /** One of those that are offered before anything is typed. */
    async pick(name: string, term: string) {
      await input(name).click();
      await page.getByRole('option', { name: term, exact: true }).click();
      await page
        .locator('main')
        .getByRole('button', { name: `Remove ${term}`, exact: true })
        .waitFor();
    },
    tags: async () => {
      const labels = await list.getByRole('button', { name: /^Remove / }).allInnerTexts();
      return labels.map((label) => label.replace(/^Remove /, ''));
    },
    shows: (text: string | RegExp) => page.locator('main').getByText(text).first().waitFor(),
    hides: (text: string | RegExp) =>
      page.locator('main').getByText(text).first().waitFor({ state: 'detached' }),
  };
};

const isSaved = (response: Response): boolean =>
  response.request().method() === 'PUT' && response.url().includes('/content-manager/');

const saveButton = (page: Page, { disabled }: { disabled: boolean }) =>
  page.getByRole('button', { name: 'Save', exact: true, disabled });

const expectValue = (page: Page, name: string, value: string) => {
  const input = page.locator(`main [name="${name}"]`);
  let seen = '';
  return until(`${name} "${value}"`, async () => (seen = await input.inputValue()) === value, {
    seen: () => seen,
  });
};

describe('writing a post', () => {
  let cms: Cms;
  let content: Content;
  let page: Page;
  let roasters: { documentId: string; key: string };
  let studio: { documentId: string; key: string };
  const tags: Record<string, string> = {};

  beforeAll(async () => {
    cms = await startCms();
    content = contentOf(cms.strapi as never);
    roasters = await content.website({ name: 'Roasters', url: 'https://roasters.example' });
    studio = await content.website({
      name: 'Studio',
      url: 'https://studio.example',
      scheduledPosts: 'withhold',
    });
    for (const name of ['Espresso', 'Filter', 'Grinders']) {
      tags[name] = (await content.tag(roasters.documentId, name)).documentId;
    }
    await content.category(roasters.documentId, 'Guides');
    await content.tag(studio.documentId, 'Filter');
    await content.tag(studio.documentId, 'Typography');
    await content.category(studio.documentId, 'News');
    page = await cms.signInAsSuperAdmin();
    // A browser that is never idle: buttons have to follow the form all the same (src/admin/vite.config.ts).
    await page.addInitScript('window.requestIdleCallback = () => 0;');
    // The browser asks before it leaves a form with unsaved changes.
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => cms?.stop());

  const open = async (documentId = 'create', on = page) => {
    await on.goto(`${FORM}/${documentId}`);
    const form = formOf(on);
    await form.input('slug').waitFor();
    return form;
  };
  const stored = async (documentId: string) =>
    (await documentsOf(cms.strapi as never, POST).findFirst({
      filters: { documentId },
      populate: ['category', 'tags'],
    })) as unknown as {
      title: string;
      slug: string;
      tags: { name: string }[];
      category: { name: string } | null;
      scheduleDate: string | null;
      publishDate: string | null;
    };

  it('suggests a slug, says at once what is taken, and keeps what the editor types', async () => {
    await content.draft(roasters.documentId, { title: 'Water', slug: 'water' });
    const form = await open();
    await form.shows('Choose a website to see the address.');
    await form.pickWebsite('Roasters');
    await form.input('title').fill('Wat');
    await expectValue(page, 'slug', 'wat');
    await form.input('title').fill('Water');
    await expectValue(page, 'slug', 'water-2');
    await form.shows('Follows the title until you change it or save.');
    await form.shows('https://roasters.example/blog/water-2');

    await form.input('slug').fill('water');
    await form.shows('Another post of Roasters already uses this slug');
    await form.button('Use “water-2”').click();
    await form.shows('This slug is free.');
    await form.input('slug').fill('My water');
    await form.shows('This does not work in a web address as it is.');
    await form.shows('https://roasters.example/blog/My%20water');
    await form.button('Use “My-water”').click();
    await form.shows('This slug is free.');
    await form.shows('https://roasters.example/blog/My-water');
    await form.input('title').fill('Water for coffee');
    await form.shows('This slug is free.');
    expect(await form.input('slug').inputValue()).toBe('My-water');
    // Emptied, it follows the title again.
    await form.input('slug').fill('');
    await expectValue(page, 'slug', 'water-for-coffee');

    // Saved before the suggestion has come, the slug is that of the whole title all the same.
    await form.input('title').fill('Water for coffee and tea');
    const { slug } = await save(page);
    expect(slug).toBe('water-for-coffee-and-tea');
    await expectValue(page, 'slug', 'water-for-coffee-and-tea');
    await form.input('title').fill('Another title');
    expect(await form.input('slug').inputValue()).toBe('water-for-coffee-and-tea');
  });

  it('warns of a stored slug that does not fit into addresses, and saves the post with it', async () => {
    const post = await content.draft(roasters.documentId, { title: 'Old', slug: 'old' });
    await cms.strapi.patchRows(POST, { documentId: post.documentId }, { slug: 'My old post' });
    const form = await open(post.documentId);
    await form.shows('This slug does not work in a web address as it is');
    await form.shows('Websites that do not encode it in addresses show no page for it: space');
    await form.input('title').fill('Old, corrected');
    expect((await save(page))['slug']).toBe('My old post');
  });

  it('shows the address of a name, proposes one where it can have none, and marks a stored one', async () => {
    const { documentId } = await content.category(roasters.documentId, 'CI/CD');
    await openForm(page, CATEGORY, documentId);
    const form = formOf(page);
    await form.shows('/blog/category/ci%2Fcd');
    await form.shows('Front ends have to encode in it: /');
    await form.input('name').fill('../escaped');
    await form.shows('This cannot be the address of a page');
    expect((await press(page, 'Save')).status()).toBe(400);
    await form.shows(/would lead to another folder.* This one would do: escaped$/);
    await form.button('Use “escaped”').click();
    expect((await save(page))['name']).toBe('escaped');

    await cms.strapi.patchRows(CATEGORY, { documentId }, { name: '..' });
    await page.goto(`/admin/content-manager/collection-types/${CATEGORY}`);
    await page.getByRole('gridcell', { name: '.. No address', exact: true }).waitFor();
    expect(await page.getByText('No address', { exact: true }).count()).toBe(1);
    await page.getByRole('gridcell', { name: '.. No address' }).click();
    await form.shows('It was stored before, so it may stay');
    await content.remove(CATEGORY, documentId);
  });

  it('says beside a keyword that patterns of front ends may fail on it', async () => {
    await page.goto(`/admin/content-manager/collection-types/${UID.link}/create`);
    const form = formOf(page);
    await form.input('keyword').fill('C++');
    await form.shows(/may miss this one or fail on it: \+$/);
    await form.input('keyword').fill('C plus plus');
    await form.hides(/may miss this one/);
  });

  it('offers the categories and tags of the website, makes new ones, and keeps the order of tags', async () => {
    const form = await open();
    await form.shows('Choose a website first; its own are offered then.');
    await form.input('title').fill('Tagged');
    await form.pickWebsite('Roasters');

    await form.input('tags').click();
    await page.getByRole('option', { name: 'Grinders', exact: true }).waitFor();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Espresso', 'Filter', 'Grinders']);
    await page.keyboard.press('Escape');
    await form.pick('tags', 'Grinders');
    await form.pick('tags', 'Espresso');
    // By keyboard alone.
    await form.searchAnew('tags', 'Moka pot');
    await page.getByRole('option', { name: 'Create the tag “Moka pot”' }).waitFor();
    await page.keyboard.press('ArrowDown');
    // The option is chosen a moment after the key.
    await form.input('tags').and(page.locator('[aria-activedescendant]')).waitFor();
    await page.keyboard.press('Enter');
    await form.button('Remove Moka pot').waitFor();
    // A name with the same address as one that is there cannot be made.
    await form.searchAnew('tags', 'FILTER');
    await page.getByRole('option', { name: 'Filter', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: /^Create/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await form.pick('category', 'Guides');
    await form.searchAnew('author', 'Roastery team');
    await page.getByRole('option', { name: 'Create the author “Roastery team”' }).click();
    await form.button('Remove Roastery team').waitFor();
    expect(await form.tags()).toEqual(['Grinders', 'Espresso', 'Moka pot']);

    await form.button('Move Moka pot up').focus();
    await page.keyboard.press('Enter');
    await form.shows('Moka pot is now number 2 of 3.');
    await page.keyboard.press('Enter');
    await form.shows('Moka pot is now number 1 of 3.');
    expect(await form.tags()).toEqual(['Moka pot', 'Grinders', 'Espresso']);
    const { documentId } = await save(page);
    await expectValue(page, 'slug', 'tagged');
    await form.button('Remove Moka pot').waitFor();
    expect(await form.tags()).toEqual(['Moka pot', 'Grinders', 'Espresso']);
    expect((await stored(documentId)).tags.map(({ name }) => name)).toEqual([
      'Moka pot',
      'Grinders',
      'Espresso',
    ]);
    expect((await stored(documentId)).category?.name).toBe('Guides');

    // Back to what is saved, there is nothing to save.
    await form.button('Move Moka pot down').click();
    await saveButton(page, { disabled: false }).waitFor();
    await form.button('Move Moka pot up').click();
    await saveButton(page, { disabled: true }).waitFor();

    await form.button('Remove Grinders').click();
    await publish(page);
    const address = `${cms.url}/api/blog?apiKey=${roasters.key}&slug=tagged&include=author`;
    expect(await (await fetchInTime(address)).json()).toMatchObject({
      tags: ['Moka pot', 'Espresso'],
      category: 'Guides',
      author: { name: 'Roastery team', slug: 'roastery-team' },
    });
  });

  it('adds what is typed by Enter, by a comma and by leaving the field, and saves nothing without it', async () => {
    const form = await open();
    await form.pickWebsite('Roasters');
    await form.input('title').fill('Tagged');
    await form.input('tags').click();
    await page.keyboard.type('Roasting,filter');
    await page.keyboard.press('Enter');
    await form.button('Remove Filter').waitFor();
    await page.keyboard.type('Origins');
    await form.input('metaTitle').click();
    await form.button('Remove Origins').waitFor();
    expect(await form.tags()).toEqual(['Roasting', 'Filter', 'Origins']);
    await form.input('tags').click();
    await page.keyboard.type('Last, Very last');
    // An open list hides the rest of the page from who cannot see it, until it is left.
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(POST),
    );
    await page.locator('main form aside button', { hasText: /^Save$/ }).click();
    const { documentId } = ((await (await answer).json()) as { data: { documentId: string } }).data;
    await page.waitForURL(({ pathname }) => pathname.endsWith(documentId));
    await form.input('category').click();
    await page.keyboard.type('guides');
    await Promise.all([page.waitForResponse(isSaved), page.keyboard.press('Control+s')]);
    const now = await stored(documentId);
    expect(now.tags.map(({ name }) => name)).toEqual(['Roasting', 'Filter', 'Origins', 'Last', 'Very last']);
    expect(now.category?.name).toBe('Guides');
  });

  it('shows picks of another website as a problem, with a way out', async () => {
    const post = await content.draft(roasters.documentId, { tags: [tags['Filter'], tags['Espresso']] });
    const form = await open(post.documentId);
    await form.button('Remove Espresso').waitFor();
    await form.pickWebsite('Studio');
    await form.shows('“Filter”, “Espresso” belong to another website than this post.');

    // The server's rule is said at its field as well.
    expect((await press(page, 'Save')).status()).toBe(400);
    await form.shows('The tag "Filter" belongs to another website');

    await form.button('Use or create them here').click();
    await form.hides('belong to another website than this post.');
    expect(await form.tags()).toEqual(['Filter', 'Espresso']);
    await save(page);
    const now = await stored(post.documentId);
    expect(now.tags.map(({ name }) => name)).toEqual(['Filter', 'Espresso']);
  });

  /** Holds back a search for a tag until it is let go, or fails. */
  const holdSearch = async (name: string) => {
    let settle = (_isAnswered: boolean) => {};
    const held = new Promise<boolean>((resolve) => (settle = resolve));
    const address = ({ pathname, searchParams }: URL) =>
      pathname.endsWith('/tags') && searchParams.get('search') === name;
    await page.route(address, async (route) => ((await held) ? route.fallback() : route.abort()));
    return { letGo: () => settle(true), fail: () => settle(false), end: () => page.unroute(address) };
  };

  it('keeps what is picked while the terms of the same names are looked for', async () => {
    const post = await content.draft(roasters.documentId, { tags: [tags['Filter']] });
    const form = await open(post.documentId);
    await form.button('Remove Filter').waitFor();
    await form.pickWebsite('Studio');
    const search = await holdSearch('Filter');
    await form.button('Use or create them here').click();
    await form.pick('tags', 'Typography');
    search.letGo();
    await form.hides('belongs to another website than this post.');
    expect(await form.tags()).toEqual(['Filter', 'Typography']);
    await search.end();
    await save(page);
    const now = await stored(post.documentId);
    expect(now.tags.map(({ name }) => name)).toEqual(['Filter', 'Typography']);
  });

  it('keeps tags that cannot be added beside the next one, and adds what is typed after a click', async () => {
    const form = await open();
    await form.pickWebsite('Roasters');
    const search = await holdSearch('Descaling');
    await form.input('tags').click();
    await page.keyboard.type('Descaling');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Milling');
    search.fail();
    await expectValue(page, 'tags', 'Descaling, Milling');
    await form.shows('so “Descaling” is not chosen');
    await search.end();
    await page.keyboard.press('Enter');
    await form.button('Remove Milling').waitFor();
    expect(await form.tags()).toEqual(['Descaling', 'Milling']);

    await form.pick('tags', 'Espresso');
    await form.input('tags').focus();
    await page.keyboard.type('Roast levels');
    await page.keyboard.press('Tab');
    await form.button('Remove Roast levels').waitFor();
  });

  it('warns that the address of a live post changes', async () => {
    const post = await content.post(roasters.documentId, { title: 'Live', slug: 'live-post' });
    const form = await open(post.documentId);
    await form.shows('This is the address that readers use now.');
    await form.input('slug').fill('better');
    await form.shows('The address of this live post will change');
    await form.shows(
      /From https:\/\/roasters\.example\/blog\/live-post to https:\/\/roasters\.example\/blog\/better/,
    );
    await form.button('Keep “live-post”').click();
    await form.hides('The address of this live post will change');
    await form.input('slug').fill('better');
    await save(page);
    // A saved draft does not change the address yet, so the warning stays until it is published.
    await form.shows('The address of this live post will change');
    await publish(page);
    await form.hides('The address of this live post will change');
    await form.shows('This is the address that readers use now.');
    // The form takes what is stored once more, and with it the place of what is entered before.
    await page.getByRole('status').getByText('Published', { exact: true }).waitFor();
    // On another website it has another address, too.
    await form.pickWebsite('Studio');
    await form.shows(
      /From https:\/\/roasters\.example\/blog\/better to https:\/\/studio\.example\/blog\/better/,
    );
  });

  it('counts the texts for search engines and shows the result they make', async () => {
    const form = await open();
    await form.pickWebsite('Roasters');
    await form.input('title').fill('How to descale a machine');
    const preview = page.getByRole('figure', { name: 'How a search result may look' });
    await preview.getByText('How to descale a machine').waitFor();
    await preview.getByText('roasters.example › blog › how-to-descale-a-machine').waitFor();
    await form.input('metaTitle').fill('Descaling');
    await form.shows('9 characters. Short: there is room for more.');
    await preview.getByText('Descaling', { exact: true }).waitFor();
    await form
      .input('metaTitle')
      .fill('Descaling an espresso machine in half an hour, with what is in your kitchen');
    await form.shows('Too long: search engines will cut the end.');
    await preview.getByText(/ …$/).waitFor();
    await form.input('metaDescription').fill('Short.');
    await form.shows('6 characters. Short: there is room for more.');
    await preview.getByText('Short.', { exact: true }).waitFor();
  });

  it('spells out the time zone of both dates and what they mean', async () => {
    const berlin = await cms.signInAsSuperAdmin({ timezoneId: 'Europe/Berlin' });
    const post = await content.draft(studio.documentId, { scheduleDate: '2099-07-01T12:00:00.000Z' });
    const form = await open(post.documentId, berlin);
    await form.shows(/Wednesday, July 1, 2099, 14:00 in Europe\/Berlin \(UTC\+2\); that is 12:00 UTC/);
    await form.shows('Once published, the post is kept back: Studio gets it only from then on.');
    await form.shows(
      'If you leave it empty, readers see the schedule date: the post comes first in lists when it appears.',
    );
    await form.button(/^Now$/).last().click();
    await form.shows('The date that readers see on the post, and that lists are sorted by.');
    await form.button('Clear').first().click();
    await form.shows('Not scheduled: once published, the post is there for readers at once.');
    await save(berlin);
    const { scheduleDate, publishDate } = await stored(post.documentId);
    expect(scheduleDate).toBeNull();
    expect(Math.abs(Date.parse(publishDate ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('publishes at a date in one step, and at once instead', async () => {
    const form = await open();
    await form.input('title').fill('Opening hours in winter');
    await form.pickWebsite('Studio');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const publishing = () =>
      page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().includes('/actions/publish'),
      );
    const atReaders = async () =>
      (await fetchInTime(`${cms.url}/api/blog?slug=opening-hours-in-winter&apiKey=${studio.key}`)).status;

    await button('Publish at …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('Choose a date and time.').waitFor();
    await dialog.getByRole('button', { name: 'Tomorrow at 9:00' }).click();
    await dialog.getByText('Studio gets the post at that moment, not before.').waitFor();
    await expectAccessible(dialog);
    const [scheduled] = await Promise.all([
      publishing(),
      dialog.getByRole('button', { name: 'Schedule' }).click(),
    ]);
    expect(scheduled.status()).toBe(200);
    const { data } = (await scheduled.json()) as { data: { documentId: string } };
    await form.shows(/^Readers find the post here from /);
    await page.getByText(/^Planned for /).waitFor();
    expect(new Date((await stored(data.documentId)).scheduleDate ?? '') > new Date()).toBe(true);
    expect(await atReaders()).toBe(404);

    const [published] = await Promise.all([publishing(), button('Publish now').click()]);
    expect(published.status()).toBe(200);
    await form.shows('This is the address that readers use now.');
    expect((await stored(data.documentId)).scheduleDate).toBeNull();
    expect(await atReaders()).toBe(200);

    await button('Publish at …').click();
    await dialog.getByText(/^Readers see this post now\. Studio does not get it any more/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('shows in the list and in the calendar how readers see posts, and gives them another date', async () => {
    const { documentId } = await content.post(studio.documentId, {
      title: 'Summer sale',
      scheduleDate: '2099-07-01T12:00:00.000Z',
    });
    await page.goto(`${FORM}?_q=summer+sale`);
    const row = page.getByRole('row', { name: /Summer sale/ });
    await row.getByText('Scheduled for Jul 1, 2099, 12:00').waitFor();
    await page.locator('thead').getByText('Created by').waitFor();
    // Strapi's own column would call it published.
    expect(await page.locator('thead').getByText('status', { exact: true }).isVisible()).toBe(false);
    expect(await row.getByText('Published').isVisible()).toBe(false);

    await page.goto('/admin/plugins/content-delivery/calendar?month=2099-07');
    const entry = page.getByRole('listitem').filter({ hasText: 'Summer sale' });
    await entry.waitFor();
    await expectAccessible(page.getByRole('main'));
    await entry.getByRole('button', { name: 'Move Summer sale' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const date = dialog.getByRole('combobox', { name: 'New date: date' });
    await date.fill('07/02/2099');
    await date.press('Tab');
    await dialog.getByText(/^Thursday, July 2, 2099/).waitFor();
    await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await page.getByText(/“Summer sale” is now planned for Thu, Jul 2, 2099/).waitFor();
    expect((await stored(documentId)).scheduleDate).toBe('2099-07-02T12:00:00.000Z');

    await page.locator('td[data-day="2099-07-02"]').getByRole('link', { name: 'Summer sale' }).waitFor();
    await entry.dragTo(page.locator('td[data-day="2099-07-09"]'));
    await page.getByText(/“Summer sale” is now planned for Thu, Jul 9, 2099/).waitFor();
    expect((await stored(documentId)).scheduleDate).toBe('2099-07-09T12:00:00.000Z');
  });

  it('says what a rule demands at its field, on saving and on publishing', async () => {
    const form = await open();
    await form.input('title').fill('Without a website');
    expect((await press(page, 'Save')).status()).toBe(400);
    await form.shows('A post belongs to a website. Choose one.');
    await form.pickWebsite('Roasters');
    await form.input('featuredImageUrl').fill('no address');
    expect((await press(page, 'Publish')).status()).toBe(400);
    await form.shows('This must be a full web address that starts with http:// or https://.');
    await form.input('featuredImageUrl').fill('');
    await form.input('slug').fill('live-again');
    await publish(page);
    const second = await open();
    await second.input('title').fill('The same');
    await second.pickWebsite('Roasters');
    await second.input('slug').fill('live-again');
    expect((await press(page, 'Save')).status()).toBe(400);
    await second.shows('Another post of this website already uses the slug "live-again".');
    expect(await second.input('title').inputValue()).toBe('The same');
  });

  it('loses nothing that was typed when the connection is lost while saving', async () => {
    const post = await content.draft(roasters.documentId, { title: 'Stored' });
    const form = await open(post.documentId);
    await form.pick('tags', 'Filter');
    await form.input('title').fill('Typed');
    await page.context().setOffline(true);
    for (const button of ['Save', 'Publish']) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText('it is not known whether this is saved').first().waitFor();
      expect(await form.input('title').inputValue()).toBe('Typed');
      expect(await form.tags()).toEqual(['Filter']);
      await saveButton(page, { disabled: false }).waitFor();
    }
    await page.context().setOffline(false);
    await save(page);
    const now = await stored(post.documentId);
    expect([now.title, now.tags.map(({ name }) => name)]).toEqual(['Typed', ['Filter']]);
  });

  /** Holds back the answers to writes, or to reads of this entry, until they are let go. */
  const holdAnswer = async (read?: { documentId: string }) => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let arrived = () => {};
    let answered = () => {};
    const isAnswered = new Promise<void>((resolve) => (answered = resolve));
    const isStored = new Promise<void>((resolve) => (arrived = resolve));
    const address = ({ pathname }: URL) =>
      pathname.startsWith('/content-manager/collection-types/') && pathname.endsWith(read?.documentId ?? '');
    await page.route(address, async (route) => {
      if ((route.request().method() === 'GET') !== Boolean(read)) return route.fallback();
      const response = await route.fetch();
      arrived();
      await held;
      await route.fulfill({ response });
      answered();
      return undefined;
    });
    return {
      isStored: () => inTime('a request that is held', isStored),
      async letGo() {
        letGo();
        await inTime('the answer that was held', isAnswered);
        await page.unroute(address);
      },
    };
  };
  const text = () => page.locator('main [contenteditable="true"]').first();

  it.each([
    ['Save', () => page.getByRole('button', { name: 'Save', exact: true }).click()],
    ['Control+S', () => page.keyboard.press('Control+s')],
    ['Publish', () => page.getByRole('button', { name: 'Publish', exact: true }).click()],
  ])('keeps what is typed while an answer is on its way: %s', async (_how, send) => {
    const post = await content.draft(roasters.documentId, { title: 'First', content: '<p>Begun</p>' });
    const form = await open(post.documentId);
    await form.pick('tags', 'Filter');
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(', sent');
    const answer = await holdAnswer();
    await send();
    await answer.isStored();
    // Typing goes on where it was, or somewhere else.
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and on');
    await form.input('title').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('The ');
    await form.pick('tags', 'Espresso');
    await form.input('title').focus();
    await answer.letGo();
    await page
      .getByText(/Saved document|Publication saved/)
      .first()
      .waitFor();
    await saveButton(page, { disabled: false }).waitFor();
    // The caret has stayed: before "First".
    await page.keyboard.type('very ');
    expect(await form.input('title').inputValue()).toBe('The very First');
    expect(await text().innerText()).toBe('Begun, sent and on');
    expect(await form.tags()).toEqual(['Filter', 'Espresso']);
    expect((await stored(post.documentId)).title).toBe('First');
    await save(page);
    const now = await stored(post.documentId);
    expect([now.title, now.tags.map(({ name }) => name)]).toEqual(['The very First', ['Filter', 'Espresso']]);
  });

  it('is not taken back by a read that was sent before a save and is answered after it', async () => {
    const post = await content.draft(roasters.documentId, { title: 'Zero' });
    const form = await open(post.documentId);
    const title = form.input('title');
    await title.fill('One');
    const read = await holdAnswer(post);
    await save(page);
    await read.isStored();
    await title.fill('One, two');
    await page.keyboard.press('Control+s');
    await until('the save', async () => (await stored(post.documentId)).title === 'One, two');
    await saveButton(page, { disabled: true }).waitFor();
    await title.press('End');
    await page.keyboard.type(', three');
    await read.letGo();
    await page.keyboard.type(', four');
    await save(page);
    expect(await title.inputValue()).toBe('One, two, three, four');
    expect((await stored(post.documentId)).title).toBe('One, two, three, four');
  });

  it('keeps what is typed while a new post is stored, and goes on at the same place', async () => {
    const form = await open();
    await form.pickWebsite('Roasters');
    await form.input('title').fill('New');
    await text().click();
    await page.keyboard.type('One');
    const answer = await holdAnswer();
    await page.keyboard.press('Control+s');
    await answer.isStored();
    await page.keyboard.type('-two');
    await answer.letGo();
    await page.keyboard.type('-three');
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/create'));
    await page.keyboard.type('-four');
    await text().filter({ hasText: /four$/ }).waitFor();
    expect(await text().innerText()).toBe('One-two-three-four');
    // Nothing is buffered any more, wherever one goes on.
    await form.input('metaTitle').click();
    await page.keyboard.type('Five');
    expect(await form.input('metaTitle').inputValue()).toBe('Five');
    await save(page);
  });

  const answerTo = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.request().method() === method && response.url().includes('/content-delivery/unsaved-work/'),
    );

  /** Until the server has discarded it as well: a page that is loaded again does not wait for its requests. */
  const discardWhatIsOffered = async () => {
    await page.getByRole('button', { name: 'Discard it' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    const isGone = answerTo('DELETE');
    await question.getByRole('button', { name: 'Discard it' }).click();
    await isGone;
    await question.waitFor({ state: 'detached' });
  };

  it('keeps and offers again what was typed in a form that was left without saving', async () => {
    const post = await content.draft(roasters.documentId, { title: 'Left' });
    const form = await open(post.documentId);
    await form.input('title').fill('Typed before I left');
    await page.getByRole('navigation').first().getByRole('link', { name: 'Calendar' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('it is kept for 30 days').waitFor();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.waitFor({ state: 'detached' });
    await open(post.documentId);
    await page.getByText('You typed something here on').waitFor();
    // Asking is not discarding.
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You typed something here on').waitFor();
    await discardWhatIsOffered();
    await page.getByText('You typed something here on').waitFor({ state: 'detached' });
  });

  it('offers what was not saved at the next visit, wherever that is, beside what is stored', async () => {
    const post = await content.draft(roasters.documentId, { title: 'Stored' });
    const form = await open(post.documentId);
    await form.pick('tags', 'Filter');
    const isKept = answerTo('PUT');
    await form.input('title').fill('Typed before the crash');
    expect((await isKept).status()).toBe(204);
    await page.context().setOffline(true);
    await form.input('metaTitle').fill('Typed without a network');
    await until('a copy in the browser', async () =>
      (await page.evaluate<string>('JSON.stringify(localStorage)')).includes('Typed without a network'),
    );
    // The tab goes without being asked, and a colleague saves.
    const again = await page.context().newPage();
    await page.close();
    await again.context().setOffline(false);
    page = again;
    page.on('dialog', (dialog) => void dialog.accept());
    await content.update(POST, post.documentId, { title: 'By a colleague' });

    await open(post.documentId);
    await page.getByText('You typed something here on').waitFor();
    const reopened = formOf(page);
    expect(await reopened.input('title').inputValue()).toBe('By a colleague');
    // What is typed before the offer is looked at is part of the choice.
    await reopened.input('title').fill('Typed since');
    await page.getByRole('button', { name: 'Look at it', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'What you typed and did not save' });
    await dialog.getByText('In the form now').first().waitFor();
    await dialog.getByText('Typed since', { exact: true }).waitFor();
    await dialog.getByText('Changed in both: choose').waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('checkbox', { name: 'Bring back: Title' }).click();
    await dialog.getByRole('button', { name: 'Bring it back' }).click();
    await expectValue(page, 'metaTitle', 'Typed without a network');
    expect(await reopened.input('title').inputValue()).toBe('Typed since');
    expect(await reopened.tags()).toEqual(['Filter']);
    await save(page);
    await page.reload();
    await expectValue(page, 'metaTitle', 'Typed without a network');
    // What was left out is still there, until it is given up.
    await page.getByRole('button', { name: 'Look at it', exact: true }).click();
    await dialog.getByText('Typed before the crash', { exact: true }).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(1);
    await page.keyboard.press('Escape');
    await discardWhatIsOffered();
    await page.getByText('You typed something here on').waitFor({ state: 'detached' });
    await page.reload();
    await expectValue(page, 'metaTitle', 'Typed without a network');
    expect(await page.getByText('You typed something here on').count()).toBe(0);
  });

  it('discards what was asked about, also where something newer is found meanwhile', async () => {
    const post = await content.draft(roasters.documentId, { title: 'Stored' });
    const ofForm = (url: string) => url.split('/unsaved-work/')[1]?.split('/')[1];
    // The first is in the browser only, the second on the server.
    await page.route('**/unsaved-work/**', (route) => route.abort());
    const form = await open(post.documentId);
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().includes('/unsaved-work/'),
    );
    await form.input('title').fill('First');
    const first = ofForm((await sent).url());
    await page.goto('about:blank');
    await page.unroute('**/unsaved-work/**');
    await open(post.documentId);
    const isKept = answerTo('PUT');
    await form.input('title').fill('Second');
    expect((await isKept).status()).toBe(204);
    await until(
      'the server has it alone',
      async () => !(await page.evaluate<string>('JSON.stringify(localStorage)')).includes('Second'),
    );

    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/unsaved-work/**', async (route) => {
      if (route.request().method() === 'GET') await held;
      return route.fallback();
    });
    await open(post.documentId);
    await page.getByRole('button', { name: 'Discard it' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await question.waitFor();
    const isFound = page.waitForResponse((response) => ofForm(response.url()) !== undefined);
    letGo();
    await isFound;
    const isGone = answerTo('DELETE');
    await question.getByRole('button', { name: 'Discard it' }).click();
    expect(ofForm((await isGone).url())).toBe(first);
    await question.waitFor({ state: 'detached' });
    await page.unroute('**/unsaved-work/**');
    await page.getByRole('button', { name: 'Look at it', exact: true }).click();
    await page.getByRole('dialog').getByText('Second', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await discardWhatIsOffered();
  });

  it('offers a new post that was begun, and nothing once it is saved or given up', async () => {
    const form = await open();
    const isKept = answerTo('PUT');
    await form.input('title').fill('Begun');
    expect((await isKept).status()).toBe(204);
    await page.reload();
    await page.getByText('You began a new entry on').waitFor();
    await discardWhatIsOffered();
    await page.reload();
    await form.input('title').waitFor();

    const isKeptAgain = answerTo('PUT');
    await form.input('title').fill('Begun again');
    await isKeptAgain;
    await form.pickWebsite('Roasters');
    const isGone = answerTo('DELETE');
    await save(page);
    expect((await isGone).status()).toBe(204);
    // What other tests have left may be offered.
    const found = answerTo('GET');
    await open();
    const left = [await (await found).text(), await page.evaluate<string>('JSON.stringify(localStorage)')];
    expect(left.join()).not.toContain('Begun again');
  });

  it('asks for the password where the session has ended, and the form stays', async () => {
    const { email, password } = await createSuperAdmin(cms.strapi);
    const own = await cms.newPage();
    await signIn(own, { email, password });
    const post = await content.draft(roasters.documentId, { title: 'Before' });
    /** What the form reads by itself when it opens, and after each save: it is not to be the first that is refused. */
    const reads = () =>
      Promise.all(
        ['front-end-view', 'versions', 'preview-links'].map((name) =>
          own.waitForResponse((response) => response.url().endsWith(`/${name}`) && response.ok()),
        ),
      );
    // A session that ends while the form opens leads to the page for signing in, as there is nothing to keep.
    const [, form] = await Promise.all([reads(), open(post.documentId, own)]);
    await form.shows('This slug is free.');
    await own.context().clearCookies();
    // Keeping what is typed is the first to be refused.
    await form.input('title').fill('After');
    const dialog = own.getByRole('dialog', { name: 'Your session has ended' });
    await expectAccessible(dialog);
    await dialog.getByLabel('Password').fill('Not-my-password-1');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('Invalid credentials').waitFor();
    await dialog.getByLabel('Password').fill(password);
    const isKept = own.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await isKept;
    await dialog.waitFor({ state: 'detached' });
    expect(await form.input('title').inputValue()).toBe('After');
    // Where one was typing, one types on.
    await own.locator('input[name="title"]:focus').waitFor();
    await Promise.all([reads(), save(own)]);
    expect((await stored(post.documentId)).title).toBe('After');

    // Saving is the first to be refused, and is refused by a rule as well once there is a session.
    const taken = await content.draft(roasters.documentId);
    await own.route('**/unsaved-work/**', (route) => route.abort());
    await form.input('slug').fill(String(taken['slug']));
    await form.shows('Another post of Roasters already uses this slug, live or as a draft.');
    await own.context().clearCookies();
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await own.getByText('already uses the slug').first().waitFor();
    expect(await own.getByText('Session ended').count()).toBe(0);
    await form.input('slug').fill('free-again');
    await save(own);
    expect((await stored(post.documentId))['slug']).toBe('free-again');
  });

  it('holds for an editor who is restricted to one website', async () => {
    const subjects = ['api::website.website', POST, 'api::category.category', 'api::tag.tag'];
    const { id, page: own } = await cms.signInWith(
      contentPermissions(cms.strapi, subjects, [LISTED_WEBSITES]),
    );
    await content.update('api::website.website', studio.documentId, { editors: [id] });
    const form = await open('create', own);
    await form.input('title').fill('By an editor');
    await form.input('website').click();
    await own.getByRole('option', { name: 'Studio', exact: true }).waitFor();
    expect(await own.getByRole('option', { name: 'Roasters' }).count()).toBe(0);
    await own.keyboard.press('Escape');
    await form.pickWebsite('Studio');
    await expectValue(own, 'slug', 'by-an-editor');
    await form.pick('tags', 'Typography');
    await form.pick('category', 'News');
    await save(own);
  });

  it('is free of barriers', async () => {
    const post = await content.post(roasters.documentId, { title: 'Accessible', slug: 'accessible' });
    const form = await open(post.documentId);
    await form.pick('tags', 'Filter');
    await form.pick('tags', 'Espresso');
    await form.pickWebsite('Studio');
    await form.input('slug').fill('accessible-2');
    await form.shows('The address of this live post will change');
    await expectAccessible(page.locator('main form'));
  });
});
