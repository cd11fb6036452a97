import type { LocalFiles } from '../../../src/plugins/content-delivery/server/src/panel/replacements/local-files';
import { UID, type TestWebsite } from '../../fixtures/content';
import { signInAsSuperAdmin } from '../../support/admin-panel';
import { serviceOf } from '../../support/services';
import { withServer } from '../../support/with-server';

const TO = 'https://cms.example.com';
const shot = (host: string, name = 'a.png') => `<p><img src="${host}/uploads/${name}" alt="A"></p>\n`;

describe('files in texts under an address of this machine', () => {
  const { server, content, api, rowsOf } = withServer();
  const localFiles = () => serviceOf(server.strapi, 'replacements').localFiles;
  const drain = () => serviceOf(server.strapi, 'jobs').runner.drain();

  const found = async ({ documentId }: TestWebsite): Promise<LocalFiles[]> => {
    const all: LocalFiles[] = [];
    for await (const one of localFiles().find()) {
      if (one.website?.documentId === documentId) all.push(one);
    }
    return all;
  };
  const change = async (website: TestWebsite) => localFiles().change(await found(website), TO, drain);
  const rows = async (uid: string, documentId: string, field: string) =>
    (await rowsOf(uid).findMany({ where: { documentId }, orderBy: { id: 'asc' } })).map((row) => row[field]);

  it('are found in every version, counted, and get the public address; take-back puts it back', async () => {
    const website = await content.website({ name: 'Shop' });
    const before =
      shot('http://127.0.0.1:1337') + shot('http://localhost:8080') + shot('http://127.0.0.1:1337');
    const post = await content.post(website.documentId, { title: 'News', slug: 'news', content: before });
    await content.update(UID.post, post.documentId, { title: 'News, changed' });

    expect(await found(website)).toEqual(
      ['draft', 'live'].map((version) => ({
        uid: UID.post,
        documentId: post.documentId,
        name: version === 'draft' ? 'News, changed' : 'News',
        website: expect.objectContaining({ name: 'Shop' }),
        field: 'content',
        version,
        count: 3,
        hosts: ['http://127.0.0.1:1337', 'http://localhost:8080'],
      })),
    );

    expect(await change(website)).toEqual({ posts: 2, others: 0, refusals: [] });
    expect(await found(website)).toEqual([]);
    const { body } = await api.blog(website.key, { slug: 'news' });
    expect(body).toMatchObject({ title: 'News', content: shot(TO) + shot(TO) + shot(TO) });

    const panel = await signInAsSuperAdmin(server.strapi);
    const { body: list } = await panel.get('/content-delivery/replacements');
    for (const { documentId, mayTakeBack } of list.data as { documentId: string; mayTakeBack: boolean }[]) {
      expect(mayTakeBack).toBe(true);
      await panel.post(`/content-delivery/replacements/${documentId}/take-back`, {});
      await drain();
    }
    expect(await rows(UID.post, post.documentId, 'content')).toEqual([before, before]);
  });

  it('leaves alone what is no file of a server, and words of a text', async () => {
    const website = await content.website();
    await content.post(website.documentId, {
      content: `<p><a href="http://localhost:3000/start">Start</a> <code>http://localhost:1337/uploads/a.png</code></p>${shot('https://localhost.example.com')}`,
    });
    expect(await found(website)).toEqual([]);
  });

  it('are changed in addresses of pictures, templates, pages and their variables, and published', async () => {
    const website = await content.website();
    const local = 'http://localhost:1337/uploads/b.png';
    const post = await content.post(website.documentId, { featuredImageUrl: local });
    const campaign = await content.campaign(website.documentId, {
      htmlTemplate: `${shot('http://[::1]:1337', '{{ file }}')}{% if city %}{{ city }}{% endif %}`,
    });
    const page = await content.page(campaign.documentId, {
      slug: 'leith',
      targetSlug: 'leith',
      html: shot('http://127.0.0.1'),
      variables: { file: 'c.png', picture: local },
    });

    expect((await found(website)).map(({ field, count }) => `${field} ${count}`)).toEqual([
      'featuredImageUrl 1',
      'featuredImageUrl 1',
      'htmlTemplate 1',
      'html 1',
      'variables 1',
      'html 1',
      'variables 1',
    ]);
    expect(await change(website)).toEqual({ posts: 0, others: 3, refusals: [] });
    expect(await found(website)).toEqual([]);
    const fixed = `${TO}/uploads/b.png`;
    expect(await rows(UID.post, post.documentId, 'featuredImageUrl')).toEqual([fixed, fixed]);
    expect(await rows(UID.campaign, campaign.documentId, 'htmlTemplate')).toEqual([
      `${shot(TO, '{{ file }}')}{% if city %}{{ city }}{% endif %}`,
    ]);
    expect(await rows(UID.page, page.documentId, 'html')).toEqual([shot(TO), shot(TO)]);
    expect(await rows(UID.page, page.documentId, 'variables')).toEqual(
      [1, 2].map(() => ({ file: 'c.png', picture: fixed })),
    );
  });

  it('keeps unpublished changes of a draft unpublished, and says what is live as before', async () => {
    const website = await content.website();
    const local = 'http://localhost:1337/uploads/d.png';
    const post = await content.post(website.documentId, { title: 'Old', featuredImageUrl: local });
    await content.update(UID.post, post.documentId, { title: 'New' });

    const { others, refusals } = await change(website);
    expect({ others, refusals }).toEqual({
      others: 0,
      refusals: [expect.stringMatching(/^"(?:Old|New)": Its draft is changed\./)],
    });
    expect((await found(website)).map(({ version }) => version)).toEqual(['live']);
    expect(await rows(UID.post, post.documentId, 'title')).toEqual(['New', 'Old']);
  });

  it('says what a rule refuses', async () => {
    const website = await content.website();
    const campaign = await content.campaign(website.documentId, {
      htmlTemplate: shot('http://localhost:1337'),
    });
    await server.strapi.db
      .connection('pseo_campaigns')
      .where({ document_id: campaign.documentId })
      .update({ html_template: `${shot('http://localhost:1337')}{% if %}` });
    const { others, refusals } = await change(website);
    expect(others).toBe(0);
    expect(refusals).toHaveLength(1);
  });
});
