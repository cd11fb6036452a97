import type { Page, Route } from 'playwright-core';
import { startCms, type Cms } from '../support/e2e/cms';
import { fillField, openNewEntry, press, save } from '../support/e2e/content-manager';

const POST = 'api::post.post';

type Loss = 'cut off' | 'a 504 of a proxy';

describe('a save whose answer is lost once the server has stored it', () => {
  let cms: Cms;
  let page: Page;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin();
    await openNewEntry(page, 'Website');
    await fillField(page, 'Name', 'Harbour Roasters');
    const end = await lose('cut off');
    await button('Save').click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/create'));
    await end();
  });
  afterAll(() => cms?.stop());

  const rowsOf = async (uid: string, where: object) =>
    (await cms.strapi.db.query(uid as never).findMany({ where, orderBy: { id: 'asc' } })) as {
      documentId: string;
      publishedAt: string | null;
    }[];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const websiteIsChosen = () =>
    page.getByRole('main').getByRole('button', { name: 'Harbour Roasters', exact: true }).waitFor();

  const isSave = ({ pathname }: URL) => pathname.startsWith('/content-manager/collection-types/');
  const isQuestion = ({ pathname }: URL) => pathname.startsWith('/content-delivery/saves/');
  /** Loses answers until it is ended. @param isAsked false where the server cannot be asked what came of a save either */
  const lose = async (loss: Loss, isAsked = true) => {
    const lost = async (route: Route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await route.fetch();
      return loss === 'cut off'
        ? route.abort('connectionreset')
        : route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504 Gateway Timeout</h1>' });
    };
    const refused = (route: Route) => (isAsked ? route.fallback() : route.abort());
    await page.route(isSave, lost);
    await page.route(isQuestion, refused);
    return async () => {
      await page.unroute(isSave, lost);
      await page.unroute(isQuestion, refused);
    };
  };

  it.each<Loss>(['cut off', 'a 504 of a proxy'])('is said to be saved: %s', async (loss) => {
    const [name, title] = [`Category, ${loss}`, `Post, ${loss}`];
    const end = await lose(loss);
    await openNewEntry(page, 'Category');
    await fillField(page, 'Name', name);
    await websiteIsChosen();
    await button('Save').click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/create'));
    const categories = await rowsOf('api::category.category', { name });
    expect(categories).toHaveLength(1);
    expect(page.url()).toContain(categories[0]?.documentId);

    await openNewEntry(page, 'Post');
    await fillField(page, 'Title', title);
    await websiteIsChosen();
    await button('Save').click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/create'));
    await fillField(page, 'Meta title', 'Typed since');
    await button('Publish').click();
    await page.getByText('Publication saved').first().waitFor();
    const rows = await rowsOf(POST, { title });
    expect(rows.map(({ publishedAt }) => publishedAt !== null)).toEqual([false, true]);
    expect(await page.getByText(/not known|could not be reached|Nothing was saved/).count()).toBe(0);
    await end();
    await fillField(page, 'Meta title', 'Saved again');
    await save(page);
  });

  it('is not known where the server cannot be asked, and the next one makes no second entry and no conflict', async () => {
    const end = await lose('cut off', false);
    await openNewEntry(page, 'Post');
    await fillField(page, 'Title', 'Sent twice');
    await websiteIsChosen();
    await button('Save').click();
    const notKnown = page.getByText('it is not known whether this is saved').first();
    await notKnown.waitFor();
    expect(await rowsOf(POST, { title: 'Sent twice' })).toHaveLength(1);
    await fillField(page, 'Meta title', 'Typed since');
    await end();
    await button('Save').click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/create'));
    expect(await rowsOf(POST, { title: 'Sent twice' })).toHaveLength(1);
    expect(await rowsOf(POST, { title: 'Sent twice', metaTitle: 'Typed since' })).toHaveLength(1);
    await notKnown.waitFor({ state: 'detached' });

    const endAgain = await lose('cut off', false);
    await fillField(page, 'Meta title', 'Lost');
    await button('Save').click();
    await notKnown.waitFor();
    await endAgain();
    await fillField(page, 'Meta title', 'Found');
    expect((await press(page, 'Save')).status()).toBe(200);
    expect(await rowsOf(POST, { title: 'Sent twice', metaTitle: 'Found' })).toHaveLength(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
