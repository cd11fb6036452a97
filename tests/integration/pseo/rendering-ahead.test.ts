import { currentLogEnd } from '../../../src/plugins/content-delivery/server/src/freshness/changes/log-end';
import { pagesChangedSince } from '../../../src/plugins/content-delivery/server/src/freshness/changes/since';
import type { Templates } from '../../../src/plugins/content-delivery/server/src/pseo/templates/templates';
import { OPENED_VERSION, SAVE_HEADER } from '../../../src/plugins/content-delivery/contracts/editing';
import { serviceOf } from '../../support/services';
import { unique } from '../../fixtures/content';
import { importsBy, LIVE } from '../../support/page-imports';
import { until } from '../../support/until';
import { expectRefusedAt } from '../../support/violations';
import { withServer } from '../../support/with-server';

const CAMPAIGN = 'api::pseo-campaign.pseo-campaign';
const PAGE = 'api::pseo-page.pseo-page';

const { server, content, api, documentsOf, asSuperAdmin } = withServer();
const panel = asSuperAdmin();
const campaigns = documentsOf(CAMPAIGN);

const NEW = '{{ city }}';

/** Holds each rendering of a template until it is let go. */
const holdRendering = (template: string) => {
  const { templates } = serviceOf(server.strapi, 'delivery');
  const render = templates.render.bind(templates);
  const held: (() => void)[] = [];
  templates.render = async (...input: Parameters<Templates['render']>) => {
    if (input[0].template === template) await new Promise<void>((resolve) => held.push(resolve));
    return render(...input);
  };
  return {
    next: async () => {
      await until('a page to be rendered', () => held.length > 0);
      return held.shift() as () => void;
    },
    release: () => {
      templates.render = render;
      for (const letGo of held.splice(0)) letGo();
    },
  };
};

