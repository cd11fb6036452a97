import type { TestWebsite } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { expectError } from '../../support/requests';
import { withServer } from '../../support/with-server';

const DUE = '2025-09-01T12:00:00.500Z';
const BEFORE = '2025-09-01T12:00:00.499Z';
const AFTER = '2025-09-01T12:00:00.501Z';

describe('scheduled posts', () => {
  const { content, api } = withServer();
  let includes: TestWebsite;
  let withholds: TestWebsite;

  beforeAll(async () => {
    includes = await content.website();
    withholds = await content.website({ scheduledPosts: 'withhold' });
    stopClockAt('2025-08-01T00:00:00.000Z');
    for (const website of [includes, withholds]) {
      const tag = await content.tag(website.documentId, 'tagged');
      await content.post(website.documentId, {
        slug: 'scheduled',
        scheduleDate: DUE,
        tags: [tag.documentId],
      });
      await content.post(website.documentId, {
        slug: 'unscheduled',
        publishDate: '2025-07-01T00:00:00.000Z',
      });
    }
    resumeClock();
  });
  afterEach(resumeClock);

  const slugs = async (website: TestWebsite): Promise<string[]> => {
    const response = await api.blog(website.key);
    expect(response.status).toBe(200);
    return (response.body as { slug: string }[]).map((post) => post.slug);
  };
  const scheduled = (website: TestWebsite) => api.blog(website.key, { slug: 'scheduled' });

  it("are in the list and found by slug before their time: hiding them is the front end's job", async () => {
    stopClockAt(BEFORE);
    expect(await slugs(includes)).toEqual(['scheduled', 'unscheduled']);
    const response = await scheduled(includes);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ slug: 'scheduled', scheduleDate: DUE, tags: ['tagged'] });
  });

  it('are withheld until one millisecond before their time where the website says so', async () => {
    stopClockAt(BEFORE);
    expect(await slugs(withholds)).toEqual(['unscheduled']);
    expectError(await scheduled(withholds), 404, 'NotFoundError');
  });

  it.each([
    ['at', DUE],
    ['after', AFTER],
  ])('are delivered %s their time on either kind of website', async (_when, moment) => {
    stopClockAt(moment);
    for (const website of [includes, withholds]) {
      expect(await slugs(website)).toEqual(['scheduled', 'unscheduled']);
      const response = await scheduled(website);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ slug: 'scheduled', scheduleDate: DUE, tags: ['tagged'] });
    }
  });

  it('say no word about themselves in the error before their time', async () => {
    stopClockAt(BEFORE);
    const withheld = await scheduled(withholds);
    const missing = await api.blog(withholds.key, { slug: 'there-is-none' });
    expect(withheld.status).toBe(404);
    expect(withheld.text).toBe(missing.text);
  });
});
