import type { IncomingPage } from '../../../src/plugins/content-delivery/server/src/migration';
import { UID, unique } from '../../fixtures/content';
import { rowsAlike } from '../../support/page-rows';
import { withServer } from '../../support/with-server';
import { incomingCampaign, incomingPage, openWriterOn } from '../../support/writer';

const DATES = {
  createdAt: new Date('2024-01-01T00:00:00.001Z'),
  updatedAt: new Date('2024-02-02T02:02:02.002Z'),
};
const LINKS = [
  { keyword: 'b', anchor: 'B', url: '/b', internal: true, nofollow: false },
  { keyword: 'a', anchor: null, url: 'https://example.com', internal: false, nofollow: true },
];
const TEXTS = {
  targetSlug: 'target',
  variables: { b: '2', a: '1' },
  html: '<p>{{ literal }}\r\n</p>',
  metaTitle: 'Title',
  metaDescription: null,
};

describe('pages that are brought in', () => {
  const { server, content } = withServer();

  const openOne = async () => {
    const { writer, report } = await openWriterOn(server.strapi);
    await writer.campaign(incomingCampaign());
    return { writer, report };
  };
  const pageOf = (slug: string, more: Partial<IncomingPage> = {}): IncomingPage =>
    incomingPage(slug, { ...TEXTS, ...DATES, internalLinks: LINKS, ...more });
  const find = (slug: string) =>
    server.strapi.db
      .query('api::pseo-page.pseo-page')
      .findOne({ where: { slug, publishedAt: null }, populate: { campaign: true } }) as Promise<{
      documentId: string;
      campaign: { documentId: string };
    }>;

  it('leave the rows that the document service leaves, and make its events', async () => {
    const { writer } = await openOne();
    const slug = unique('page');
    const events: string[] = [];
    const listen =
      (event: string) =>
      async ({ model }: { model?: string }) =>
        void (model === 'pseo-page' && events.push(event));
    const [made, published] = [listen('entry.create'), listen('entry.publish')];
    server.strapi.eventHub.on('entry.create', made);
    server.strapi.eventHub.on('entry.publish', published);
    const others = [pageOf(unique('page'), { internalLinks: [] }), pageOf(unique('page'))];
    expect(await writer.pages([pageOf(slug), ...others])).toEqual(['made', 'made', 'made']);
    server.strapi.eventHub.off('entry.create', made);
    server.strapi.eventHub.off('entry.publish', published);
    expect(events.sort()).toEqual([...Array(3).fill('entry.create'), ...Array(3).fill('entry.publish')]);

    const brought = await find(slug);
    const twin = await content.create(
      UID.page,
      {
        ...TEXTS,
        ...DATES,
        slug: `${slug}-twin`,
        internalLinks: LINKS,
        campaign: { documentId: brought.campaign.documentId },
      },
      'published',
    );
    const alike = (documentId: string) =>
      rowsAlike(server.strapi, documentId, /^(document_id|slug|unique_key|published_at)$/);
    const rows = await alike(brought.documentId);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(await alike(twin.documentId));
  });

  it('wait for the rules where their campaign has got templates here', async () => {
    const { writer, report } = await openOne();
    const { documentId } = (await server.strapi.db.query('api::pseo-campaign.pseo-campaign').findOne({
      where: { website: { documentId: writer.website.documentId } },
    })) as { documentId: string };
    await content.update(UID.campaign, documentId, { htmlTemplate: '{{ missing }}' });
    const outcomes = await writer.pages([pageOf(unique('own')), pageOf(unique('empty'), { html: '' })]);
    expect(outcomes).toEqual(['made', 'left-out']);
    expect(report.lines.at(-1)).toMatchObject({
      loss: 'left-out',
      what: expect.stringMatching(/missing/) as string,
    });
  });

  it('have no slug of a page that somebody makes meanwhile', async () => {
    const { writer, report } = await openOne();
    const { documentId } = (await server.strapi.db.query('api::pseo-campaign.pseo-campaign').findOne({
      where: { website: { documentId: writer.website.documentId } },
    })) as { documentId: string };
    const slug = unique('raced');
    const [[outcome]] = await Promise.all([
      writer.pages([pageOf(slug)]),
      content.page(documentId, { slug }).catch(() => undefined),
    ]);
    expect(['made', 'left-out']).toContain(outcome);
    expect(report.counts.page.made + report.counts.page.leftOut).toBe(1);
    expect(await server.strapi.db.query('api::pseo-page.pseo-page').count({ where: { slug } })).toBe(2);
  });
});
