import type { Page } from 'playwright-core';
import { contentOf } from '../fixtures/content';
import { startCacheStandIn, willing, type CacheStandIn } from '../support/cache-stand-ins';
import { expectAccessibleAtRest } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';

describe('the caches in front of a website', () => {
  let cms: Cms;
  let page: Page;
  let cache: CacheStandIn;
  let website: string;

  beforeAll(async () => {
    cms = await startCms({ DELIVERY_CACHE_TAGS: 'xkey', PURGE_ALLOWED_NETWORKS: '127.0.0.0/8' });
    cache = await startCacheStandIn(willing);
    const content = contentOf(cms.strapi);
    website = (await content.website({ name: 'Harbour Roasters' })).documentId;
    page = await cms.signInAsSuperAdmin();
  });
  afterAll(async () => {
    await cache?.stop();
    await cms?.stop();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('are added, tried, watched, switched off and deleted beside its form', async () => {
    await page.goto(`/admin/content-manager/collection-types/api::website.website/${website}`);
    await page.getByRole('link', { name: 'See caches' }).click();
    await page.getByRole('heading', { name: 'Caches in front of Harbour Roasters' }).waitFor();

    await button('Add cache').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('http://10.0.0.1/');
    await dialog.getByLabel('Credentials').fill('a-token-that-is-not-shown-again');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('The address is in a private network').waitFor();
    await expectAccessibleAtRest(dialog);
    await dialog.getByLabel('Address').fill(cache.url);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();

    const card = page.getByRole('region', { name: `Varnish: ${cache.url}` });
    await card.getByText('Credentials: ••••••••gain').waitFor();
    await card.getByText(`w-${website}`).first().waitFor();
    cache.answerWith(() => ({ status: 500, body: 'Out of order' }));
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText('Failed: 500').first().click();
    await card.getByText('Out of order').first().waitFor();
    await expectAccessibleAtRest(page.getByRole('main'));

    cache.answerWith(willing);
    await card.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByText('Switch it off to change where it is').waitFor();
    await expectAccessibleAtRest(dialog);
    await dialog.getByLabel('Seconds for which answers may be kept').fill('60');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Keeps answers for 60 seconds at most').waitFor();

    await card.getByRole('button', { name: 'Switch off' }).click();
    await card.getByRole('button', { name: 'Switch on' }).waitFor();
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No cache is purged when something changes').waitFor();
  });
});
