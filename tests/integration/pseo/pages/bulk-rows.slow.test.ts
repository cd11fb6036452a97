import { unique, UID } from '../../../fixtures/content';
import { runningJobs } from '../../../support/jobs';
import { countPageRows, pageInDatabase, rowsAlike } from '../../../support/page-rows';
import { withServer } from '../../../support/with-server';

const LINKS = [
  { keyword: 'first', anchor: 'A', url: '/first', internal: true, nofollow: false },
  { keyword: 'second', url: 'https://example.com/second', internal: false, nofollow: true },
  { keyword: 'ß 😀', anchor: '', url: '/third' },
];

describe('rows of pages that were changed in bulk are those that Strapi would have made', () => {
  const { server, content, documentsOf, asSuperAdmin } = withServer();
  const pages = documentsOf(UID.page);
  const panel = asSuperAdmin();
  const jobs = runningJobs(() => server.strapi);

  const bulk = async (action: string, website: string, ...documentIds: string[]) => {
    const { status, body } = await panel.post('/content-delivery/pseo-page-jobs', {
      action,
      website,
      pages: documentIds,
    });
    expect(status).toBe(202);
    return jobs.ended((body.data as { documentId: string }).documentId);
  };
  const stored = (documentId: string) => pageInDatabase(server.strapi, documentId);

  /** Two pages alike, with a campaign that makes their texts. */
  const twins = async (data: Record<string, unknown>, inPanel = false) => {
    const website = await content.website();
    const campaign = await content.campaign(website.documentId, {
      slugTemplate: '{{ place }}/cafés',
      targetSlugTemplate: 'in-{{ place }}',
      htmlTemplate: '<p>{{ place }}</p>',
    });
    const make = async (place: string): Promise<string> => {
      const page = { ...data, variables: { place, text: 'Ü "quoted" \\ 😀' } };
      if (!inPanel) return (await content.pageDraft(campaign.documentId, page)).documentId;
      const { body } = await panel.post(`/content-manager/collection-types/${UID.page}`, {
        ...page,
        campaign: { connect: [{ documentId: campaign.documentId }] },
      });
      return (body.data as { documentId: string }).documentId;
    };
    return { website: website.documentId, a: await make('a'), b: await make('b'), campaign };
  };

  const expectTwins = async (byStrapi: string, inBulk: string) => {
    const alike = (documentId: string) =>
      rowsAlike(
        server.strapi,
        documentId,
        /^(document_id|slug|target_slug|unique_key|variables|(created|updated|published)_at)$/,
      );
    expect(await alike(inBulk)).toEqual(await alike(byStrapi));
    const [one, other] = [await stored(byStrapi), await stored(inBulk)];
    for (const { draft, live } of [one, other]) {
      for (const row of live) {
        for (const name of ['document_id', 'created_at', 'updated_at', 'variables']) {
          expect(row.columns[name]).toEqual(draft?.columns[name]);
        }
      }
    }
    return other;
  };

  it.each([
    ['plain', {}, false],
    [
      'with all of its own texts',
      { html: '<b>own</b>', metaTitle: 'T', metaDescription: 'D', targetSlug: 't' },
      false,
    ],
    ['with internal links', { internalLinks: LINKS }, false],
    ['made by somebody', { internalLinks: LINKS }, true],
  ])('published for the first time: %s', async (_name, data, inPanel) => {
    const { website, a, b } = await twins(data, inPanel);
    await pages.publish({ documentId: a });
    expect(await bulk('publish', website, b)).toMatchObject({ state: 'done', done: 1, total: 1 });
    const { live } = await expectTwins(a, b);
    expect(live).toHaveLength(1);
    expect(live[0]?.columns).toMatchObject({
      slug: 'b/cafés',
      target_slug: 'targetSlug' in data ? 't' : 'in-b',
    });
  });

  it('published again after changes: the live row is replaced, its links with it', async () => {
    const { website, a, b } = await twins({ internalLinks: LINKS });
    await pages.publish({ documentId: a });
    await pages.publish({ documentId: b });
    const before = await countPageRows(server.strapi);
    for (const documentId of [a, b]) {
      await pages.update({ documentId, data: { html: 'new', internalLinks: [LINKS[2], LINKS[0]] } });
    }
    const changed = await countPageRows(server.strapi);
    await pages.publish({ documentId: a });
    await bulk('publish', website, b);
    const { live } = await expectTwins(a, b);
    expect(live[0]?.columns['html']).toBe('new');
    expect(live[0]?.components.map(({ component }) => component['keyword'])).toEqual(['ß 😀', 'first']);
    // Two pages with three links each, draft and live, have become two with two links each.
    expect(await countPageRows(server.strapi)).toEqual({
      ...before,
      components_pseo_internal_links: (before['components_pseo_internal_links'] ?? 0) - 4,
      pseo_pages_cmps: (before['pseo_pages_cmps'] ?? 0) - 4,
    });
    expect(changed['pseo_pages']).toBe(before['pseo_pages']);
  });

  it('left alone when nothing has changed since they were published', async () => {
    const { website, a, b } = await twins({ internalLinks: LINKS });
    await pages.publish({ documentId: a });
    await bulk('publish', website, b);
    const rows = await server.strapi.db.connection('pseo_pages').where({ document_id: b }).orderBy('id');
    const job = await bulk('publish', website, b);
    expect(job).toMatchObject({ state: 'done', changed: 0, unchanged: 1 });
    expect(await server.strapi.db.connection('pseo_pages').where({ document_id: b }).orderBy('id')).toEqual(
      rows,
    );
  });

  it('unpublished', async () => {
    const { website, a, b } = await twins({ internalLinks: LINKS });
    for (const documentId of [a, b]) await pages.publish({ documentId });
    const before = await countPageRows(server.strapi);
    await pages.unpublish({ documentId: a });
    const between = await countPageRows(server.strapi);
    await bulk('unpublish', website, b);
    await expectTwins(a, b);
    const after = await countPageRows(server.strapi);
    for (const table of Object.keys(before)) {
      expect((between[table] ?? 0) - (after[table] ?? 0)).toBe((before[table] ?? 0) - (between[table] ?? 0));
    }
    expect(await bulk('unpublish', website, b)).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('deleted, with nothing left behind', async () => {
    const before = await countPageRows(server.strapi);
    const { website, a, b } = await twins({ internalLinks: LINKS });
    await pages.publish({ documentId: a });
    expect(await bulk('delete', website, a, b)).toMatchObject({ state: 'done', changed: 2 });
    expect(await countPageRows(server.strapi)).toEqual(before);
  });

  it('can be worked on by Strapi as before', async () => {
    const { website, b } = await twins({ internalLinks: LINKS });
    await bulk('publish', website, b);
    expect(await pages.findOne({ documentId: b, status: 'published' })).toMatchObject({ slug: 'b/cafés' });
    await pages.update({ documentId: b, data: { slug: unique('renamed') } });
    await pages.publish({ documentId: b });
    await pages.discardDraft({ documentId: b });
    await pages.unpublish({ documentId: b });
    await pages.delete({ documentId: b });
    expect(await stored(b)).toEqual({ draft: null, live: [] });
  });
});
