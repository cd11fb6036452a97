import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Poller } from '../../../src/plugins/content-delivery/server/src/jobs/poller';
import { unique, UID, type TestWebsite } from '../../fixtures/content';
import { PIXEL } from '../../fixtures/pixel';
import { resumeClock, stopClockAt } from '../../support/clock';
import { databaseKind } from '../../support/databases';
import { expectUnlogged, loggedBy } from '../../support/logged';
import { endShortReads, onShortReads } from '../../support/short-reads';
import { temporaryFolder } from '../../support/temporary-folder';
import { expectExactly, figuresOf, targets, withWarmingServer, type Expected } from '../../support/warmed';
import { witnessOf, type Way } from './witnessed';
import { serviceOf } from '../../support/services';

const { posts, post, links, pages, page, terms } = targets;

describe('a response shows a change at once when', () => {
  const { server, content, api, site } = withWarmingServer();
  // The clock's poller logs each moment that has come, which makes answers old once more.
  const clock = (): Poller => serviceOf(server.strapi, 'clock');
  beforeAll(() => clock().stop());

  afterEach(resumeClock);

  const files = () => server.strapi.plugin('upload').service('upload');

  const witnessed = witnessOf(server, api);
  /** A test for each way, by its name. */
  const areWitnessed = (ways: Record<string, () => Promise<Way>>): void =>
    Object.entries(ways).forEach(([name, arrange]) => it(name, async () => witnessed(await arrange())));

  it('it is made while a long answer is read', async () => {
    const { reader } = serviceOf(server.strapi, 'delivery');
    const { website, id } = await blogSite();
    await api.warm(post(website, 'post'), { title: 'Title' });
    const { asked } = await reader.snapshot(async (snapshot) => {
      await snapshot.rows({ sql: 'SELECT id FROM posts', bindings: [] }, {});
      await content.update(UID.post, id, { title: 'Changed' }, 'published');
      const arrived = new Promise((resolve) => server.strapi.server.httpServer.once('request', resolve));
      const answer = api.get(post(website, 'post'));
      await arrived;
      // What is decided at once is decided while the snapshot is open.
      for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
      return { asked: answer };
    });
    expectExactly(await asked, { title: 'Changed' });
  });

  if (databaseKind() === 'postgres') {
    it('the database has forgotten what was prepared, as behind a pooler; the log says so once', async () => {
      const { website, id } = await blogSite();
      const warn = jest.spyOn(server.strapi.log, 'warn').mockImplementation(() => server.strapi.log);
      try {
        for (const title of ['First', 'Second', 'Third']) {
          await api.warm(post(website, 'post'), {});
          await onShortReads(server.strapi, 'DEALLOCATE ALL');
          await content.update(UID.post, id, { title }, 'published');
          const answers = await Promise.all(Array.from({ length: 20 }, () => api.get(post(website, 'post'))));
          for (const answer of answers) expectExactly(answer, { title });
        }
        const said = warn.mock.calls
          .map(String)
          .filter((line) => line.includes('pooler in transaction mode'));
        expect(said).toHaveLength(1);
      } finally {
        warn.mockRestore();
      }
    });
  }

  it('a withheld post is taken away just before its date, by a server whose clock is behind', async () => {
    const website = await site({ scheduledPosts: 'withhold' });
    const scheduleDate = '2032-03-01T12:00:00.000Z';
    await content.post(website.documentId, { title: 'Stays', slug: 'stays' });
    const { documentId } = await content.post(website.documentId, {
      title: 'Due',
      slug: 'due',
      scheduleDate,
    });
    stopClockAt('2032-03-01T12:00:00.005Z');
    await api.warm(posts(website), [{ title: 'Due' }, { title: 'Stays' }]);
    stopClockAt('2032-03-01T11:59:59.995Z');
    await server.strapi.documents(UID.post).unpublish({ documentId });
    stopClockAt('2032-03-01T12:00:00.010Z');
    expectExactly(await api.get(posts(website)), [{ title: 'Stays' }]);
  });

  if (databaseKind() !== 'sqlite') {
    it('a connection on which it is looked for is ended by the database', async () => {
      const { website, id } = await blogSite();
      await api.warm(post(website, 'post'), { title: 'Title' });
      const { shortReads } = serviceOf(server.strapi, 'delivery').reader;
      const used: object[] = [];
      const answer = await shortReads?.read(async (connection) => {
        used.push(connection);
        if (used.length > 1) return 'answered';
        throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      });
      expect(answer).toBe('answered');
      expect(new Set(used).size).toBe(2);
      await content.update(UID.post, id, { title: 'Changed' }, 'published');
      await endShortReads(server.strapi);
      const seen = await api.get(post(website, 'post'));
      expectExactly(seen, { title: 'Changed' });
      expect(seen.headers['x-stale']).toBeUndefined();
    });
  }

  describe('an older state of the database is put back', () => {
    const table = 'content_delivery_revisions';
    const sql = () => server.strapi.db.connection;

    it('by hand, and something else is written then', async () => {
      const { website, id } = await blogSite();
      const before: { scope: string; revision: number }[] = await sql()(table).select('scope', 'revision');
      stopClockAt('2032-01-01T00:00:00.000Z');
      await content.update(UID.post, id, { title: 'Lost' }, 'published');
      const lost = await api.warm(posts(website), [{ title: 'Lost' }]);

      for (const { scope, revision } of before) await sql()(table).where({ scope }).update({ revision });
      await sql()('posts').where({ document_id: id }).update({ title: 'Title' });
      stopClockAt('2032-01-01T00:01:00.000Z');
      await content.update(UID.post, id, { title: 'Other' }, 'published');
      const answer = await api.get(posts(website), { 'If-None-Match': lost.headers.etag ?? '' });
      expectExactly(answer, [{ title: 'Other' }]);
    });

    it('by hand, and another entry is written then, so that lists are not made of what is lost', async () => {
      const { website, id } = await blogSite();
      const other = await content.post(website.documentId, { title: 'Other', slug: 'other' });
      const titles = async (query = ''): Promise<string[]> => {
        const { text } = await api.get(`${posts(website)}${query}`);
        return (JSON.parse(text) as { title: string }[]).map(({ title }) => title).sort();
      };
      const log = () => sql()('content_delivery_changes').where({ website: website.documentId });
      const before: { scope: string; revision: number }[] = await sql()(table).select('scope', 'revision');
      const logged: { revision: number }[] = await log().select('revision');
      stopClockAt('2032-02-01T00:00:00.000Z');
      await content.update(UID.post, id, { title: 'Lost' }, 'published');
      expect([await titles(), await titles('&limit=5')]).toEqual(Array(2).fill(['Lost', 'Other']));

      for (const { scope, revision } of before) await sql()(table).where({ scope }).update({ revision });
      await log()
        .where('revision', '>', Math.max(...logged.map(({ revision }) => revision)))
        .delete();
      await sql()('posts').where({ document_id: id }).update({ title: 'Title' });
      stopClockAt('2032-02-01T00:01:00.000Z');
      await content.update(UID.post, other.documentId, { title: 'New' }, 'published');
      expect([await titles(), await titles('&limit=5')]).toEqual(Array(2).fill(['New', 'Title']));
    });

    it('by a restore, which brings the same numbers back for other content', async () => {
      const { website, id } = await blogSite();
      await api.warm(posts(website), [{ title: 'Title' }]);
      await sql()('posts').where({ document_id: id }).update({ title: 'Restored' });
      await sql()(table).where({ scope: 'history' }).update({ revision: 1 });
      await api.warm(posts(website), [{ title: 'Restored' }]);
    });
  });

  /** A website with one published post and what belongs to it. */
  const blogSite = async () => {
    const website = await site();
    const category = await content.category(website.documentId, 'Category');
    const tag = await content.tag(website.documentId, 'Tag');
    const published = await content.post(website.documentId, {
      title: 'Title',
      slug: 'post',
      category: category.documentId,
      tags: [tag.documentId],
    });
    return { website, category, tag, id: published.documentId };
  };

  /** A post that readers get from then on, or do not get any more. */
  const appears = (website: TestWebsite, slug = 'post'): Way['seen'] => [
    [posts(website), [], [{ slug }]],
    [post(website, slug), 404, { slug }],
  ];
  const goes = (website: TestWebsite, slug = 'post'): Way['seen'] => [
    [posts(website), [{ slug }], []],
    [post(website, slug), { slug }, 404],
  ];

  describe('a post', () => {
    areWitnessed({
      'is published': async () => {
        const website = await site();
        const { documentId } = await content.draft(website.documentId, { slug: 'post' });
        return {
          change: () => content.publish(UID.post, documentId),
          seen: appears(website),
        };
      },
      'is created and published in one': async () => {
        const website = await site();
        return {
          change: () => content.post(website.documentId, { slug: 'post' }),
          seen: appears(website),
        };
      },
      'is published again with other texts': async () => {
        const { website, id } = await blogSite();
        await content.update(UID.post, id, { title: 'Other', content: '<p>Other</p>' });
        return {
          change: () => content.publish(UID.post, id),
          seen: [
            [posts(website), [{ title: 'Title' }], [{ title: 'Other' }]],
            [post(website, 'post'), { content: '' }, { title: 'Other', content: '<p>Other</p>' }],
          ],
        };
      },
      'is unpublished': async () => {
        const { website, id } = await blogSite();
        return {
          change: () => content.unpublish(UID.post, id),
          seen: goes(website),
        };
      },
      'is deleted': async () => {
        const { website, id } = await blogSite();
        return {
          change: () => content.remove(UID.post, id),
          seen: goes(website),
        };
      },
      'moves to another website': async () => {
        const [from, to] = [await site(), await site()];
        const { documentId } = await content.post(from.documentId, { slug: 'post' });
        return {
          change: () => content.update(UID.post, documentId, { website: to.documentId }, 'published'),
          seen: [...goes(from), ...appears(to)],
        };
      },
      'changes its slug': async () => {
        const { website, id } = await blogSite();
        return {
          change: () => content.update(UID.post, id, { slug: 'new' }, 'published'),
          seen: [
            [posts(website), [{ slug: 'post' }], [{ slug: 'new' }]],
            [post(website, 'post'), { slug: 'post' }, 404],
            [post(website, 'new'), 404, { slug: 'new' }],
          ],
        };
      },
      'changes its category, tags, dates and image address': async () => {
        const { website, id } = await blogSite();
        const other = await content.tag(website.documentId, 'Other');
        const data = {
          category: null,
          tags: [other.documentId],
          publishDate: '2025-01-02T00:00:00.000Z',
          scheduleDate: '2025-01-03T00:00:00.000Z',
          featuredImageUrl: 'https://images.example.com/a.webp',
        };
        const before = { category: 'Category', tags: ['Tag'], scheduleDate: null, featuredImage: null };
        const after = {
          category: null,
          tags: ['Other'],
          createdAt: data.publishDate,
          scheduleDate: data.scheduleDate,
          featuredImage: data.featuredImageUrl,
        };
        return {
          change: () => content.update(UID.post, id, data, 'published'),
          seen: [
            [posts(website), [before], [after]],
            [post(website, 'post'), before, after],
          ],
        };
      },
    });

    it('is not only edited as a draft: then every byte stays', async () => {
      const { website, id } = await blogSite();
      await witnessed({
        change: () => content.update(UID.post, id, { title: 'Draft', slug: 'draft', tags: [] }),
        seen: [[post(website, 'draft'), 404, 404]],
        same: [posts(website), post(website, 'post'), terms(website)],
      });
      await witnessed({
        change: () => content.discardDraft(UID.post, id),
        seen: [],
        same: [posts(website), post(website, 'post'), terms(website)],
      });
    });
  });

  describe('an author', () => {
    const withAuthors = (target: string): string => `${target}&include=author`;
    const authored = async () => {
      const { website, id } = await blogSite();
      const image = await content.image(`/uploads/${unique('portrait')}.webp`);
      const author = await content.author(website.documentId, { name: 'Ada', slug: 'ada', image });
      await content.update(UID.post, id, { author: author.documentId }, 'published');
      const seen = (before: Expected, after: Expected): Way['seen'] => [
        [withAuthors(posts(website)), [{ author: before }] as Expected, [{ author: after }] as Expected],
        [withAuthors(post(website, 'post')), { author: before } as Expected, { author: after } as Expected],
      ];
      return { website, id, author, image, seen, same: [posts(website), post(website, 'post')] };
    };

    areWitnessed({
      'is renamed': async () => {
        const { author, seen, same } = await authored();
        return {
          change: () => content.update(UID.author, author.documentId, { name: 'Grace', bio: 'Roasts.' }),
          seen: seen({ name: 'Ada', bio: null }, { name: 'Grace', bio: 'Roasts.' }),
          same,
        };
      },
      'gets a picture with other words': async () => {
        const { image, seen, same } = await authored();
        return {
          change: () => files().updateFileInfo(image, { alternativeText: 'At the roaster' }),
          seen: seen({ image: { alt: null } }, { image: { alt: 'At the roaster' } }),
          same,
        };
      },
      'loses the picture': async () => {
        const { author, seen, same } = await authored();
        return {
          change: () => content.update(UID.author, author.documentId, { image: null }),
          seen: seen({ name: 'Ada' }, { image: null }),
          same,
        };
      },
      'is deleted': async () => {
        const { author, seen, same } = await authored();
        return {
          change: () => content.remove(UID.author, author.documentId),
          seen: seen({ name: 'Ada' }, null as never),
          same,
        };
      },
      'is written below the document service': async () => {
        const { author, seen, same } = await authored();
        return {
          change: () =>
            server.strapi.db
              .query(UID.author as never)
              .updateMany({ where: { documentId: author.documentId }, data: { bio: 'Raw' } as never }),
          seen: seen({ bio: null }, { bio: 'Raw' }),
          same,
        };
      },
    });
  });

  describe.each([
    {
      kind: 'category',
      uid: UID.category,
      list: 'categories',
      name: 'Category',
      ofPost: (name: string | null) => ({ category: name }),
    },
    {
      kind: 'tag',
      uid: UID.tag,
      list: 'tags',
      name: 'Tag',
      ofPost: (name: string | null) => ({ tags: name === null ? [] : [name] }),
    },
  ] as const)('a $kind', ({ kind, uid, list, name, ofPost }) => {
    /** Of the one that a website and its post have. */
    const shown = (website: TestWebsite, after: string | null): Way['seen'] => [
      [terms(website), { [list]: [{ name }] }, { [list]: after === null ? [] : [{ name: after }] }],
      [posts(website), [ofPost(name)], [ofPost(after)]],
      [post(website, 'post'), ofPost(name), ofPost(after)],
    ];

    areWitnessed({
      'is created': async () => {
        const website = await site();
        return {
          change: () => content.create(uid, { name: 'New', website: website.documentId }),
          seen: [[terms(website), { [list]: [] }, { [list]: [{ name: 'New' }] }]],
        };
      },
      'is renamed': async () => {
        const made = await blogSite();
        return {
          change: () => content.update(uid, made[kind].documentId, { name: 'Renamed' }),
          seen: shown(made.website, 'Renamed'),
        };
      },
      'is deleted': async () => {
        const made = await blogSite();
        return {
          change: () => content.remove(uid, made[kind].documentId),
          seen: shown(made.website, null),
        };
      },
      'moves to another website': async () => {
        const [from, to] = [await site(), await site()];
        const { documentId } = await content.create(uid, { name: 'Moving', website: from.documentId });
        return {
          change: () => content.update(uid, documentId, { website: to.documentId }),
          seen: [
            [terms(from), { [list]: [{ name: 'Moving' }] }, { [list]: [] }],
            [terms(to), { [list]: [] }, { [list]: [{ name: 'Moving' }] }],
          ],
        };
      },
    });
  });

  /** Two accounts with a website each, and a link of the first. */
  const twoAccounts = async () => {
    const [a, b] = [await content.account(), await content.account()];
    const link = await content.link({ account: a.documentId, keyword: 'word', url: '/one' });
    return {
      a: a.documentId,
      b: b.documentId,
      link: link.documentId,
      ofA: await content.website({ account: a.documentId }),
      alsoOfA: await content.website({ account: a.documentId }),
      ofB: await content.website({ account: b.documentId }),
    };
  };
  const WORD = { keyword: 'word', url: '/one' };
  /** Of that link: it goes from websites, and comes to others. */
  const wordMoves = (from: TestWebsite[], to: TestWebsite[]): Way['seen'] => [
    ...from.map((website): Way['seen'][number] => [links(website), [WORD], []]),
    ...to.map((website): Way['seen'][number] => [links(website), [], [WORD]]),
  ];

  describe('an internal link', () => {
    areWitnessed({
      'is created': async () => {
        const { a, ofA, alsoOfA, ofB } = await twoAccounts();
        return {
          change: () => content.link({ account: a, keyword: 'second', url: '/two' }),
          seen: [
            [links(ofA), [WORD], [WORD, { keyword: 'second', url: '/two' }]],
            [links(alsoOfA), [WORD], [WORD, { keyword: 'second', url: '/two' }]],
          ],
          same: [links(ofB)],
        };
      },
      'changes its address and keyword': async () => {
        const { link, ofA, alsoOfA } = await twoAccounts();
        return {
          change: () => content.update(UID.link, link, { keyword: 'other', url: '/other' }),
          seen: [ofA, alsoOfA].map((website) => [
            links(website),
            [WORD],
            [{ keyword: 'other', url: '/other' }],
          ]),
        };
      },
      'is deleted': async () => {
        const { link, ofA, alsoOfA } = await twoAccounts();
        return {
          change: () => content.remove(UID.link, link),
          seen: wordMoves([ofA, alsoOfA], []),
        };
      },
      'moves to another account': async () => {
        const { link, b, ofA, alsoOfA, ofB } = await twoAccounts();
        return {
          change: () => content.update(UID.link, link, { account: b }),
          seen: wordMoves([ofA, alsoOfA], [ofB]),
        };
      },
      "is connected from the other account's side": async () => {
        const { link, b, ofA, alsoOfA, ofB } = await twoAccounts();
        return {
          change: () => content.update(UID.account, b, { internalLinks: { connect: [link] } }),
          seen: wordMoves([ofA, alsoOfA], [ofB]),
        };
      },
      "is set from the other account's side": async () => {
        const { link, b, ofA, ofB } = await twoAccounts();
        return {
          change: () => content.update(UID.account, b, { internalLinks: [link] }),
          seen: wordMoves([ofA], [ofB]),
        };
      },
      'comes with a new account that takes it over': async () => {
        const { link, ofA, ofB } = await twoAccounts();
        return {
          change: () => content.account({ internalLinks: [link], websites: [ofB.documentId] }),
          seen: wordMoves([ofA], [ofB]),
        };
      },
    });

    it("is not disconnected from its account's side: that is refused and changes nothing", async () => {
      const { a, link, ofA } = await twoAccounts();
      await witnessed({
        change: () =>
          expect(content.update(UID.account, a, { internalLinks: { disconnect: [link] } })).rejects.toThrow(
            'A link always belongs to an account.',
          ),
        seen: [],
        same: [links(ofA)],
      });
    });
  });

  describe('a website', () => {
    areWitnessed({
      'moves to another account': async () => {
        const { b, ofA, alsoOfA, ofB } = await twoAccounts();
        return {
          change: () => content.update(UID.website, ofA.documentId, { account: b }),
          seen: [[links(ofA), [WORD], []]],
          same: [links(alsoOfA), links(ofB)],
        };
      },
      "is connected from the other account's side": async () => {
        const { a, ofA, ofB } = await twoAccounts();
        return {
          change: () => content.update(UID.account, a, { websites: { connect: [ofB.documentId] } }),
          seen: [[links(ofB), [], [WORD]]],
          same: [links(ofA)],
        };
      },
      'begins to withhold scheduled posts': async () => {
        const website = await site();
        await content.post(website.documentId, {
          slug: 'later',
          scheduleDate: '2999-01-01T00:00:00.000Z',
        });
        return {
          change: () => content.update(UID.website, website.documentId, { scheduledPosts: 'withhold' }),
          seen: goes(website, 'later'),
        };
      },
      'ceases to withhold scheduled posts': async () => {
        const website = await site({ scheduledPosts: 'withhold' });
        await content.post(website.documentId, {
          slug: 'later',
          scheduleDate: '2999-01-01T00:00:00.000Z',
        });
        return {
          change: () => content.update(UID.website, website.documentId, { scheduledPosts: 'include' }),
          seen: appears(website, 'later'),
        };
      },
      'changes its address, which decides what is a link to the page itself': async () => {
        const website = await site({ url: 'https://old.example.com' });
        const campaign = await content.campaign(website.documentId);
        const url = 'https://new.example.com/page';
        await content.page(campaign.documentId, {
          slug: 'page',
          internalLinks: [{ keyword: 'self', url }],
        });
        return {
          change: () => content.update(UID.website, website.documentId, { url: 'https://new.example.com' }),
          seen: [[page(website, 'page'), { internalLinks: [{ url }] }, { internalLinks: [] }]],
        };
      },
      'gets another key': async () => {
        const { website } = await blogSite();
        const renewed: TestWebsite = { ...website, key: unique('renewed') };
        return {
          change: () => content.update(UID.website, website.documentId, { apiKey: renewed.key }),
          seen: [
            [posts(website), [{ slug: 'post' }], 401],
            [post(website, 'post'), { slug: 'post' }, 401],
            [terms(website), { tags: [{ name: 'Tag' }] }, 401],
            [links(website), [], 401],
            [pages(website), [], 401],
            [posts(renewed), 401, [{ slug: 'post' }]],
            [post(renewed, 'post'), 401, { slug: 'post' }],
          ],
        };
      },
      'is deleted': async () => {
        const website = await site();
        return {
          change: () => content.remove(UID.website, website.documentId),
          seen: [posts, links, pages, terms].map((target) => [target(website), {}, 401]),
        };
      },
      'is created': async () => {
        const key = unique('key');
        return {
          change: () => site({ apiKey: key }),
          seen: [posts, links, pages].map((target) => [target({ key }), 401, []]),
        };
      },
    });
  });

  /** A website with a campaign and one live page. */
  const pseoSite = async () => {
    const website = await site();
    const { documentId: campaign } = await content.campaign(website.documentId, {
      htmlTemplate: '<p>{{ city }}</p>',
      metaTitleTemplate: 'In {{ city }}',
      metaDescriptionTemplate: 'About {{ city }}',
      internalLinks: [{ keyword: 'inherited', url: '/inherited' }],
    });
    const live = await content.page(campaign, { slug: 'page', variables: { city: 'Bern' } });
    return { website, campaign, id: live.documentId };
  };

  /** The page of such a website, by a list of its campaign too where that is given. */
  const pageGoes = (website: TestWebsite, campaign?: string): Way['seen'] => [
    [pages(website), [{ slug: 'page' }], []],
    [page(website, 'page'), { slug: 'page' }, 404],
    ...(campaign === undefined
      ? []
      : [[pages(website, { campaignId: campaign }), [{ slug: 'page' }], []] as Way['seen'][number]]),
  ];

  describe('a campaign', () => {
    areWitnessed({
      'changes its templates': async () => {
        const { website, campaign } = await pseoSite();
        const before = {
          html: '<p>Bern</p>',
          fields: { metaTitle: 'In Bern', metaDescription: 'About Bern' },
        };
        return {
          change: () =>
            content.update(UID.campaign, campaign, {
              htmlTemplate: '<b>{{ city }}</b>',
              metaTitleTemplate: 'To {{ city }}',
              metaDescriptionTemplate: 'Of {{ city }}',
            }),
          seen: [
            [
              page(website, 'page'),
              before,
              { html: '<b>Bern</b>', fields: { metaTitle: 'To Bern', metaDescription: 'Of Bern' } },
            ],
            // The campaign's change is the page's, and its date tells.
            [pages(website), [{ slug: 'page' }], [{ slug: 'page' }]],
          ],
        };
      },
      'changes its links': async () => {
        const { website, campaign } = await pseoSite();
        return {
          change: () =>
            content.update(UID.campaign, campaign, {
              internalLinks: [{ keyword: 'replaced', url: '/replaced' }],
            }),
          seen: [
            [
              page(website, 'page'),
              { internalLinks: [{ keyword: 'inherited' }] },
              { internalLinks: [{ keyword: 'replaced', url: '/replaced' }] },
            ],
          ],
        };
      },
      'loses its links': async () => {
        const { website, campaign } = await pseoSite();
        return {
          change: () => content.update(UID.campaign, campaign, { internalLinks: [] }),
          seen: [
            [page(website, 'page'), { internalLinks: [{ keyword: 'inherited' }] }, { internalLinks: [] }],
          ],
        };
      },
      'moves to another website': async () => {
        const { website, campaign } = await pseoSite();
        const other = await site();
        return {
          change: () => content.update(UID.campaign, campaign, { website: other.documentId }),
          seen: [
            ...pageGoes(website, campaign),
            [pages(other), [], [{ slug: 'page', websiteId: other.documentId }]],
            [page(other, 'page'), 404, { slug: 'page', websiteId: other.documentId }],
          ],
        };
      },
      'is deleted after its pages': async () => {
        const { website, campaign, id } = await pseoSite();
        return {
          change: async () => {
            await content.remove(UID.page, id);
            await content.remove(UID.campaign, campaign);
          },
          seen: pageGoes(website, campaign),
        };
      },
    });
  });

  describe('a page', () => {
    areWitnessed({
      'is published': async () => {
        const { website, campaign } = await pseoSite();
        const draft = await content.pageDraft(campaign, { slug: 'second', variables: { city: 'Basel' } });
        return {
          change: () => content.publish(UID.page, draft.documentId),
          seen: [
            [pages(website), [{ slug: 'page' }], [{ slug: 'page' }, { slug: 'second' }]],
            [page(website, 'second'), 404, { slug: 'second' }],
          ],
        };
      },
      'is unpublished': async () => {
        const { website, campaign, id } = await pseoSite();
        return {
          change: () => content.unpublish(UID.page, id),
          seen: pageGoes(website, campaign),
        };
      },
      'is deleted': async () => {
        const { website, id } = await pseoSite();
        return {
          change: () => content.remove(UID.page, id),
          seen: pageGoes(website),
        };
      },
      'moves to another campaign': async () => {
        const { website, campaign, id } = await pseoSite();
        const other = await content.campaign(website.documentId, { htmlTemplate: 'Other {{ city }}' });
        return {
          change: () => content.update(UID.page, id, { campaign: other.documentId }, 'published'),
          seen: [
            [pages(website, { campaignId: campaign }), [{ slug: 'page' }], []],
            [pages(website, { campaignId: other.documentId }), [], [{ slug: 'page' }]],
            [pages(website), [{ campaignId: campaign }], [{ campaignId: other.documentId }]],
            [page(website, 'page'), { html: '<p>Bern</p>' }, { html: 'Other Bern' }],
          ],
        };
      },
      'moves to a campaign of another website': async () => {
        const { website, id } = await pseoSite();
        const elsewhere = await site();
        const other = await content.campaign(elsewhere.documentId);
        return {
          change: () => content.update(UID.page, id, { campaign: other.documentId }, 'published'),
          seen: [
            ...pageGoes(website),
            [pages(elsewhere), [], [{ slug: 'page' }]],
            [page(elsewhere, 'page'), 404, { slug: 'page' }],
          ],
        };
      },
      'changes its variables': async () => {
        const { website, id } = await pseoSite();
        return {
          change: () => content.update(UID.page, id, { variables: { city: 'Genf' } }, 'published'),
          seen: [
            [pages(website), [{ variables: { city: 'Bern' } }], [{ variables: { city: 'Genf' } }]],
            [page(website, 'page'), { html: '<p>Bern</p>' }, { html: '<p>Genf</p>' }],
          ],
        };
      },
      'changes its own texts, links and slug': async () => {
        const { website, id } = await pseoSite();
        const data = {
          html: 'Own',
          metaTitle: 'Own title',
          slug: 'own',
          internalLinks: [{ keyword: 'own', url: '/elsewhere' }],
        };
        return {
          change: () => content.update(UID.page, id, data, 'published'),
          seen: [
            [pages(website), [{ slug: 'page' }], [{ slug: 'own' }]],
            [page(website, 'page'), { html: '<p>Bern</p>' }, 404],
            [
              page(website, 'own'),
              404,
              {
                html: 'Own',
                fields: { metaTitle: 'Own title' },
                internalLinks: [{ keyword: 'own' }, { keyword: 'inherited' }],
              },
            ],
          ],
        };
      },
    });

    it('is not only edited as a draft: then every byte stays', async () => {
      const { website, id } = await pseoSite();
      await witnessed({
        change: () =>
          content.update(UID.page, id, {
            variables: { city: 'Genf' },
            internalLinks: [{ keyword: 'draft', url: '/draft' }],
          }),
        seen: [],
        same: [pages(website), page(website, 'page')],
      });
    });
  });

  describe('an image of the media library', () => {
    const withImage = async () => {
      const website = await site();
      const image = await content.image('/uploads/one.webp');
      await content.post(website.documentId, {
        slug: 'post',
        featuredImage: image,
        featuredImageUrl: 'https://images.example.com/fallback.webp',
      });
      return { website, image };
    };
    const shown = (website: TestWebsite, before: string | null, after: string): Way['seen'] => [
      [posts(website), [{ featuredImage: before }], [{ featuredImage: after }]],
      [post(website, 'post'), { featuredImage: before }, { featuredImage: after }],
    ];
    const ONE = 'https://cms.example.com/uploads/one.webp';
    const folder = temporaryFolder();
    const changeFile = (id: number, data: object) =>
      server.strapi.db.query('plugin::upload.file').update({ where: { id }, data });
    /** The row of a post that readers get. */
    const liveRow = (documentId: string): Promise<{ id: number }> =>
      server.strapi.db.query(UID.post).findOne({ where: { documentId, publishedAt: { $notNull: true } } });

    it('gets another address', async () => {
      const { website, image } = await withImage();
      await witnessed({
        change: () => changeFile(image, { url: '/uploads/two.webp' }),
        seen: shown(website, ONE, 'https://cms.example.com/uploads/two.webp'),
      });
    });

    it('is uploaded for a live post, and then replaced by another file', async () => {
      const website = await site();
      const { documentId } = await content.post(website.documentId, { slug: 'post' });
      const filepath = path.join(folder, 'image.png');
      await writeFile(filepath, PIXEL);
      const file = { filepath, originalFilename: 'image.png', mimetype: 'image/png', size: PIXEL.length };
      const live = await liveRow(documentId);
      let image = 0;
      const rename = () =>
        changeFile(image, { provider: 'elsewhere', url: 'https://images.example.com/old.png' });
      const uploaded = expect.stringMatching(
        /^https:\/\/cms\.example\.com\/uploads\/image_\w+\.png$/,
      ) as string;
      try {
        await witnessed({
          change: async () => {
            const made = await files().upload({
              data: { ref: UID.post, refId: live.id, field: 'featuredImage' },
              files: file,
            });
            image = made[0].id;
          },
          seen: shown(website, null, uploaded),
        });
        const first = await files().findOne(image);
        await rename();
        await witnessed({
          change: () => files().replace(image, { data: {}, file }),
          seen: [
            [
              posts(website),
              [{ featuredImage: 'https://images.example.com/old.png' }],
              [{ featuredImage: uploaded }],
            ],
          ],
        });
        expect((await files().findOne(image)).url).toBe(first.url);
      } finally {
        await files().remove(await files().findOne(image));
      }
    });

    it('is deleted', async () => {
      const { website, image } = await withImage();
      await witnessed({
        change: async () => files().remove(await files().findOne(image)),
        seen: shown(website, ONE, 'https://images.example.com/fallback.webp'),
      });
    });

    it('is shown by posts of two websites, and is changed and deleted with others', async () => {
      const [one, two] = [await withImage(), await site()];
      await content.post(two.documentId, { slug: 'post', featuredImage: one.image });
      const other = await withImage();
      const query = server.strapi.db.query('plugin::upload.file');
      const where = { id: { $in: [one.image, other.image] } };
      const NEXT = 'https://cms.example.com/uploads/next.webp';
      await witnessed({
        change: () => query.updateMany({ where, data: { url: '/uploads/next.webp' } }),
        seen: [one.website, two, other.website].flatMap((website) => shown(website, ONE, NEXT)),
      });
      await witnessed({
        change: () => query.deleteMany({ where }),
        seen: [
          ...shown(one.website, NEXT, 'https://images.example.com/fallback.webp'),
          [posts(two), [{ featuredImage: NEXT }], [{ featuredImage: null }]],
        ],
      });
    });

    it("is connected to a post from the file's side", async () => {
      const website = await site();
      const { documentId } = await content.post(website.documentId, { slug: 'post' });
      const { id } = await liveRow(documentId);
      const image = await content.image('/uploads/one.webp');
      const related = [{ id, __type: UID.post, __pivot: { field: 'featuredImage' } }];
      await witnessed({
        change: () => changeFile(image, { related }),
        seen: [[post(website, 'post'), { featuredImage: null }, { featuredImage: ONE }]],
      });
    });

    it('is of a post whose moment is still to come', async () => {
      stopClockAt('2030-01-01T00:00:00.000Z');
      const website = await site({ scheduledPosts: 'withhold' });
      const image = await content.image('/uploads/one.webp');
      await content.post(website.documentId, {
        slug: 'post',
        featuredImage: image,
        scheduleDate: '2031-01-01T12:00:00.000Z',
      });
      const TWO = 'https://cms.example.com/uploads/two.webp';
      const rename = (url: string) => changeFile(image, { url });
      await witnessed({
        change: () => rename('/uploads/two.webp'),
        seen: [[post(website, 'post'), 404, 404]],
        same: [posts(website)],
      });
      stopClockAt('2031-01-01T12:00:00.000Z');
      await api.warm(post(website, 'post'), { featuredImage: TWO });
      await witnessed({ change: () => rename('/uploads/one.webp'), seen: shown(website, TWO, ONE) });
      resumeClock();
    });

    it('is used by something that belongs to no website: then it counts for all', async () => {
      const website = await site();
      await api.warm(posts(website), []);
      const image = await content.image('/uploads/one.webp');
      const { builds } = figuresOf(server);
      const rename = () => changeFile(image, { url: '/uploads/two.webp' });
      await rename();
      await api.get(posts(website));
      expect(figuresOf(server).builds).toBe(builds);
      await server.strapi.db
        .connection('files_related_mph')
        .insert({ file_id: image, related_id: 1, related_type: 'api::unknown.unknown', field: 'image' });
      const log = () =>
        server.strapi.db
          .connection('content_delivery_changes')
          .where({ website: website.documentId })
          .orderBy('revision');
      const before = (await log()).length;
      await rename();
      expect((await log()).slice(before)).toMatchObject([
        { type: 'website', action: 'updated', entry: null },
      ]);
      await api.get(posts(website));
      expect(figuresOf(server).builds).toBe(builds + 1);
    });

    it('is not only renamed: the address stays, and every byte with it', async () => {
      const { website, image } = await withImage();
      await witnessed({
        change: () => files().updateFileInfo(image, { name: 'renamed', alternativeText: 'renamed' }),
        seen: [],
        same: [posts(website), post(website, 'post')],
      });
    });
  });

  describe('what no response shows raises no revision and writes no row:', () => {
    const query = (uid: string) => server.strapi.db.query(uid as never);
    const draftRow = (uid: string, documentId: string): Promise<{ id: number }> =>
      query(uid).findOne({ where: { documentId, publishedAt: null } });
    const scheduled = async (scheduledPosts: string) => {
      const website = await site({ scheduledPosts });
      const scheduleDate = new Date(Date.now() + 3_600_000).toISOString();
      const { documentId } = await content.post(website.documentId, { slug: 'later', scheduleDate });
      return { website, id: documentId };
    };

    const scheduledDraft = async (scheduledPosts: string) => {
      const { id } = await scheduled(scheduledPosts);
      return () => content.update(UID.post, id, { title: 'Draft', scheduleDate: null });
    };
    const writes: Record<string, () => Promise<() => Promise<unknown>>> = {
      'a new draft of a post, with terms and an image': async () => {
        const { website, category, tag } = await blogSite();
        const featuredImage = await content.image('/uploads/one.webp');
        return () =>
          content.draft(website.documentId, {
            slug: 'draft',
            category: category.documentId,
            tags: [tag.documentId],
            featuredImage,
            scheduleDate: '2999-01-01T00:00:00.000Z',
          });
      },
      'the draft of a live post is saved with other texts, terms, dates and image': async () => {
        const { website, id } = await blogSite();
        const tag = await content.tag(website.documentId);
        const featuredImage = await content.image('/uploads/one.webp');
        return () =>
          content.update(UID.post, id, {
            title: 'Draft',
            slug: 'draft',
            category: null,
            tags: [tag.documentId],
            featuredImage,
            publishDate: '2020-01-01T00:00:00.000Z',
            scheduleDate: '2999-01-01T00:00:00.000Z',
          });
      },
      'the draft of a live post moves to another website, and back': async () => {
        const { website, id } = await blogSite();
        const other = await site();
        return async () => {
          const data = { website: other.documentId, category: null, tags: [] };
          await content.update(UID.post, id, data);
          await content.update(UID.post, id, { website: website.documentId });
        };
      },
      'the draft of a live post is discarded': async () => {
        const { id } = await blogSite();
        await content.update(UID.post, id, { title: 'Draft' });
        return () => content.discardDraft(UID.post, id);
      },
      'the draft of a scheduled post, where these are said to include': () => scheduledDraft('include'),
      'the draft of a scheduled post, where these are said to withhold': () => scheduledDraft('withhold'),
      'a draft is deleted, and one that was live before': async () => {
        const { website, id } = await blogSite();
        const draft = await content.draft(website.documentId);
        await content.unpublish(UID.post, id);
        return async () => {
          await content.remove(UID.post, draft.documentId);
          await content.remove(UID.post, id);
        };
      },
      'a row of a draft is changed and deleted through the query layer, alone and with others': async () => {
        const { website, id } = await blogSite();
        const own = await draftRow(UID.post, id);
        const title = unique('Title');
        await content.draft(website.documentId, { title });
        return async () => {
          await query(UID.post).update({ where: { id: own.id }, data: { title: 'Draft' } });
          await query(UID.post).updateMany({ where: { title }, data: { content: 'Draft' } });
          await query(UID.post).deleteMany({ where: { title } });
        };
      },
      'a file is uploaded for a draft, renamed and deleted': async () => {
        const { id } = await blogSite();
        const own = await draftRow(UID.post, id);
        const related = [{ id: own.id, __type: UID.post, __pivot: { field: 'featuredImage' } }];
        const name = unique('image');
        const file = { name, hash: name, ext: '.webp', mime: 'image/webp', size: 1, provider: 'local' };
        return async () => {
          const { id: image } = (await query('plugin::upload.file').create({
            data: { ...file, url: '/uploads/one.webp', related },
          })) as { id: number };
          const data = { url: '/uploads/two.webp' };
          await query('plugin::upload.file').update({ where: { id: image }, data });
          await query('plugin::upload.file').delete({ where: { id: image } });
        };
      },
      'a new draft of a page, with links': async () => {
        const { campaign } = await pseoSite();
        const internalLinks = [{ keyword: 'draft', url: '/draft' }];
        return () =>
          content.pageDraft(campaign, { slug: 'draft', variables: { city: 'Genf' }, internalLinks });
      },
      'the draft of a live page gets other texts and links, and loses these again': async () => {
        const { website, id } = await pseoSite();
        const other = await content.campaign(website.documentId);
        return async () => {
          const internalLinks = [{ keyword: 'draft', url: '/draft' }];
          const data = { slug: 'draft', html: 'Draft', internalLinks, campaign: other.documentId };
          await content.update(UID.page, id, data);
          await content.update(UID.page, id, { internalLinks: [{ keyword: 'other', url: '/other' }] });
          await content.update(UID.page, id, { internalLinks: [] });
        };
      },
      'the draft of a live page is discarded, and another one deleted': async () => {
        const { campaign, id } = await pseoSite();
        await content.update(UID.page, id, { html: 'Draft' });
        const draft = await content.pageDraft(campaign);
        return async () => {
          await content.discardDraft(UID.page, id);
          await content.remove(UID.page, draft.documentId);
        };
      },
    };
    it.each(Object.entries(writes))('%s', async (_name, arrange) => expectUnlogged(server, await arrange()));

    it('but what is withheld does raise it, as responses end at its moment, and is logged when that comes', async () => {
      const { website, id } = await scheduled('withhold');
      const sooner = new Date(Date.now() + 120_000).toISOString();
      await api.warm(posts(website), []);
      const { raised, types } = await loggedBy(server, () =>
        content.update(UID.post, id, { scheduleDate: sooner }, 'published'),
      );
      expect({ raised, rows: [...types] }).toEqual({ raised: [`website:${website.documentId}`], rows: [] });
      stopClockAt(sooner);
      await api.warm(posts(website), [{ slug: 'later' }]);
    });
  });

  describe('a link rule is written by itself', () => {
    const query = () => server.strapi.db.query('pseo.internal-link');

    it.each(['campaign', 'page'])('of a %s: changed, and deleted', async (owner) => {
      const [keyword, changed] = [unique('keyword'), unique('changed')];
      const { website: other } = await pseoSite();
      await content.campaign(other.documentId, { internalLinks: [{ keyword, url: '/other' }] });
      const website = await site();
      const linksOf = (type: string) =>
        type === owner ? { internalLinks: [{ keyword, url: '/before' }] } : {};
      const campaign = await content.campaign(website.documentId, linksOf('campaign'));
      await content.page(campaign.documentId, { slug: 'page', ...linksOf('page') });
      const before = { internalLinks: [{ keyword, url: '/before' }] };
      const after = { internalLinks: [{ keyword: changed, url: '/after' }] };
      await witnessed({
        change: () =>
          query().updateMany({
            where: { keyword, url: '/before' },
            data: { keyword: changed, url: '/after' },
          }),
        seen: [[page(website, 'page'), before, after]],
        same: [page(other, 'page')],
      });
      await witnessed({
        change: () => query().deleteMany({ where: { keyword: changed } }),
        seen: [[page(website, 'page'), after, { internalLinks: [] }]],
      });
    });
  });

  describe('the moment of a withheld post', () => {
    const [BEFORE, DUE, LATER, LATEST] = [
      '2031-01-01T11:59:59.999Z',
      '2031-01-01T12:00:00.000Z',
      '2031-01-01T13:00:00.000Z',
      '2031-01-01T13:00:00.001Z',
    ] as const;
    it('goes for servers whose clocks are ahead too, where it is taken away by one for which it has not come', async () => {
      stopClockAt('2032-01-01T00:00:00.000Z');
      const website = await site({ scheduledPosts: 'withhold' });
      const { documentId } = await content.post(website.documentId, {
        slug: 'soon',
        scheduleDate: '2032-01-01T00:03:00.000Z',
      });
      const ahead = '2032-01-01T00:05:00.000Z';
      stopClockAt(ahead);
      await serviceOf(server.strapi, 'clock').drain();
      await api.warm(posts(website), [{ slug: 'soon' }]);
      stopClockAt('2032-01-01T00:00:01.000Z');
      await content.unpublish(UID.post, documentId);
      stopClockAt(ahead);
      await api.warm(posts(website), []);
      resumeClock();
    });

    it('comes, post by post, and goes again when the clock is set back', async () => {
      stopClockAt('2030-01-01T00:00:00.000Z');
      const website = await site({ scheduledPosts: 'withhold' });
      await content.post(website.documentId, { slug: 'always', publishDate: '2029-01-01T00:00:00.000Z' });
      await content.post(website.documentId, {
        slug: 'first',
        scheduleDate: DUE,
        publishDate: '2029-01-02T00:00:00.000Z',
      });
      await content.post(website.documentId, {
        slug: 'second',
        scheduleDate: LATER,
        publishDate: '2029-01-03T00:00:00.000Z',
      });
      const [always, first, second] = [{ slug: 'always' }, { slug: 'first' }, { slug: 'second' }];
      for (const [moment, list] of [
        [BEFORE, [always]],
        [DUE, [first, always]],
        [LATEST, [second, first, always]],
        [BEFORE, [always]],
      ] as const) {
        stopClockAt(moment);
        await api.warm(posts(website), list);
        for (const item of [always, first, second]) {
          const isThere = (list as readonly object[]).includes(item);
          await api.warm(post(website, item.slug), isThere ? item : 404);
        }
        resumeClock();
      }
    });
  });
});
