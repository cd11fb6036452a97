import type { Page } from 'playwright-core';
import { PIXEL } from '../fixtures/pixel';
import { expectAccessible } from '../support/e2e/accessibility';
import { startCms, type Cms } from '../support/e2e/cms';

const FILE = 'plugin::upload.file';

describe('the media library', () => {
  let cms: Cms;
  let page: Page;
  let fileId: number;

  beforeAll(async () => {
    cms = await startCms();
    page = await cms.signInAsSuperAdmin();
    const file = (await cms.strapi.db.query(FILE).create({
      data: {
        name: 'cup.png',
        hash: 'cup_1a2b3c',
        ext: '.png',
        mime: 'image/png',
        size: 1,
        url: '/uploads/cup_1a2b3c.png',
        provider: 'local',
        folderPath: '/',
      },
    })) as { id: number };
    fileId = file.id;
    const website = await cms.strapi.documents('api::website.website' as never).create({
      data: { name: 'Harbour Roasters', kind: 'nextjs', scheduledPosts: 'include' } as never,
    });
    const data = {
      title: 'Cold brew',
      content: '<p><img src="/uploads/cup_1a2b3c.png"></p>',
      website: website.documentId,
    };
    await cms.strapi.documents('api::post.post' as never).create({ data: data as never });
  });
  afterAll(() => cms?.stop());

  const isThere = async () => (await cms.strapi.db.query(FILE).count({ where: { id: fileId } })) === 1;
  const question = () => page.getByRole('alertdialog', { name: 'This is in use' });

  it('says in the details of a file where it is used, and leads there', async () => {
    await page.goto(`/admin/plugins/upload?assetId=${fileId}`);
    const usedIn = page.getByRole('dialog').getByRole('region', { name: 'Used in' });
    await usedIn.getByText('Post · Harbour Roasters · not published').waitFor();
    await expectAccessible(usedIn);

    await usedIn.getByRole('link', { name: 'Cold brew' }).click();
    await page.getByRole('heading', { name: 'Cold brew' }).waitFor();
  });

  it('does not call an upload a success in which files were refused, and names them', async () => {
    await page.goto('/admin/plugins/upload');
    await page.getByRole('button', { name: 'New' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'File upload', exact: true }).click(),
    ]);
    await chooser.setFiles([
      { name: 'beans.png', mimeType: 'image/png', buffer: PIXEL },
      {
        name: 'drawing.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      },
    ]);
    const progress = page.getByRole('dialog', { name: 'Upload finished' });
    await progress.getByText('1 uploaded, 1 failed').waitFor();
    await progress.getByText('“drawing.svg” was not uploaded: ').waitFor();
    expect(await page.getByText(/successful/i).count()).toBe(0);
    await progress.getByRole('button', { name: 'Close' }).click();
  });

  it('says where a file is used before it is deleted, and deletes it when that is agreed to', async () => {
    const remove = async () => {
      await page.goto('/admin/plugins/upload');
      await page.getByRole('button', { name: 'More actions' }).last().click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await question().getByText('cup.png: Post “Cold brew” of Harbour Roasters (not published)').waitFor();
    };
    await remove();
    await expectAccessible(question());
    await question().getByRole('button', { name: 'Leave it as it is' }).click();
    await question().waitFor({ state: 'hidden' });
    expect(await isThere()).toBe(true);

    await remove();
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => response.status() === 200 && /\/upload\/(files|actions)\//.test(response.url()),
      ),
      question().getByRole('button', { name: 'Continue' }).click(),
    ]);
    expect(['DELETE', 'POST']).toContain(answer.request().method());
    expect(await isThere()).toBe(false);
  });
});
