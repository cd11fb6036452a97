import { UID } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { expectAnswer, expectError } from '../../support/requests';
import { PUBLIC_URL } from '../../support/strapi';
import { storeOldSlug } from '../../support/old-slugs';
import { withServer } from '../../support/with-server';

describe('GET /api/blog?slug=', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite();

  afterEach(resumeClock);

  const post = (slug: string) => api.blog(website.key, { slug });
  const expectNone = async (slug: string, details: object = {}) =>
    expectError(await post(slug), 404, 'NotFoundError', /\S/, { code: 'unknown-slug', ...details });

  it('answers every field of a full post in the order of the specification', async () => {
    const category = await content.category(website.documentId, 'Water & Ünïcode "quoted"');
    const last = await content.tag(website.documentId, 'z-last');
    const first = await content.tag(website.documentId, 'a-first');
    stopClockAt('2024-02-29T23:59:59.999Z');
    await content.post(website.documentId, {
      title: 'Full <b>title</b>',
      slug: 'full',
      category: category.documentId,
      tags: [last.documentId, first.documentId],
      featuredImage: await content.image('/uploads/full.webp'),
      featuredImageUrl: 'https://images.example.com/other.webp',
      content: '<p>Hello</p>',
      metaTitle: 'Meta title',
      metaDescription: 'Meta description',
      scheduleDate: '2030-01-01T02:00:00.005+02:00',
    });
    expectAnswer(await post('full'), {
      title: 'Full <b>title</b>',
      slug: 'full',
      category: 'Water & Ünïcode "quoted"',
      tags: ['z-last', 'a-first'],
      featuredImage: `${PUBLIC_URL}/uploads/full.webp`,
      content: '<p>Hello</p>',
      metaTitle: 'Meta title',
      metaDescription: 'Meta description',
      // A scheduled post stands under the date at which it appears.
      createdAt: '2030-01-01T00:00:00.005Z',
      updatedAt: '2030-01-01T00:00:00.005Z',
      scheduleDate: '2030-01-01T00:00:00.005Z',
    });
  });

  it('answers a bare post with null, empty and fallback values, and content as an empty text', async () => {
    stopClockAt('2024-03-01T00:00:00.000Z');
    await content.post(website.documentId, { title: 'Bare', slug: 'bare' });
    expectAnswer(await post('bare'), {
      title: 'Bare',
      slug: 'bare',
      category: null,
      tags: [],
      featuredImage: null,
      content: '',
      metaTitle: 'Bare',
      metaDescription: '',
      createdAt: '2024-03-01T00:00:00.000Z',
      updatedAt: '2024-03-01T00:00:00.000Z',
      scheduleDate: null,
    });
  });

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

  it('agrees with the list in every field but content', async () => {
    const own = await content.website();
    const category = await content.category(own.documentId);
    const tag = await content.tag(own.documentId);
    await content.post(own.documentId, {
      slug: 'agreeing',
      category: category.documentId,
      tags: [tag.documentId],
      content: 'x',
      featuredImage: await content.image('/uploads/agreeing.webp'),
    });
    const [item] = (await api.blog(own.key)).body as Record<string, unknown>[];
    const single = await api.blog(own.key, { slug: 'agreeing' });
    const { content: html, ...rest } = single.body as Record<string, unknown>;
    expect(single.status).toBe(200);
    expect(html).toBe('x');
    expect(JSON.stringify(rest)).toBe(JSON.stringify(item));
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

  it('serves the live version under the live slug while a draft is edited', async () => {
    const live = await content.post(website.documentId, { title: 'Live', slug: 'live', content: 'live' });
    const before = await post('live');
    await content.update(UID.post, live.documentId, {
      title: 'Edited',
      slug: 'live-edited',
      content: 'edited',
    });
    expect(before.body).toMatchObject({ title: 'Live', content: 'live' });
    expect((await post('live')).text).toBe(before.text);
    await expectNone('live-edited');

    await content.publish(UID.post, live.documentId);
    await expectNone('live', { movedTo: 'live-edited' });
    expect((await post('live-edited')).body).toMatchObject({ title: 'Edited', content: 'edited' });
  });

  it('shows nothing of a draft edit that was discarded', async () => {
    const live = await content.post(website.documentId, { title: 'Kept', slug: 'kept' });
    const before = await post('kept');
    await content.update(UID.post, live.documentId, { title: 'Discarded', slug: 'discarded' });
    await content.discardDraft(UID.post, live.documentId);
    await content.publish(UID.post, live.documentId);
    expect(before.status).toBe(200);
    expect((await post('kept')).body).toMatchObject({ title: 'Kept', slug: 'kept' });
    await expectNone('discarded');
  });

  it.each([
    ['a path', 'guides/water/soft'],
    ['a percent sign', '100%-arabica'],
    ['a broken escape', '%zz'],
    ['a plus and an ampersand', 'salt+pepper&more=1'],
    ['Cyrillic', 'кирилиця'],
    ['an emoji', '☕️-🫘'],
    ['a quotation mark', `it's "quoted"`],
    ['a name of every object', 'constructor'],
  ])('finds a slug with %s', async (_what, slug) => {
    const { documentId } = await content.post(website.documentId, { content: slug });
    await storeOldSlug(server.strapi, UID.post, website.documentId, documentId, slug);
    const response = await post(slug);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ slug, content: slug });
  });

  it('takes a plus in a query string for a space, as browsers send it', async () => {
    const { documentId } = await content.post(website.documentId);
    await storeOldSlug(server.strapi, UID.post, website.documentId, documentId, 'two words');
    const response = await api.get('/api/blog', `apiKey=${website.key}&slug=two+words`);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ slug: 'two words' });
  });
});
