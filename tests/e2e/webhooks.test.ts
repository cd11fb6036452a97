import type { Page } from 'playwright-core';
import { contentOf } from '../fixtures/content';
import { expectAccessibleAtRest } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';
import { startEventReceiver, type EventReceiver } from '../support/event-receiver';
import { until } from '../support/until';

describe('the webhooks of a website', () => {
  let cms: Cms;
  let page: Page;
  let receiver: EventReceiver;
  let website: string;

  beforeAll(async () => {
    cms = await startCms({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    receiver = await startEventReceiver();
    const content = contentOf(cms.strapi);
    website = (await content.website({ name: 'Harbour Roasters' })).documentId;
    page = await cms.signInAsSuperAdmin();
  });
  afterAll(async () => {
    await receiver?.stop();
    await cms?.stop();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('are added, tried, watched and deleted beside its form', async () => {
    await page.goto(`/admin/content-manager/collection-types/api::website.website/${website}`);
    await page.getByRole('link', { name: 'See webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks of Harbour Roasters' }).waitFor();

    await button('Add webhook').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hook');
    await dialog.getByLabel('Some changes').click();
    await dialog.getByRole('checkbox', { name: 'Post published' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('The address is in a private network').waitFor();
    await expectAccessibleAtRest(dialog);
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();

    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await expectAccessibleAtRest(page.getByRole('dialog'));
    await button('I have copied it').click();
    const card = page.getByRole('region', { name: receiver.url });
    await card.getByText(`Secret: whsec_••••••••${secret.slice(-4)}`).waitFor();

    receiver.answerWith((_event, response) => response.writeHead(500).end('Out of order'));
    await button('Send a test').click();
    await until('a test', () => receiver.received.length === 1);
    await card.getByText('Failed').waitFor();
    await card.getByText('1 attempt, last: 500').click();
    await card.getByText('Out of order').waitFor();
    await expectAccessibleAtRest(page.getByRole('main'));

    receiver.answerWith((_event, response) => response.writeHead(204).end());
    await card.getByRole('button', { name: /^Send again/ }).click();
    await card.getByText('Arrived').waitFor();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    await button('Rotate secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).not.toBe(secret);
    await button('I have copied it').click();
    await card.getByText(/signed with the old secret too until/).waitFor();

    await button('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No address is notified of changes yet.').waitFor();
  });
});
