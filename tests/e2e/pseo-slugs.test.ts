import type { Page } from 'playwright-core';
import type { PageJob } from '../../src/plugins/content-delivery/contracts/pseo-pages';
import { contentOf, type Content } from '../fixtures/content';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { fetchInTime } from '../support/fetch-in-time';
import { until } from '../support/until';

describe('slugs that are made anew', () => {
  let cms: Cms;
  let content: Content;
  let page: Page;
  let website: { documentId: string; key: string };
  let campaign: string;

  beforeAll(async () => {
    cms = await startCms();
    content = contentOf(cms.strapi as never);
    website = await content.website({ name: 'Roasters' });
    ({ documentId: campaign } = await content.campaign(website.documentId, {
      name: 'Coffee by city',
      slugTemplate: 'coffee/{{ city | downcase }}',
    }));
    for (const city of ['Berlin', 'Hamburg']) {
      await content.page(campaign, { variables: { city, country: 'Germany' } });
    }
    await content.pageDraft(campaign, { variables: { city: 'Rome' } });
    await content.update('api::pseo-campaign.pseo-campaign', campaign, {
      slugTemplate: '{{ country | downcase }}/{{ city | downcase }}',
    });
    page = await cms.signInAsSuperAdmin();
  });
  afterAll(() => cms?.stop());

  const dialog = () => page.getByRole('dialog');
  /** Selects a page, and opens the way to a new slug for it. */
  const lookAtSlugOf = async (slug: string) => {
    await page.getByRole('checkbox', { name: `Select ${slug}` }).click();
    await page
      .getByRole('region', { name: 'Selected pages' })
      .getByRole('button', { name: 'Regenerate slugs' })
      .click();
  };
  const liveSlugs = async () => {
    const answer = await fetchInTime(`${cms.url}/api/pseo-pages?apiKey=${website.key}`);
    return ((await answer.json()) as { slug: string }[]).map(({ slug }) => slug);
  };

  it('are shown with what cannot be made, and made when they are asked for', async () => {
    await page.goto('/admin/plugins/content-delivery/pseo');
    await page.getByRole('heading', { name: 'Coffee by city' }).waitFor();
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('button', { name: 'Regenerate slugs for Coffee by city' }).click();
    await dialog().getByText('germany/berlin').waitFor();
    await dialog()
      .getByText(/needs the variable "country"/)
      .waitFor();
    await dialog()
      .getByText(/^2 of these pages are live/)
      .waitFor();
    await expectAccessible(dialog());
    expect(await liveSlugs()).toEqual(['coffee/berlin', 'coffee/hamburg']);

    await dialog().getByRole('checkbox', { name: 'Publish the 2 live pages again at once' }).click();
    await dialog()
      .getByText(/^The old addresses of 2 live pages/)
      .waitFor();
    await expectAccessible(dialog());
    await dialog().getByRole('button', { name: 'Change 2 pages and publish' }).click();
    await page.getByText('2 pages got new slugs').waitFor();
    await page.getByRole('link', { name: 'germany/berlin' }).waitFor();
    await expectAccessible(page.getByRole('main'));
    expect(await liveSlugs()).toEqual(['germany/berlin', 'germany/hamburg']);
  });

  it('are those of the selected pages', async () => {
    await lookAtSlugOf('coffee/rome');
    await dialog().getByText('There is nothing to do: no slug would change.').waitFor();
    await expectAccessible(dialog());
  });

  it('are shown also when all is done before it is asked how far it is', async () => {
    const isList = /\/pseo-pages\?/;
    const isJobs = /\/pseo-page-jobs\?/;
    const [before] = await Promise.all([page.waitForResponse(isList), page.reload()]);
    const body = await before.text();
    await content.update('api::pseo-campaign.pseo-campaign', campaign, {
      slugTemplate: 'in/{{ city | downcase }}',
    });
    await lookAtSlugOf('coffee/rome');
    await dialog().getByText('in/rome').waitFor();

    // The list is read before anything is done, and the first news of the job is its end.
    await page.route(isList, (route) => route.fulfill({ body, contentType: 'application/json' }), {
      times: 1,
    });
    await page.route(isJobs, async (route) => {
      const response = await until('the end of the job', async () => {
        const answer = await route.fetch();
        const { data } = (await answer.json()) as { data: PageJob[] };
        return data.every(({ state }) => state === 'done') && answer;
      });
      return route.fulfill({ response });
    });
    await dialog()
      .getByRole('button', { name: /^Change 1 page/ })
      .click();
    await page.getByRole('link', { name: 'in/rome' }).waitFor();
  });
});