describe('a campaign whose template changes', () => {
  let website: string;
  let campaign: string;
  let rendering: ReturnType<typeof holdRendering>;

  beforeEach(async () => {
    website = (await content.website()).documentId;
    campaign = (await content.campaign(website, { htmlTemplate: 'old' })).documentId;
    await content.page(campaign, { slug: 'first', variables: { city: 'Berlin' } });
    rendering = holdRendering(NEW);
  });
  afterEach(() => rendering.release());

  const change = () => campaigns.update({ documentId: campaign, data: { htmlTemplate: NEW } });

  it('is tried on its live pages before anything is locked: others save meanwhile', async () => {
    const changing = change();
    const letGo = await rendering.next();
    await content.post(website, { slug: 'meanwhile' });
    letGo();
    rendering.release();
    expect(await changing).toMatchObject({ htmlTemplate: NEW });
  });

  it('is tried again where a page has gone live since, and refused if that one lacks a variable', async () => {
    const changing = expectRefusedAt('htmlTemplate', change());
    const letGo = await rendering.next();
    await content.page(campaign, { slug: 'late' });
    letGo();
    rendering.release();
    expect((await changing).message).toMatch(/^1 live page would lack/);
    expect(await campaigns.findOne({ documentId: campaign })).toMatchObject({ htmlTemplate: 'old' });
  });

  it('is tried again on what is new alone', async () => {
    const changing = change();
    const letGo = await rendering.next();
    await content.page(campaign, { slug: 'late', variables: { city: 'Köln' } });
    letGo();
    // What is known is not rendered once more: this is the page that has come.
    (await rendering.next())();
    rendering.release();
    expect(await changing).toMatchObject({ htmlTemplate: NEW });
  });

  /** While it is tried, one page after the other goes live, so that each look ahead of the lock comes too late. */
  const changeMeanwhile = async (
    changing: Promise<unknown>,
    cities: readonly (string | null)[],
    afterEach = async (): Promise<unknown> => undefined,
  ) => {
    for (const [index, city] of cities.entries()) {
      const letGo = await rendering.next();
      await content.page(campaign, { slug: `late-${index}`, ...(city && { variables: { city } }) });
      await afterEach();
      letGo();
    }
    rendering.release();
    return changing;
  };
  /** The change log as it is after work on very many pages: it names the campaign alone. */
  const nameCampaignAlone = () =>
    server.strapi.db
      .connection('content_delivery_changes')
      .where({ website, type: 'pseo-page' })
      .update({ type: 'campaign', entry: campaign });
  const CITIES = ['Köln', 'Bonn', 'Jena', 'Ulm', 'Hof'];

  it('is saved though a page goes live at each look: the last one is tried under the lock', async () => {
    expect(await changeMeanwhile(change(), CITIES)).toMatchObject({ htmlTemplate: NEW });
  });

  it('is refused if a page that went live at the last look lacks a variable', async () => {
    const changing = expectRefusedAt('htmlTemplate', change());
    await changeMeanwhile(changing, [...CITIES.slice(1), null]);
    expect((await changing).message).toMatch(/^1 live page would lack/);
    expect(await campaigns.findOne({ documentId: campaign })).toMatchObject({ htmlTemplate: 'old' });
  });

  it('is tried on all pages again where the change log names none of them', async () => {
    expect(await changeMeanwhile(change(), CITIES.slice(0, 3), nameCampaignAlone)).toMatchObject({
      htmlTemplate: NEW,
    });
  });

  it('is refused, and says when to try again, while work on very many pages goes on and on', async () => {
    const changing = expect(change()).rejects.toThrow('when imports and bulk changes are done');
    await changeMeanwhile(changing, CITIES, nameCampaignAlone);
    expect(await campaigns.findOne({ documentId: campaign })).toMatchObject({ htmlTemplate: 'old' });
  });

  /** Rows that lie ahead of every look, as those of somebody who is always quicker do. */
  const logChangesOf = (pages: number) => {
    const rows = Array.from({ length: pages }, (_, index) => ({
      website,
      revision: 2_000_000_000 + index,
      at: new Date(),
      type: 'pseo-page',
      action: 'updated',
      entry: `page-${index}`,
    }));
    return server.strapi.db.connection.batchInsert('content_delivery_changes', rows, 100);
  };

  it('is refused too while more pages keep changing than are tried under the lock', async () => {
    const changing = expect(change()).rejects.toThrow('when imports and bulk changes are done');
    await changeMeanwhile(changing, CITIES.slice(0, 1), () => logChangesOf(101));
    expect(await campaigns.findOne({ documentId: campaign })).toMatchObject({ htmlTemplate: 'old' });
  });

  it('is tried on all pages again where it is another one by now, whatever the change log says', async () => {
    const escaping = (version: number) =>
      server.strapi.db
        .connection('pseo_campaigns')
        .where({ document_id: campaign })
        .update({ escaping_version: version });
    await escaping(1);
    const changing = change();
    const letGo = await rendering.next();
    await escaping(2);
    letGo();
    (await rendering.next())();
    rendering.release();
    expect(await changing).toMatchObject({ htmlTemplate: NEW });
  });

  it('is tried on all pages again where the change log was pruned meanwhile', async () => {
    const since = await currentLogEnd(server.strapi, website);
    expect(await pagesChangedSince(server.strapi, website, campaign, since)).toEqual([]);
    await server.strapi.db.connection('content_delivery_log_starts').insert({ website, revision: since + 1 });
    expect(await pagesChangedSince(server.strapi, website, campaign, since)).toBeNull();
  });

  it('is not tried again where pages were only taken down', async () => {
    const { documentId } = await content.page(campaign, { slug: 'second', variables: { city: 'Bonn' } });
    const since = await currentLogEnd(server.strapi, website);
    await content.unpublish(PAGE, documentId);
    expect(await pagesChangedSince(server.strapi, website, campaign, since)).toEqual([]);
  });

  it('is tried on all pages again where very many have changed one by one', async () => {
    const since = await currentLogEnd(server.strapi, website);
    await logChangesOf(1_000);
    expect(await pagesChangedSince(server.strapi, website, campaign, since)).toHaveLength(1_000);
    await content.page(campaign, { slug: 'late', variables: { city: 'Köln' } });
    expect(await pagesChangedSince(server.strapi, website, campaign, since)).toBeNull();
  });

  it('is not tried on what goes live in another campaign', async () => {
    const other = await content.campaign(website, { htmlTemplate: 'other' });
    const changing = change();
    const letGo = await rendering.next();
    await content.page(other.documentId, { slug: 'of-another-campaign' });
    letGo();
    rendering.release();
    expect(await changing).toMatchObject({ htmlTemplate: NEW });
  });

  it('is found by the name of its save, whose answer may have been lost, also where it was tried twice', async () => {
    const name = unique('save').replace(/[^A-Za-z0-9-]/g, '');
    const address = `/content-manager/collection-types/${CAMPAIGN}/${campaign}`;
    const changing = panel.put(address, { htmlTemplate: NEW }, { [SAVE_HEADER]: name });
    const letGo = await rendering.next();
    await content.page(campaign, { slug: 'late', variables: { city: 'Köln' } });
    letGo();
    rendering.release();
    expect((await changing).status).toBe(200);
    const found = await panel.get(`/content-delivery/saves/${CAMPAIGN}/${name}`);
    expect([found.status, found.body.data]).toEqual([200, expect.objectContaining({ entry: campaign })]);
  });

  it('overwrites nothing that a colleague has saved while it was tried once more', async () => {
    const address = `/content-manager/collection-types/${CAMPAIGN}/${campaign}`;
    const opened = (await panel.get(address)).body.data as Record<string, unknown>;
    const changing = panel.put(address, {
      htmlTemplate: NEW,
      [OPENED_VERSION]: opened[OPENED_VERSION],
    });
    const first = await rendering.next();
    await content.page(campaign, { slug: 'late', variables: { city: 'Köln' } });
    first();
    const second = await rendering.next();
    await campaigns.update({ documentId: campaign, data: { name: 'Renamed by a colleague' } });
    second();
    rendering.release();
    const { status, body } = await changing;
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('has saved this entry')]);
    expect(await campaigns.findOne({ documentId: campaign })).toMatchObject({
      name: 'Renamed by a colleague',
      htmlTemplate: 'old',
    });
  });
});

