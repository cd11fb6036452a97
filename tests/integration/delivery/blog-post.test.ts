import { UID } from '../../fixtures/content';
import { expectAnswer, expectError } from '../../support/requests';
import { PUBLIC_URL } from '../../support/strapi';
import { storeUnfitSlug } from '../../support/unfit-slugs';
import { withServer } from '../../support/with-server';

describe('GET /api/blog?slug=', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite();

  const post = (slug: string) => api.blog(website.key, { slug });
  const expectNone = async (slug: string, details: object = {}) =>
    expectError(await post(slug), 404, 'NotFoundError', /\S/, { code: 'unknown-slug', ...details });

  it('falls back to the image hosted elsewhere when the uploaded one is taken off', async () => {
    const created = await content.post(website.documentId, {
      slug: 'images',
      featuredImage: await content.image('/uploads/images.webp'),
      featuredImageUrl: 'https://images.example.com/images.webp',
    });
    const image = async () => ((await post('images')).body as { featuredImage: string | null }).featuredImage;
    expect(await image()).toBe(`${PUBLIC_URL}/uploads/images.webp`);
    await content.update(UID.post, created.documentId, { featuredImage: null }, 'published');
    expect(await image()).toBe('https://images.example.com/images.webp');
    await content.update(UID.post, created.documentId, { featuredImageUrl: null }, 'published');
    expect(await image()).toBeNull();
  });

  it('agrees with the list in every field but content, for a full and for a bare post', async () => {
    const own = await content.website();
    await content.post(own.documentId, {
      slug: 'full',
      category: (await content.category(own.documentId)).documentId,
      tags: [(await content.tag(own.documentId)).documentId],
      content: '<p>Hello</p>',
      featuredImage: await content.image('/uploads/full.webp'),
      scheduleDate: '2030-01-01T02:00:00.005+02:00',
    });
    await content.post(own.documentId, { slug: 'bare', publishDate: '2025-01-01T00:00:00.000Z' });
    const items = (await api.blog(own.key)).body as Record<string, unknown>[];
    expect(items).toMatchObject([
      { slug: 'full', scheduleDate: '2030-01-01T00:00:00.005Z' },
      { slug: 'bare', scheduleDate: null },
    ]);
    for (const { title, slug, category, tags, featuredImage, ...rest } of items) {
      const html = slug === 'full' ? '<p>Hello</p>' : '';
      const whole = { title, slug, category, tags, featuredImage, content: html, ...rest };
      expectAnswer(await api.blog(own.key, { slug: slug as string }), whole);
    }
  });

  it('answers 404 for slugs of no post, of a draft, of an unpublished and of a deleted post', async () => {
    await content.draft(website.documentId, { slug: 'only-a-draft' });
    const unpublished = await content.post(website.documentId, { slug: 'unpublished' });
    const deleted = await content.post(website.documentId, { slug: 'deleted' });
    expect((await post('unpublished')).status).toBe(200);
    expect((await post('deleted')).status).toBe(200);
    await content.unpublish(UID.post, unpublished.documentId);
    await content.remove(UID.post, deleted.documentId);
    await expectNone('nowhere');
    await expectNone('only-a-draft');
    await expectNone('unpublished');
    await expectNone('deleted');
  });

  it('says no word about a withheld post before its time', async () => {
    const withholds = await content.website({ scheduledPosts: 'withhold' });
    await content.post(withholds.documentId, { slug: 'withheld', scheduleDate: '2999-01-01T00:00:00.000Z' });
    const withheld = await api.blog(withholds.key, { slug: 'withheld' });
    const missing = await api.blog(withholds.key, { slug: 'there-is-none' });
    expect(withheld.status).toBe(404);
    expect(withheld.text).toBe(missing.text);
  });

  it.each([
    ['a path', 'guides/water/☕️-🫘'],
    ['a broken escape', '%zz'],
    ['a plus and an ampersand', 'salt+pepper&more=1'],
  ])('finds a slug with %s', async (_what, slug) => {
    const { documentId } = await content.post(website.documentId, { content: slug });
    await storeUnfitSlug(server.strapi, UID.post, website.documentId, documentId, slug);
    const response = await post(slug);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ slug, content: slug });
  });

  it('takes a plus in a query string for a space, as browsers send it', async () => {
    const { documentId } = await content.post(website.documentId);
    await storeUnfitSlug(server.strapi, UID.post, website.documentId, documentId, 'two words');
    const response = await api.get('/api/blog', `apiKey=${website.key}&slug=two+words`);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ slug: 'two words' });
  });
});
