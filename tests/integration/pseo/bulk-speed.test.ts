import type { PageJob } from '../../../src/plugins/content-delivery/panel-contract';
import { UID } from '../../fixtures/content';
import { signInAsSuperAdmin } from '../../support/admin-panel';
import { runningJobs } from '../../support/jobs';
import { insertDrafts } from '../../support/page-rows';
import { withServer } from '../../support/with-server';

/** `PSEO_PAGES=10000 npx jest tests/integration/pseo/bulk-speed` prints figures of so many. */
const PAGES = Number(process.env['PSEO_PAGES'] ?? 1_000);
/** Published by Strapi itself, to compare with. */
const BY_STRAPI = 50;
const PATH = '/content-delivery/pseo-pages';

const TEMPLATES = {
  slugTemplate: 'in-{{ place }}',
  htmlTemplate: `<h1>{{ place }}</h1>${'<p>All about {{ place }} and what is there.</p>'.repeat(50)}`,
  metaTitleTemplate: '{{ place }}',
  metaDescriptionTemplate: 'What is in {{ place }}',
};

describe('changes of many pages', () => {
  const { server, content, api, documentsOf } = withServer();
  const jobs = runningJobs(() => server.strapi);

  it('take a small part of the time that Strapi takes, and let readers through', async () => {
    const panel = await signInAsSuperAdmin(server.strapi);
    const website = await content.website();
    const { documentId } = website;
    const campaign = await content.campaign(documentId, TEMPLATES);
    const documentIds = await insertDrafts(server.strapi, campaign, website, PAGES + BY_STRAPI);
    const figures: Record<string, number> = {};
    const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const begin = performance.now();
      const result = await work();
      figures[name] = Math.round(performance.now() - begin);
      return result;
    };
    const bulk = async (action: string): Promise<PageJob> => {
      const { body } = await panel.post('/content-delivery/pseo-page-jobs', {
        action,
        filter: { website: documentId },
      });
      return jobs.ended((body.data as PageJob).documentId);
    };

    await timed('document service, ms for each page', async () => {
      for (const id of documentIds.slice(0, BY_STRAPI))
        await documentsOf(UID.page).publish({ documentId: id });
    });
    const each = (figures['document service, ms for each page'] ?? 0) / BY_STRAPI;
    figures['document service, ms for each page'] = each;

    // Readers of another website, whose answer is finished.
    const other = await content.website();
    const waits = async (isOver: () => boolean): Promise<number[]> => {
      const found: number[] = [];
      while (!isOver()) {
        const begin = performance.now();
        expect((await api.taxonomies(other.key)).status).toBe(200);
        found.push(performance.now() - begin);
      }
      return found.sort((a, b) => a - b);
    };
    let isOver = false;
    const reading = waits(() => isOver);
    const published = await timed('publish, ms', () => bulk('publish'));
    isOver = true;
    const found = await reading;
    figures['readers meanwhile, p99 in ms'] = Math.round(found[Math.floor(found.length * 0.99)] ?? 0);
    expect(published).toMatchObject({ state: 'done', changed: PAGES, unchanged: BY_STRAPI, refused: 0 });

    await timed('list, ms', () => panel.get(`${PATH}?website=${documentId}`));
    await timed('list of drafts, ms', () => panel.get(`${PATH}?website=${documentId}&state=draft`));
    await timed('list by date, ms', () => panel.get(`${PATH}?website=${documentId}&sort=updatedAt:desc`));
    await timed('search, ms', () => panel.get(`${PATH}?website=${documentId}&search=00500`));
    await timed('counts, ms', () => panel.get(`${PATH}/counts?website=${documentId}`));
    await timed('unpublish, ms', () => bulk('unpublish'));
    await timed('delete, ms', () => bulk('delete'));
    console.log({ pages: PAGES, ...figures });

    const eachInBulk = (figures['publish, ms'] ?? Infinity) / PAGES;
    expect(each / eachInBulk).toBeGreaterThan(3);
  }, 600_000);
});
