import { UID, type TestWebsite } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { expectAnswer, expectError } from '../../support/requests';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

const NO_POST = 'There is no published post with this slug.';
const NO_PAGE = 'There is no live page with this slug.';

describe('earlier slugs', () => {
  const { server, content, api } = withServer();
  let website: TestWebsite;

  beforeEach(async () => {
    website = await content.website();
  });
  afterEach(resumeClock);

  const clock = () => serviceOf(server.strapi, 'clock');
  const rename = (id: string, slug: string) => content.update(UID.post, id, { slug }, 'published');
  const renamePage = (id: string, slug: string) => content.update(UID.page, id, { slug }, 'published');
  const lists = async (redirects: [string, string, string][], { key } = website): Promise<void> => {
    expectAnswer(
      await api.redirects(key),
      redirects.map(([type, from, to]) => ({ type, from, to })),
    );
  };
  const leads = async (slug: string, movedTo: string | null): Promise<void> => {
    const details = { code: 'unknown-slug', ...(movedTo !== null && { movedTo }) };
    expectError(await api.blog(website.key, { slug }), 404, 'NotFoundError', NO_POST, details);
  };
  const pageLeads = async (slug: string, movedTo: string | null, campaignId?: string): Promise<void> => {
    const details = { code: 'unknown-slug', ...(movedTo !== null && { movedTo }) };
    const query = { slug, ...(campaignId !== undefined && { campaignId }) };
    expectError(await api.pseoPages(website.key, query), 404, 'NotFoundError', NO_PAGE, details);
  };
  /** Types of the rows that a change leaves in the log. */
  const logged = async (change: () => Promise<unknown>): Promise<string[]> => {
    const { next } = (await api.changes(website.key)).body as { next: string };
    await change();
    const { changes } = (await api.changes(website.key, { since: next })).body as {
      changes: { type: string; action: string }[];
    };
    return changes.map(({ type, action }) => `${type} ${action}`);
  };

  it('lead to a post once it is published under another slug', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'first' });
    await lists([]);
    await leads('none', null);
    await content.update(UID.post, documentId, { slug: 'second' });
    expect((await api.blog(website.key, { slug: 'first' })).status).toBe(200);
    await lists([]);
    expect(await logged(() => content.publish(UID.post, documentId))).toEqual([
      'post updated',
      'redirects updated',
    ]);
    await leads('first', 'second');
    await leads('FIRST', null);
    const head = await api.head('/api/blog', { apiKey: website.key, slug: 'first' });
    expect(head.status).toBe(404);
    await lists([['post', 'first', 'second']]);
    // Twice more: whatever is kept of an answer is current.
    await rename(documentId, 'third');
    await leads('first', 'third');
    await leads('second', 'third');
    await lists([
      ['post', 'first', 'third'],
      ['post', 'second', 'third'],
    ]);
    // Back again.
    await rename(documentId, 'first');
    expect((await api.blog(website.key, { slug: 'first' })).status).toBe(200);
    await leads('third', 'first');
    await lists([
      ['post', 'second', 'first'],
      ['post', 'third', 'first'],
    ]);
  });

  it('lead to a page, of the campaign that is asked for', async () => {
    const campaign = await content.campaign(website.documentId, { htmlTemplate: 'text' });
    const other = await content.campaign(website.documentId, { htmlTemplate: 'text' });
    const { documentId } = await content.page(campaign.documentId, { slug: 'a/b' });
    await content.post(website.documentId, { slug: 'a' });
    await renamePage(documentId, 'a/c');
    await pageLeads('a/b', 'a/c');
    await pageLeads('a/b', 'a/c', campaign.documentId);
    await pageLeads('a/b', null, other.documentId);
    await leads('a/b', null);
    await lists([['pseo-page', 'a/b', 'a/c']]);
    await content.remove(UID.page, documentId);
    await pageLeads('a/b', null);
    await lists([]);
  });

  it('are listed posts first, each by the slug', async () => {
    const campaign = await content.campaign(website.documentId, { htmlTemplate: 'text' });
    for (const slug of ['b', 'a', 'ä', 'Z']) {
      const post = await content.post(website.documentId, { slug });
      const page = await content.page(campaign.documentId, { slug });
      await rename(post.documentId, `${slug}-new`);
      await renamePage(page.documentId, `${slug}-new`);
    }
    await lists(
      ['post', 'pseo-page'].flatMap((type) =>
        ['Z', 'a', 'b', 'ä'].map((slug): [string, string, string] => [type, slug, `${slug}-new`]),
      ),
    );
  });

  it('belong to whoever had them last', async () => {
    const one = await content.post(website.documentId, { slug: 'shared' });
    await rename(one.documentId, 'one');
    const two = await content.draft(website.documentId, { slug: 'shared' });
    await leads('shared', 'one');
    expect(await logged(() => content.publish(UID.post, two.documentId))).toEqual([
      'post published',
      'redirects updated',
    ]);
    expect((await api.blog(website.key, { slug: 'shared' })).body).toMatchObject({ slug: 'shared' });
    await lists([]);
    await rename(two.documentId, 'two');
    await leads('shared', 'two');
    await lists([['post', 'shared', 'two']]);
    expect(await logged(() => content.remove(UID.post, two.documentId))).toEqual([
      'post removed',
      'redirects updated',
    ]);
    await leads('shared', null);
    await lists([]);
  });

  it('survive an exchange of slugs in one transaction, and lead nowhere then', async () => {
    const [one, two] = [
      await content.post(website.documentId, { slug: 'one' }),
      await content.post(website.documentId, { slug: 'two' }),
    ];
    await server.strapi.db.transaction(async () => {
      await rename(one.documentId, 'between');
      await rename(two.documentId, 'one');
      await rename(one.documentId, 'two');
    });
    await lists([]);
  });

  it('lead nowhere while readers do not get the entry, and again when they do', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'old' });
    await rename(documentId, 'new');
    expect(await logged(() => content.unpublish(UID.post, documentId))).toEqual([
      'post removed',
      'redirects updated',
    ]);
    await leads('old', null);
    await leads('new', null);
    await lists([]);
    // Renamed in between: the slug that readers had leads there too.
    await content.update(UID.post, documentId, { slug: 'newest' });
    await content.publish(UID.post, documentId);
    await lists([
      ['post', 'new', 'newest'],
      ['post', 'old', 'newest'],
    ]);
    expect(await logged(() => content.update(UID.post, documentId, { title: 'T' }, 'published'))).toEqual([
      'post updated',
    ]);
  });

  it('do not tell of a post that is kept back, until its moment', async () => {
    website = await content.website({ scheduledPosts: 'withhold' });
    await clock().drain();
    const { documentId } = await content.post(website.documentId, { slug: 'old' });
    const other = await content.post(website.documentId, { slug: 'other' });
    await rename(other.documentId, 'another');
    const scheduleDate = new Date(Date.now() + 3_600_000);
    await content.update(UID.post, documentId, { slug: 'secret', scheduleDate }, 'published');
    // Takes a slug that leads elsewhere, but later.
    await content.post(website.documentId, { slug: 'other', scheduleDate });
    await leads('old', null);
    await leads('other', 'another');
    await lists([['post', 'other', 'another']]);
    stopClockAt(new Date(scheduleDate.getTime() - 1).toISOString());
    await lists([['post', 'other', 'another']]);
    // Counted from here: the server's own clock may be faster than the test.
    const told = await logged(async () => {
      stopClockAt(scheduleDate.toISOString());
      await leads('old', 'secret');
      await lists([['post', 'old', 'secret']]);
      expect((await api.blog(website.key, { slug: 'other' })).status).toBe(200);
      await clock().drain();
    });
    expect(told.filter((row) => row === 'post published')).toHaveLength(2);
    expect(told.filter((row) => row === 'redirects updated')).toHaveLength(1);
    expect(await logged(() => clock().drain())).toEqual([]);
    await lists([['post', 'old', 'secret']]);
  });

  it('are no slugs that no reader had', async () => {
    website = await content.website({ scheduledPosts: 'withhold' });
    const scheduleDate = new Date(Date.now() + 3_600_000);
    const { documentId } = await content.post(website.documentId, { slug: 'unseen', scheduleDate });
    await content.update(UID.post, documentId, { slug: 'seen', scheduleDate: null }, 'published');
    const draft = await content.draft(website.documentId, { slug: 'draft' });
    await content.update(UID.post, draft.documentId, { slug: 'drafted' }, 'published');
    await lists([]);
  });

  it('stay with their website', async () => {
    const other = await content.website();
    const { documentId } = await content.post(website.documentId, { slug: 'here' });
    await rename(documentId, 'moved');
    await content.update(UID.post, documentId, { website: other.documentId, slug: 'there' }, 'published');
    await lists([]);
    await lists([], other);
    await leads('here', null);
    await leads('moved', null);
    expectError(await api.blog(other.key, { slug: 'here' }), 404, 'NotFoundError', NO_POST);
  });

  it('come back with what was deleted, and go with what is deleted for good', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'old' });
    await rename(documentId, 'new');
    await content.remove(UID.post, documentId);
    const bin = serviceOf(server.strapi, 'bin');
    await lists([]);
    await bin.bringBack(documentId, null);
    await lists([]);
    await content.publish(UID.post, documentId);
    await lists([['post', 'old', 'new']]);
    await content.remove(UID.post, documentId);
    await bin.deleteForGood([documentId]);
    const left: unknown[] = await server.strapi.db
      .connection('content_delivery_earlier_slugs')
      .where({ entry: documentId });
    expect(left).toEqual([]);
  });

  it('are nothing that a transaction leaves which is taken back', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'kept' });
    await expect(
      server.strapi.db.transaction(async () => {
        await rename(documentId, 'never');
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await lists([]);
    await leads('never', null);
  });
});
