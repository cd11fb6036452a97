import type { Page } from 'playwright-core';
import { contentPermissions, LISTED_WEBSITES } from '../support/admin-users';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, openEntry, openNewEntry, press, save } from '../support/e2e/content-manager';
import { htmlField } from '../support/e2e/html-field';

const POST = 'api::post.post';

describe('saving', () => {
  let cms: Cms;
  let anna: Page;
  let boris: Page;
  let post: string;

  const field = (page: Page, label: string) =>
    page.getByRole('main').getByRole('textbox', { name: label, exact: true });
  const text = (page: Page, label: string) => field(page, label).inputValue();
  const showsText = (page: Page, label: string, value: string) =>
    field(page, label)
      .and(page.locator(`[value="${value}"]`))
      .waitFor();
  const stored = async () => {
    const found = (await cms.strapi.documents(POST).findOne({ documentId: post })) as unknown;
    return found as { title: string; metaTitle: string; slug: string };
  };
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Another editor has saved this entry' });

  /** The only one that there is, by itself. */
  const websiteIsChosen = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: 'Harbour Roasters', exact: true }).waitFor();

  beforeAll(async () => {
    cms = await startCms();
    anna = await cms.signInAsSuperAdmin();
    boris = await cms.signInAsSuperAdmin();
    await openNewEntry(anna, 'Website');
    await fillField(anna, 'Name', 'Harbour Roasters');
    await save(anna);
    await openNewEntry(anna, 'Post');
    await fillField(anna, 'Title', 'Cold brew');
    await websiteIsChosen(anna);
    post = (await save(anna)).documentId;
  });
  afterAll(() => cms?.stop());

  it('overwrites nothing that somebody else has saved, and loses nothing that was typed', async () => {
    await openEntry(anna, 'Post', 'Cold brew');
    await openEntry(boris, 'Post', 'Cold brew');
    await fillField(boris, 'Meta title', 'By Boris');
    await fillField(boris, 'Title', 'Cold brew by Boris');
    await save(boris);

    await fillField(anna, 'Title', 'Cold brew by Anna');
    await fillField(anna, 'Slug', 'by-anna');
    expect((await press(anna, 'Save')).status()).toBe(400);
    await dialog(anna).getByText('By Boris', { exact: true }).waitFor();
    await dialog(anna).getByText('Changed in both').waitFor();
    await expectAccessible(dialog(anna));
    expect(await stored()).toMatchObject({ title: 'Cold brew by Boris', metaTitle: 'By Boris' });

    await dialog(anna).getByRole('button', { name: 'Copy my changes' }).click();
    await anna.getByText('Your changes were copied.').waitFor();
    expect(await anna.evaluate<string>('navigator.clipboard.readText()')).toContain('Cold brew by Anna');
    await dialog(anna).getByRole('button', { name: 'Decide later' }).click();
    expect([await text(anna, 'Title'), await text(anna, 'Slug')]).toEqual(['Cold brew by Anna', 'by-anna']);

    // It is asked again, also when saved by the keyboard.
    await anna.keyboard.press('Control+Enter');
    await dialog(anna).waitFor();
    expect((await stored()).title).toBe('Cold brew by Boris');

    await dialog(anna).getByRole('button', { name: 'Merge both' }).click();
    await showsText(anna, 'Meta title', 'By Boris');
    await showsText(anna, 'Title', 'Cold brew by Anna');
    await showsText(anna, 'Slug', 'by-anna');
    await save(anna);
    expect(await stored()).toMatchObject({
      title: 'Cold brew by Anna',
      slug: 'by-anna',
      metaTitle: 'By Boris',
    });
  });

  it('can give up one’s own changes for the newer version', async () => {
    await fillField(boris, 'Meta title', 'Too late');
    expect((await press(boris, 'Publish')).status()).toBe(400);
    await dialog(boris).getByRole('button', { name: 'Use the newer version' }).click();
    await boris.getByRole('heading', { name: 'Cold brew by Anna' }).waitFor();
    await showsText(boris, 'Meta title', 'By Boris');
    expect((await press(boris, 'Publish')).status()).toBe(200);
  });

  it('joins what two editors have changed in one text, and gives back what was left out', async () => {
    const content = (changes: Record<number, string>) =>
      Array.from({ length: 12 }, (_, at) => `<p>${changes[at + 1] ?? `Paragraph ${at + 1}.`}</p>`).join('\n');
    const storedContent = async () => ((await stored()) as unknown as { content: string }).content;
    await cms.strapi.documents(POST).update({ documentId: post, data: { content: content({}) } as object });
    for (const page of [anna, boris]) {
      await page.goto(`/admin/content-manager/collection-types/${POST}/${post}`);
      await htmlField(page, 'Content').toSource();
    }
    await htmlField(boris, 'Content').fillSource(content({ 10: 'Boris was here.' }));
    await fillField(boris, 'Meta title', 'A title by Boris');
    await save(boris);
    await htmlField(anna, 'Content').fillSource(content({ 2: 'Anna was here.' }));
    expect((await press(anna, 'Save')).status()).toBe(400);
    const section = dialog(anna).getByRole('region', { name: 'Content', exact: true });
    await section.getByText('Changed in both, in different places').waitFor();
    await section.getByText('Boris was here.').waitFor();
    expect(await section.innerText()).not.toMatch(/<p>|Paragraph 3/);
    await expectAccessible(dialog(anna));
    await dialog(anna).getByRole('button', { name: 'Merge both' }).click();
    await anna.getByText('Nothing was left out.').waitFor();
    await showsText(anna, 'Meta title', 'A title by Boris');
    // Undo does not bring back a text without what Boris has written.
    await htmlField(anna, 'Content').text.click();
    await anna.keyboard.press('Control+z');
    await save(anna);
    expect(await storedContent()).toBe(content({ 2: 'Anna was here.', 10: 'Boris was here.' }));

    // The same paragraph.
    await boris.reload();
    await htmlField(boris, 'Content').fillSource(content({ 5: 'Boris in five.' }));
    await save(boris);
    await htmlField(anna, 'Content').fillSource(content({ 5: 'Anna in five.' }));
    expect((await press(anna, 'Save')).status()).toBe(400);
    await section
      .getByRole('radiogroup', { name: 'Content: what is the form to have here?' })
      .getByRole('radio', { name: 'In your form' })
      .click();
    await dialog(anna).getByRole('button', { name: 'Merge both' }).click();
    await anna.getByText('your version of 1, the newer version of 0').waitFor();
    await save(anna);
    expect(await storedContent()).toBe(content({ 5: 'Anna in five.' }));
    await anna.getByRole('button', { name: 'Choose again' }).click();
    await section.getByRole('radio', { name: 'Both, one after the other' }).click();
    await dialog(anna).getByRole('button', { name: 'Merge both' }).click();
    await save(anna);
    expect(await storedContent()).toBe(content({ 5: 'Boris in five.</p>\n<p>Anna in five.' }));
  });

  it('keeps what was typed when a rule is broken, and shows it at its field', async () => {
    await openNewEntry(boris, 'Post');
    await fillField(boris, 'Title', 'Another');
    await websiteIsChosen(boris);
    await save(boris);
    await fillField(boris, 'Title', 'Another title');
    await fillField(boris, 'Slug', 'by-anna');
    expect((await press(boris, 'Save')).status()).toBe(400);
    const problem = boris.getByRole('main').getByText(/already uses (the|this) slug/);
    await boris.getByRole('main').getByText('already uses the slug').waitFor();
    expect(await problem.count()).toBe(1);
    expect([await text(boris, 'Title'), await text(boris, 'Slug')]).toEqual(['Another title', 'by-anna']);
  });

  it('is offered to those only who may, and others read why not', async () => {
    const all = contentPermissions(cms.strapi, [POST, 'api::website.website']);
    const may = (...actions: string[]) =>
      all.filter(({ action, subject }) =>
        (subject === POST ? actions : ['read']).includes(action.split('.').pop() ?? ''),
      );
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    const create = (page: Page) => page.getByRole('link', { name: 'Add new' });
    const openPost = async (page: Page) => {
      await page.goto(`/admin/content-manager/collection-types/${POST}/${post}`);
      await field(page, 'Title').waitFor();
    };
    const isReadOnly = (page: Page, label: string) => field(page, label).isDisabled();

    const { page: reader } = await cms.signInWith(may('read'));
    await openPost(reader);
    await reader.getByText('You may read this entry, but not change it.').waitFor();
    expect(await isReadOnly(reader, 'Title')).toBe(true);
    expect(await isReadOnly(reader, 'Slug')).toBe(true);
    for (const name of ['Save', 'Publish', 'Publish at …'])
      expect(await button(reader, name).count()).toBe(0);
    await expectAccessible(reader.getByRole('main'));
    await reader.goto(`/admin/content-manager/collection-types/${POST}`);
    await reader.getByRole('gridcell').first().waitFor();
    expect(await create(reader).count()).toBe(0);
    // An address that asks for what a role may not read.
    await reader.goto(
      `/admin/content-manager/collection-types/${POST}?filters[$and][0][category][name][$eq]=x`,
    );
    await reader.getByText('This page cannot be shown.').waitFor();

    const { page: creator } = await cms.signInWith(may('read', 'create'));
    await openNewEntry(creator, 'Post');
    await creator.getByText('You may create this entry, but not change it once it is saved.').waitFor();
    await fillField(creator, 'Title', 'Made once');
    await websiteIsChosen(creator);
    await save(creator);
    await creator.getByText('You may read this entry, but not change it.').waitFor();
    expect(await isReadOnly(creator, 'Title')).toBe(true);
    expect(await button(creator, 'Save').count()).toBe(0);

    const { page: writer } = await cms.signInWith(may('read', 'create', 'update'));
    await openPost(writer);
    await writer.getByText('You may save this as a draft.').waitFor();
    expect(await button(writer, 'Publish').count()).toBe(0);
    await fillField(writer, 'Title', 'By a writer');
    await save(writer);

    // May read all, and change what is on another website.
    const { page: elsewhere } = await cms.signInWith(
      all.map((right) =>
        right.action.endsWith('.read') ? right : { ...right, conditions: [LISTED_WEBSITES] },
      ),
    );
    await openPost(elsewhere);
    await elsewhere.getByText('You may read this entry, but not change it.').waitFor();
    expect(await isReadOnly(elsewhere, 'Title')).toBe(true);
    expect(await button(elsewhere, 'Save').count()).toBe(0);
  });
});