describe('work on many pages', () => {
  const HTML = '<h1>{{ place }}</h1>';
  const TARGET = 'shop/{{ place }}';

  /** While something is rendered, a colleague saves on the same website; then the work goes on. */
  const expectOthersToSave = async (template: string, website: string, work: () => Promise<unknown>) => {
    const rendering = holdRendering(template);
    try {
      const working = work();
      const letGo = await rendering.next();
      await content.post(website, { slug: 'meanwhile' });
      letGo();
      rendering.release();
      return await working;
    } finally {
      rendering.release();
    }
  };
  const site = async () => {
    const { documentId, key } = await content.website();
    const campaign = (
      await content.campaign(documentId, {
        slugTemplate: '{{ place }}',
        targetSlugTemplate: TARGET,
        htmlTemplate: HTML,
      })
    ).documentId;
    return { website: documentId, key, campaign };
  };

  it.each(['by itself', 'in the panel'])('renders one page before it is published %s', async (way) => {
    const { website, key, campaign } = await site();
    const { documentId } = await content.pageDraft(campaign, { variables: { place: 'harbour' } });
    await expectOthersToSave(HTML, website, async () => {
      if (way === 'by itself') return documentsOf(PAGE).publish({ documentId });
      const saved = { variables: { place: 'quay', season: 'autumn', city: 'Köln' }, slug: 'quay' };
      const { status } = await panel.post(
        `/content-manager/collection-types/${PAGE}/${documentId}/actions/publish`,
        saved,
      );
      expect(status).toBe(200);
      return undefined;
    });
    const place = way === 'by itself' ? 'harbour' : 'quay';
    expect((await api.pseoPages(key, { slug: place })).body).toMatchObject({ html: `<h1>${place}</h1>` });
  });

  it('renders pages to publish before anything is locked', async () => {
    const { website, key, campaign } = await site();
    await content.pageDraft(campaign, { variables: { place: 'harbour' } });
    await expectOthersToSave(HTML, website, async () => {
      await panel.post('/content-delivery/pseo-page-jobs', { action: 'publish', filter: { website } });
      await serviceOf(server.strapi, 'jobs').runner.drain();
    });
    expect((await api.pseoPages(key, { slug: 'harbour' })).body).toMatchObject({
      html: '<h1>harbour</h1>',
      targetSlug: 'shop/harbour',
    });
  });

  it.each([false, true])(
    'renders rows of an import before, whether pages are there already: %s',
    async (isThere) => {
      const { website, key, campaign } = await site();
      if (isThere) await content.pageDraft(campaign, { variables: { place: 'harbour' } });
      const imports = importsBy(server.strapi, panel);
      const { documentId } = await imports.checked(campaign, 'place\nharbour\nquay\n');
      await expectOthersToSave(TARGET, website, () => imports.run(documentId, LIVE));
      for (const place of ['harbour', 'quay']) {
        expect((await api.pseoPages(key, { slug: place })).body).toMatchObject({
          targetSlug: `shop/${place}`,
        });
      }
    },
  );
});
