import type { Response } from 'supertest';
import type {
  PostListItem,
  PseoPageListItem,
} from '../../../src/plugins/content-delivery/contracts/delivery';
import { UID, unique } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { createRandom } from '../../support/random';
import { expectError } from '../../support/requests';
import { withServer } from '../../support/with-server';

type Item = PostListItem | PseoPageListItem;
type Query = Record<string, string>;

describe('parts of a list', () => {
  const { content, api, withWebsite } = withServer();
  const website = withWebsite();
  let campaign: string;

  beforeAll(async () => {
    campaign = (await content.campaign(website.documentId)).documentId;
    const tag = await content.tag(website.documentId, 'Cold Brew');
    const category = await content.category(website.documentId, 'Web Dev');
    for (let at = 0; at < 12; at += 1) {
      await content.post(website.documentId, {
        slug: `post-${at}`,
        // Some of one moment, which stand by their ids.
        publishDate: new Date(Date.UTC(2025, 0, 1 + Math.floor(at / 3))).toISOString(),
        ...(at % 2 === 0 ? { tags: [tag.documentId] } : {}),
        ...(at % 3 === 0 ? { category: category.documentId } : {}),
      });
      await content.page(campaign, { slug: `page/${(at * 7) % 12}` });
    }
  });
  afterEach(resumeClock);

  const ROUTES = [
    ['posts', (query: Query = {}) => api.blog(website.key, query)],
    ['pages', (query: Query = {}) => api.pseoPages(website.key, query)],
  ] as const;
  const itemsOf = (response: Response): Item[] => {
    expect(response.status).toBe(200);
    return response.body as Item[];
  };
  const nextOf = (response: Response): Query | null => {
    const link = response.headers['link'];
    if (link === undefined) return null;
    const [, query] = /^<\?([^>]+)>; rel="next"$/.exec(link) ?? [];
    if (query === undefined) throw new Error(`This is no link to a next part: ${link}`);
    return Object.fromEntries(new URLSearchParams(query));
  };
  /** All parts, one after the other. @param between done after each part */
  const walk = async (
    ask: (query: Query) => Promise<Response> | PromiseLike<Response>,
    query: Query,
    between: () => Promise<void> = async () => undefined,
  ): Promise<Item[]> => {
    const found: Item[] = [];
    for (let next: Query | null = query; next;) {
      const response: Response = await ask(next);
      found.push(...itemsOf(response));
      next = nextOf(response);
      await between();
    }
    return found;
  };

  describe.each(ROUTES)('of %s', (_what, ask) => {
    it.each([1, 5, 12, 1_000])('are the list, %d at a time', async (limit) => {
      const whole = itemsOf(await ask());
      expect(whole).toHaveLength(12);
      expect(await walk(ask, { limit: String(limit) })).toEqual(whole);
    });

    it('say how many there are in all, and lead on without the key', async () => {
      const first = await ask({ limit: '5' });
      expect(first.headers).toMatchObject({ 'x-total-count': '12', 'content-type': /json/ });
      expect(first.headers['link']).not.toContain(website.key);
      expect(first.headers['access-control-expose-headers']).toMatch(/\bLink\b.*\bX-Total-Count\b/);
      const last = await ask({ limit: '12' });
      expect(last.headers['x-total-count']).toBe('12');
      expect(last.headers).not.toHaveProperty('link');
      expect((await ask()).headers).not.toHaveProperty('x-total-count');
    });

    it('keep their filters and what is included', async () => {
      const query = {
        limit: '2',
        ...(_what === 'posts'
          ? { tag: 'cold-brew', include: 'words,id' }
          : { campaignId: campaign, include: 'html' }),
      };
      expect(nextOf(await ask(query))).toEqual({
        ...query,
        ...('include' in query && query.include.includes(',') ? { include: 'id,words' } : {}),
        cursor: expect.any(String) as string,
      });
    });

    it.each([
      ['a cursor without a limit', { cursor: 'x' }, /"cursor" is given without "limit"/],
      ['no cursor', { limit: '2', cursor: 'x' }, /"cursor" is none of this list/],
    ])('refuse %s', async (_name, query, message) => {
      expectError(await ask(query as unknown as Query), 400, 'ValidationError', message);
    });

    it('take an empty limit and cursor for none, and none beside a slug', async () => {
      expect((await ask({ limit: '', cursor: '' })).text).toBe((await ask()).text);
      const slug = itemsOf(await ask())[0]?.slug ?? '';
      expect((await ask({ slug, limit: '5', cursor: 'x' })).text).toBe((await ask({ slug })).text);
      expectError(await ask({ slug, limit: 'x' }), 400, 'ValidationError');
    });

    it('refuse the cursor of another website, of the other list and of another filter', async () => {
      const { cursor = '' } = nextOf(await ask({ limit: '2' })) ?? {};
      const other = await content.website();
      const askOther = _what === 'posts' ? api.blog : api.pseoPages;
      expectError(await askOther(other.key, { limit: '2', cursor }), 400, 'ValidationError');
      const askList = _what === 'posts' ? api.pseoPages : api.blog;
      expectError(await askList(website.key, { limit: '2', cursor }), 400, 'ValidationError');
      const filter: Query = _what === 'posts' ? { tag: 'cold-brew' } : { campaignId: campaign };
      expectError(await ask({ limit: '2', cursor, ...filter }), 400, 'ValidationError');
      expect((await ask({ limit: '3', cursor })).status).toBe(200);
    });

    it('have a tag that covers the headers, and are not sent again to who has them', async () => {
      const query = { limit: '1' };
      const first = await ask(query);
      const again = await api.get(
        _what === 'posts' ? '/api/blog' : '/api/pseo-pages',
        { apiKey: website.key, ...query },
        { 'If-None-Match': String(first.headers['etag']) },
      );
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      expect(again.headers).toMatchObject({ link: first.headers['link'], 'x-total-count': '12' });
    });
  });

  it.each([
    [{ tag: 'Cold Brew' }, ['post-10', 'post-8', 'post-6', 'post-4', 'post-2', 'post-0']],
    [{ tag: 'cold-brew' }, ['post-10', 'post-8', 'post-6', 'post-4', 'post-2', 'post-0']],
    [{ category: 'web-dev' }, ['post-9', 'post-6', 'post-3', 'post-0']],
    [{ category: 'Web Dev', tag: 'cold-brew' }, ['post-6', 'post-0']],
    [{ category: '', tag: '' }, Array.from({ length: 12 }, (_, at) => `post-${at}`)],
    [{ tag: 'cold brew' }, []],
    [{ category: 'Cold Brew' }, []],
  ] as [Query, string[]][])('of posts with %j are those that have it', async (query, slugs) => {
    const whole = itemsOf(await api.blog(website.key));
    const expected = whole.filter(({ slug }) => slugs.includes(slug));
    expect(itemsOf(await api.blog(website.key, query))).toEqual(expected);
    expect(expected).toHaveLength(slugs.length);
    expect(await walk((next) => api.blog(website.key, next), { ...query, limit: '2' })).toEqual(expected);
  });

  it('have each entry that stays in its place once, whatever is written between them', async () => {
    const own = await content.website();
    const ownCampaign = (await content.campaign(own.documentId)).documentId;
    const otherCampaign = (await content.campaign(own.documentId)).documentId;
    const tag = (await content.tag(own.documentId, 'Cold Brew')).documentId;
    const random = createRandom(20_261_126);
    const date = () => new Date(Date.UTC(2025, 0, random.between(1, 28))).toISOString();
    const someTags = () => (random.between(0, 1) === 0 ? [] : [tag]);
    const makers = {
      posts: () => content.post(own.documentId, { slug: unique('s'), publishDate: date(), tags: someTags() }),
      pages: () => content.page(ownCampaign, { slug: `${random.between(0, 9)}/${unique('s')}` }),
    };
    const kinds: {
      uid: typeof UID.post | typeof UID.page;
      make: () => Promise<{ documentId: string; slug?: unknown }>;
      ask: (query?: Query) => Promise<Response> | PromiseLike<Response>;
      filter: Query;
    }[] = [
      {
        uid: UID.post,
        make: makers.posts,
        ask: (query: Query = {}) => api.blog(own.key, query),
        filter: { tag: 'cold-brew' },
      },
      {
        uid: UID.page,
        make: makers.pages,
        ask: (query: Query = {}) => api.pseoPages(own.key, query),
        filter: { campaignId: ownCampaign },
      },
    ];
    for (const { uid, make, ask, filter } of kinds) {
      const staying = new Set<string>();
      for (let n = 0; n < 8; n += 1) staying.add(String((await make())['slug']));
      const passing = [(await make()).documentId, (await make()).documentId, (await make()).documentId];
      const write = async (): Promise<void> => {
        const documentId = random.pick(passing);
        const at = passing.indexOf(documentId);
        switch (random.between(0, 3)) {
          case 0:
            passing.push((await make()).documentId);
            return;
          case 1:
            if (passing.length < 2) return;
            passing.splice(at, 1);
            await content.remove(uid, documentId);
            return;
          case 2:
            await content.unpublish(uid, documentId);
            return;
          default:
            await content.update(
              uid,
              documentId,
              uid === UID.post
                ? { publishDate: date(), tags: someTags() }
                : {
                    slug: `${random.between(0, 9)}/${unique('s')}`,
                    campaign: random.pick([ownCampaign, otherCampaign]),
                  },
              'published',
            );
        }
      };
      for (let round = 0; round < 4; round += 1) {
        const slugs = (await walk(ask, { limit: '2' }, write)).map(({ slug }) => slug);
        expect(slugs.filter((slug) => staying.has(slug)).sort()).toEqual([...staying].sort());
        // What has moved meanwhile may stand in two parts or none; when all is quiet, they are the list again.
        expect(await walk(ask, { limit: '3' })).toEqual(itemsOf(await ask()));
        // Read whole, the list needs no order that is kept.
        expect(await walk(ask, { limit: '3', ...filter })).toEqual(itemsOf(await ask(filter)));
      }
    }
  });

  it('follow the clock, settings, and terms that are renamed', async () => {
    const own = await content.website({ scheduledPosts: 'withhold' });
    const tag = await content.tag(own.documentId, 'before');
    stopClockAt('2025-08-01T00:00:00.000Z');
    for (const [slug, scheduleDate] of [
      ['now', null],
      ['soon', '2025-09-01T12:00:00.000Z'],
      ['later', '2025-10-01T12:00:00.000Z'],
    ] as const) {
      await content.post(own.documentId, { slug, scheduleDate, tags: [tag.documentId] });
    }
    const slugs = async (query: Query = {}) =>
      (await walk((next) => api.blog(own.key, next), { limit: '1', ...query })).map(({ slug }) => slug);
    expect(await slugs()).toEqual(['now']);
    stopClockAt('2025-09-01T11:59:59.999Z');
    expect(await slugs()).toEqual(['now']);
    stopClockAt('2025-09-01T12:00:00.000Z');
    expect(await slugs()).toEqual(['soon', 'now']);
    expect(await slugs({ tag: 'before' })).toEqual(['soon', 'now']);
    // A clock that is set back takes it away again.
    stopClockAt('2025-08-15T12:00:00.000Z');
    expect(await slugs()).toEqual(['now']);
    resumeClock();
    await content.update(UID.tag, tag.documentId, { name: 'after' });
    expect(await slugs({ tag: 'before' })).toEqual([]);
    expect(await slugs({ tag: 'after' })).toEqual(['later', 'soon', 'now']);
    stopClockAt('2025-08-15T12:00:00.000Z');
    await content.update(UID.website, own.documentId, { scheduledPosts: 'include' });
    expect(await slugs()).toEqual(['later', 'soon', 'now']);
  });
});
