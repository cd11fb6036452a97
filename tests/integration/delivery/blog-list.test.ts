import { UID } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { expectAnswer } from '../../support/requests';
import { PUBLIC_URL } from '../../support/strapi';
import { withServer } from '../../support/with-server';

describe('GET /api/blog without a slug', () => {
  const { content, api } = withServer();

  afterEach(resumeClock);

  const slugs = async (key: string): Promise<string[]> => {
    const response = await api.blog(key);
    expect(response.status).toBe(200);
    return (response.body as { slug: string }[]).map((post) => post.slug);
  };

  it('answers an empty list for a website without posts', async () => {
    const website = await content.website();
    expectAnswer(await api.blog(website.key), []);
  });

  it('answers every field of a full and of a bare post, in the order of the specification, without content', async () => {
    const website = await content.website();
    const category = await content.category(website.documentId, 'Brew Guides');
    const tags = [];
    for (const name of ['zebra', 'Apple', 'middle']) tags.push(await content.tag(website.documentId, name));
    stopClockAt('2025-03-02T10:20:30.456Z');
    await content.post(website.documentId, {
      title: 'Full',
      slug: 'full',
      category: category.documentId,
      tags: tags.map((tag) => tag.documentId),
      featuredImage: await content.image('/uploads/full.webp'),
      featuredImageUrl: 'https://images.example.com/other.webp',
      content: '<p>Not in the list</p>',
      metaTitle: 'Meta title',
      metaDescription: 'Meta description',
      scheduleDate: '2025-03-01T00:00:00.001Z',
    });
    stopClockAt('2025-03-01T08:00:00.007Z');
    await content.post(website.documentId, { title: 'Bare', slug: 'bare' });

    expectAnswer(await api.blog(website.key), [
      {
        title: 'Full',
        slug: 'full',
        category: 'Brew Guides',
        tags: ['zebra', 'Apple', 'middle'],
        featuredImage: `${PUBLIC_URL}/uploads/full.webp`,
        metaTitle: 'Meta title',
        metaDescription: 'Meta description',
        createdAt: '2025-03-02T10:20:30.456Z',
        updatedAt: '2025-03-02T10:20:30.456Z',
        scheduleDate: '2025-03-01T00:00:00.001Z',
      },
      {
        title: 'Bare',
        slug: 'bare',
        category: null,
        tags: [],
        featuredImage: null,
        metaTitle: 'Bare',
        metaDescription: '',
        createdAt: '2025-03-01T08:00:00.007Z',
        updatedAt: '2025-03-01T08:00:00.007Z',
        scheduleDate: null,
      },
    ]);
  });

  it('answers the fallbacks of image and meta fields that are empty', async () => {
    const website = await content.website();
    await content.post(website.documentId, {
      title: 'Hosted elsewhere',
      featuredImageUrl: 'https://images.example.com/a b.webp?w=1&h=2',
      metaTitle: '',
      metaDescription: '',
    });
    const response = await api.blog(website.key);
    expect(response.status).toBe(200);
    expect(response.body).toEqual([
      expect.objectContaining({
        featuredImage: 'https://images.example.com/a b.webp?w=1&h=2',
        metaTitle: 'Hosted elsewhere',
        metaDescription: '',
      }),
    ]);
  });

  it('keeps the absolute address that an upload provider elsewhere gives', async () => {
    const website = await content.website();
    const featuredImage = await content.image('https://bucket.example.com/image.webp');
    await content.post(website.documentId, { featuredImage });
    const response = await api.blog(website.key);
    expect(response.status).toBe(200);
    expect(response.body).toEqual([
      expect.objectContaining({ featuredImage: 'https://bucket.example.com/image.webp' }),
    ]);
  });

  it('never builds the image address from headers of the request', async () => {
    const website = await content.website();
    await content.post(website.documentId, { featuredImage: await content.image('/uploads/host.webp') });
    const response = await api
      .blog(website.key)
      .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual([
      expect.objectContaining({ featuredImage: `${PUBLIC_URL}/uploads/host.webp` }),
    ]);
  });

  it('orders posts newest first by createdAt, and equal ones by documentId', async () => {
    const website = await content.website();
    const noon = '2025-05-05T12:00:00.000Z';
    // Neither the order of insertion nor that of Strapi's own dates is the order asked for.
    await content.post(website.documentId, {
      slug: 'tie-2',
      documentId: 'tieb000000000000000000m1',
      publishDate: noon,
    });
    await content.post(website.documentId, { slug: 'oldest', publishDate: '2025-05-05T11:59:59.999Z' });
    await content.post(website.documentId, {
      slug: 'tie-3',
      documentId: 'tiec000000000000000000m1',
      publishDate: noon,
    });
    await content.post(website.documentId, { slug: 'newest', publishDate: '2025-05-05T12:00:00.001Z' });
    await content.post(website.documentId, {
      slug: 'tie-1',
      documentId: 'tiea000000000000000000m1',
      publishDate: noon,
    });
    expect(await slugs(website.key)).toEqual(['newest', 'tie-1', 'tie-2', 'tie-3', 'oldest']);
  });

  it('follows the order of the tags when an editor changes it', async () => {
    const website = await content.website();
    const [a, b, c] = [
      await content.tag(website.documentId, 'a'),
      await content.tag(website.documentId, 'b'),
      await content.tag(website.documentId, 'c'),
    ].map((tag) => tag.documentId);
    const post = await content.post(website.documentId, { tags: [c, a, b] });
    const tags = async () => ((await api.blog(website.key)).body as { tags: string[] }[])[0]?.tags;
    expect(await tags()).toEqual(['c', 'a', 'b']);
    await content.update(UID.post, post.documentId, { tags: [b, c, a] }, 'published');
    expect(await tags()).toEqual(['b', 'c', 'a']);
  });

  it("ignores parameters that it does not know, Strapi's own among them", async () => {
    const website = await content.website();
    await content.post(website.documentId, { slug: 'one' });
    await content.post(website.documentId, { slug: 'two' });
    await content.draft(website.documentId, { slug: 'draft' });
    const plain = await api.blog(website.key);
    const decorated = await api.get(
      '/api/blog',
      `apiKey=${website.key}&status=draft&populate=*&fields[0]=content&sort=title&pagination[limit]=1&filters[slug]=one` +
        '&campaignId=x&author=none&Slug=one&page=2&apikey=x&locale=fr',
    );
    expectAnswer(decorated, plain.body);
    expect(plain.body).toHaveLength(2);
  });
});
