import { UID, type TestWebsite } from '../fixtures/content';
import { signInAsSuperAdmin } from '../support/admin-panel';
import { resumeClock, stopClockAt } from '../support/clock';
import { withServer } from '../support/with-server';

const AT_9 = '2025-06-02T09:00:00.123Z';
const AT_10 = '2025-06-02T09:10:00.456Z';
const AT_11 = '2025-06-02T09:20:00.789Z';
const YEARS_AGO = '2019-12-31T23:30:00.000Z';
const IN_YEARS = '2031-01-01T00:00:00.000Z';

describe('the dates of a post, which are those of its publication', () => {
  const { server, content, api } = withServer();
  let website: TestWebsite;

  beforeAll(async () => {
    website = await content.website();
  });
  afterEach(resumeClock);

  /** Both routes have to say the same. */
  const expectDates = async (slug: unknown, createdAt: string, updatedAt: string): Promise<void> => {
    const single = await api.blog(website.key, { slug: slug as string });
    expect({ status: single.status, body: single.body as unknown }).toEqual({
      status: 200,
      body: expect.objectContaining({ slug, createdAt, updatedAt }) as unknown,
    });
    const list = await api.blog(website.key);
    expect(list.body).toContainEqual(expect.objectContaining({ slug, createdAt, updatedAt }));
  };

  it('are those of its creation when it is created and published in one operation', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId);
    await expectDates(post['slug'], AT_9, AT_9);
  });

  it("are Strapi's createdAt when an import gives one", async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId, { createdAt: YEARS_AGO, updatedAt: YEARS_AGO });
    await expectDates(post['slug'], YEARS_AGO, YEARS_AGO);
  });

  it('are the moment of publication when a draft is published later', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    stopClockAt(AT_10);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_10, AT_10);
  });

  it('are the moment of publication when a draft is saved as published later', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    stopClockAt(AT_10);
    await content.update(UID.post, post.documentId, { title: 'Now' }, 'published');
    await expectDates(post['slug'], AT_10, AT_10);
  });

  it('are the moment of publication in the admin panel, both for new and for saved entries', async () => {
    stopClockAt(AT_9);
    const panel = await signInAsSuperAdmin(server.strapi);
    const posts = `/content-manager/collection-types/${UID.post}`;
    /** A button of the edit view; answers the entry. */
    const press = async (path: string, data: Record<string, unknown>) => {
      const { status, body } = await panel.post(path, data);
      expect({ path, body }).toEqual({
        path,
        body: expect.objectContaining({ data: expect.anything() as unknown }) as unknown,
      });
      expect(status).toBeLessThan(300);
      return body.data as { documentId: string; slug: string };
    };
    const relation = { connect: [{ documentId: website.documentId }] };
    const atOnce = await press(`${posts}/actions/publish`, { title: 'Published at once', website: relation });
    await expectDates(atOnce.slug, AT_9, AT_9);

    const saved = await press(posts, { title: 'Saved first', website: relation });
    stopClockAt(AT_10);
    await press(`${posts}/${saved.documentId}/actions/publish`, { title: 'Saved first' });
    await expectDates(saved.slug, AT_10, AT_10);

    stopClockAt(AT_11);
    await press(`${posts}/${saved.documentId}/actions/publish`, { title: 'Changed' });
    await expectDates(saved.slug, AT_10, AT_11);
  });

  it('keep createdAt when the post is published again, and move updatedAt only when it was changed', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    await content.publish(UID.post, post.documentId);
    stopClockAt(AT_10);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_9, AT_9);
    await content.update(UID.post, post.documentId, { title: 'Changed' });
    await expectDates(post['slug'], AT_9, AT_9);
    stopClockAt(AT_11);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_9, AT_10);
  });

  it('keep createdAt through many changes saved as published', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId);
    stopClockAt(AT_10);
    await content.update(UID.post, post.documentId, { title: 'Second' }, 'published');
    await expectDates(post['slug'], AT_9, AT_10);
    stopClockAt(AT_11);
    await content.update(UID.post, post.documentId, { title: 'Third' }, 'published');
    await expectDates(post['slug'], AT_9, AT_11);
  });

  it('are those an editor sets, in the past', async () => {
    stopClockAt(AT_9);
    const atOnce = await content.post(website.documentId, { publishDate: YEARS_AGO });
    await expectDates(atOnce['slug'], YEARS_AGO, AT_9);
    const draft = await content.draft(website.documentId, { publishDate: YEARS_AGO });
    stopClockAt(AT_10);
    await content.publish(UID.post, draft.documentId);
    await expectDates(draft['slug'], YEARS_AGO, AT_9);
  });

  it('are those an editor sets, in the future: updatedAt is never before createdAt', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId, { publishDate: IN_YEARS });
    await expectDates(post['slug'], IN_YEARS, IN_YEARS);
  });

  it('change when an editor changes the date of a live post', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId);
    stopClockAt(AT_10);
    await content.update(UID.post, post.documentId, { publishDate: YEARS_AGO });
    await expectDates(post['slug'], AT_9, AT_9);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], YEARS_AGO, AT_10);
  });

  it('keep the first publication when an editor clears the date of a live post', async () => {
    stopClockAt(AT_9);
    const post = await content.draft(website.documentId);
    stopClockAt(AT_10);
    await content.publish(UID.post, post.documentId);
    stopClockAt(AT_11);
    await content.update(UID.post, post.documentId, { publishDate: null }, 'published');
    await expectDates(post['slug'], AT_10, AT_11);
    await content.update(UID.post, post.documentId, { publishDate: null });
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_10, AT_11);
  });

  it('keep the first publication when the post is unpublished for a while', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId);
    stopClockAt(AT_10);
    await content.unpublish(UID.post, post.documentId);
    stopClockAt(AT_11);
    await content.publish(UID.post, post.documentId);
    await expectDates(post['slug'], AT_9, AT_9);
  });

  it('keep the first publication when a draft edit is discarded', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId);
    stopClockAt(AT_10);
    await content.update(UID.post, post.documentId, { title: 'Not this', publishDate: YEARS_AGO });
    await content.discardDraft(UID.post, post.documentId);
    stopClockAt(AT_11);
    await content.publish(UID.post, post.documentId);
    const response = await api.blog(website.key, { slug: post['slug'] as string });
    expect(response.body).toMatchObject({ title: post['title'], createdAt: AT_9 });
  });

  it('are its own first publication for a clone', async () => {
    stopClockAt(AT_9);
    const post = await content.post(website.documentId, { slug: 'cloned' });
    stopClockAt(AT_10);
    const { entries } = (await server.strapi
      .documents(UID.post)
      .clone({ documentId: post.documentId, data: { slug: 'clone' } } as never)) as unknown as {
      entries: { documentId: string }[];
    };
    stopClockAt(AT_11);
    for (const { documentId } of entries) await content.publish(UID.post, documentId);
    await expectDates('clone', AT_11, AT_11);
  });
});
