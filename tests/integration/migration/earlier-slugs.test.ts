import { createReport } from '../../../src/plugins/content-delivery/server/src/migration';
import type { IncomingPost } from '../../../src/plugins/content-delivery/server/src/migration';
import { serviceOf } from '../../support/services';
import { unique } from '../../fixtures/content';
import { withServer } from '../../support/with-server';

describe('earlier slugs that come with an import', () => {
  const { server, content, api } = withServer();

  const opened = async (isDryRun = false) => {
    const account = (await content.account()).documentId;
    const website = await content.website({ account });
    const report = createReport();
    const writer = await serviceOf(server.strapi, 'migration').open(
      {
        website: {
          name: website['name'] as string,
          url: null,
          kind: 'rest-api',
          account,
          apiKey: null,
          id: null,
          mayHaveContent: true,
        },
        source: unique('https://source.example.com'),
        images: { mode: 'leave', base: 'https://source.example.com', hosts: [] },
        isDryRun,
      },
      report,
    );
    return { writer, website, lines: report.report.lines };
  };
  const post = (slug: string, earlierSlugs?: string[]): IncomingPost => ({
    sourceId: slug,
    version: slug,
    id: null,
    title: slug,
    slug,
    ...(earlierSlugs && { earlierSlugs }),
    status: 'published',
    content: '',
    category: null,
    tags: [],
    featuredImage: null,
    metaTitle: null,
    metaDescription: null,
    createdAt: null,
    updatedAt: null,
    scheduleDate: null,
  });

  it('lead to their posts, as far as nothing else has them', async () => {
    const { writer, website, lines } = await opened();
    await content.post(website.documentId, { slug: 'taken' });
    await writer.post(post('one', ['old', 'café', 'taken', 'one', ' ', 'x'.repeat(256)]));
    await writer.post(post('two', ['old', 'older', 'three']));
    // It comes later, under a slug that another had before.
    await writer.post(post('three'));
    expect((await api.redirects(website.key)).body).toEqual([
      { type: 'post', from: 'café', to: 'one' },
      { type: 'post', from: 'old', to: 'one' },
      { type: 'post', from: 'older', to: 'two' },
    ]);
    expect(lines.map(({ where, count }) => [where, count])).toEqual([['taken, old', 2]]);
  });

  it('are stored with their post, or neither is', async () => {
    const { writer, website } = await opened();
    const table = 'content_delivery_earlier_slugs';
    const sql = server.strapi.db.connection;
    const entry = async (): Promise<unknown> =>
      sql('posts').where({ slug: 'whole' }).whereNotNull('published_at').first('id');
    // The server is gone where the slugs would be stored.
    const cut = new Error('cut off');
    const listen = ({ sql: statement }: { sql: string }): void => {
      if (/^insert/i.test(statement) && statement.includes(table)) throw cut;
    };
    sql.client.on('query', listen);
    await expect(writer.post(post('whole', ['before']))).rejects.toThrow('cut off');
    sql.client.off('query', listen);
    expect(await entry()).toBeUndefined();
    // The import goes on.
    await writer.post(post('whole', ['before']));
    expect((await api.redirects(website.key)).body).toEqual([{ type: 'post', from: 'before', to: 'whole' }]);
    expect(await entry()).toBeDefined();
  });

  it('come from a list of redirects', async () => {
    const { writer, website, lines } = await opened();
    const campaign = await content.campaign(website.documentId, { htmlTemplate: 'x' });
    await content.page(campaign.documentId, { slug: 'a/b' });
    await writer.post(post('one'));
    await writer.redirects([
      { type: 'post', from: 'old', to: 'one' },
      { type: 'post', from: 'lost', to: 'none' },
      { type: 'pseo-page', from: 'old', to: 'a/b' },
    ]);
    expect((await api.redirects(website.key)).body).toEqual([
      { type: 'post', from: 'old', to: 'one' },
      { type: 'pseo-page', from: 'old', to: 'a/b' },
    ]);
    expect(lines.map(({ where, loss }) => [where, loss])).toEqual([['lost', 'note']]);
  });

  it('are left alone by a dry run', async () => {
    const { writer, website } = await opened(true);
    await content.post(website.documentId, { slug: 'here' });
    await writer.post(post('one', ['old']));
    await writer.redirects([{ type: 'post', from: 'older', to: 'here' }]);
    expect((await api.redirects(website.key)).body).toEqual([]);
  });
});
