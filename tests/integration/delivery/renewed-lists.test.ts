import { UID, unique } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { generatedRuns } from '../../support/generated-runs';
import { createRandom } from '../../support/random';
import { serviceOf } from '../../support/services';
import { withServer } from '../../support/with-server';

type Query = Record<string, string>;

const LISTS: ['blog' | 'pseoPages', Query][] = [
  ['blog', {}],
  ['blog', { include: 'id,image,excerpt,author,lang,content' }],
  ['blog', { category: 'Web Dev' }],
  ['blog', { tag: 'Cold Brew', include: 'related' }],
  ['blog', { limit: '3', include: 'author,content' }],
  ['blog', { limit: '2', tag: 'Cold Brew' }],
  ['pseoPages', {}],
  ['pseoPages', { limit: '3' }],
  ['pseoPages', { include: 'html,fields,internalLinks' }],
];

describe('lists that are made of their version before', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite({ scheduledPosts: 'withhold', language: 'en' });
  let campaign: string;
  let terms: { category: string; tag: string; author: string; image: number };
  const posts: string[] = [];
  const pages: string[] = [];
  const random = createRandom(20261127);

  beforeAll(async () => {
    campaign = (await content.campaign(website.documentId, { htmlTemplate: '<p>{{ city }}</p>' })).documentId;
    terms = {
      category: (await content.category(website.documentId, 'Web Dev')).documentId,
      tag: (await content.tag(website.documentId, 'Cold Brew')).documentId,
      author: (await content.author(website.documentId)).documentId,
      image: await content.image('/uploads/before.webp'),
    };
    for (let n = 0; n < 6; n += 1) {
      posts.push((await content.post(website.documentId, { ...dataOfPost(), slug: `post-${n}` })).documentId);
      pages.push(
        (await content.page(campaign, { slug: `page/${n}`, variables: { city: 'Köln' } })).documentId,
      );
    }
  });
  afterEach(resumeClock);

  const dataOfPost = () => ({
    title: unique('Title “ü”'),
    content: `<p>${unique('Text')}</p>`,
    publishDate: new Date(Date.UTC(2025, 0, random.between(1, 4))).toISOString(),
    category: random.pick([terms.category, null]),
    tags: random.pick([[terms.tag], []]),
    author: random.pick([terms.author, null]),
    featuredImage: random.pick([terms.image, null]),
  });

  /** The body and tag of each list; and of each as it is made anew, without the one before. */
  const answers = async () => {
    const { cache } = serviceOf(server.strapi, 'delivery');
    const get = jest.spyOn(cache, 'get');
    const ask = () =>
      Promise.all(
        LISTS.map(async ([route, query]) => {
          const { status, text, headers } = await api[route](website.key, query);
          const { etag, link, 'x-total-count': total } = headers;
          return { route, query, status, text, etag, link, total };
        }),
      );
    const renewed = await ask();
    for (const [key] of get.mock.calls) cache.forget(key);
    get.mockRestore();
    const anew = await ask();
    return { renewed, anew };
  };

  const publish = (uid: string, documentId: string, data: Record<string, unknown>) =>
    content.update(uid, documentId, data, 'published');
  const CHANGES: [string, () => Promise<unknown>][] = [
    ['a post changes', () => publish(UID.post, random.pick(posts), dataOfPost())],
    ['a post changes its slug', () => publish(UID.post, random.pick(posts), { slug: unique('slug') })],
    ['a post goes', () => content.unpublish(UID.post, random.pick(posts))],
    [
      'a post comes',
      async () => posts.push((await content.post(website.documentId, dataOfPost())).documentId),
    ],
    [
      'a post is deleted',
      () => content.remove(UID.post, posts.splice(random.between(0, posts.length - 1), 1)[0] ?? ''),
    ],
    ['a draft changes', () => content.update(UID.post, random.pick(posts), dataOfPost())],
    [
      'a category is renamed',
      () => content.update(UID.category, terms.category, { name: random.pick(['Web Dev', 'Other']) }),
    ],
    [
      'a tag is renamed',
      () => content.update(UID.tag, terms.tag, { name: random.pick(['Cold Brew', 'Other']) }),
    ],
    ['an author changes', () => content.update(UID.author, terms.author, { name: unique('Author') })],
    [
      'an image changes',
      () =>
        server.strapi.db
          .query('plugin::upload.file')
          .update({ where: { id: terms.image }, data: { url: `/uploads/${unique('image')}.webp` } }),
    ],
    [
      'the website changes',
      () => content.update(UID.website, website.documentId, { language: random.pick(['de', 'en']) }),
    ],
    ['a page changes', () => publish(UID.page, random.pick(pages), { variables: { city: unique('City') } })],
    ['a page changes its slug', () => publish(UID.page, random.pick(pages), { slug: unique('page') })],
    ['a page goes', () => content.unpublish(UID.page, random.pick(pages))],
    [
      'a page comes',
      async () =>
        pages.push(
          (await content.page(campaign, { slug: unique('page'), variables: { city: 'Bonn' } })).documentId,
        ),
    ],
    [
      'a template changes',
      () => content.update(UID.campaign, campaign, { htmlTemplate: `<p>{{ city }} ${unique('t')}</p>` }),
    ],
  ];

  it('are what they would be if they were made anew, whatever has changed', async () => {
    await answers();
    const rounds = random.shuffle(Array.from({ length: generatedRuns(4) }, () => CHANGES).flat());
    for (const [what, change] of rounds) {
      await change();
      // Several changes may lie between two readers.
      if (random.between(0, 3) === 0) continue;
      const { renewed, anew } = await answers();
      expect({ what, answers: renewed }).toEqual({ what, answers: anew });
    }
  });

  it('keep what stands in its place', async () => {
    const { cache } = serviceOf(server.strapi, 'delivery');
    const get = jest.spyOn(cache, 'get');
    const placesOf = async () => {
      get.mockClear();
      await api.blog(website.key);
      const [key = ''] = get.mock.calls[0] ?? [];
      return cache.get(key)?.outline?.places ?? [];
    };
    const changed = (await content.post(website.documentId)).documentId;
    const before = await placesOf();
    await publish(UID.post, changed, { title: 'Changed' });
    const after = await placesOf();
    get.mockRestore();
    expect(after.filter((place) => !before.includes(place))).toEqual([
      expect.objectContaining({ documentId: changed }),
    ]);
  });

  it('have a post whose moment has come, by the clock alone', async () => {
    stopClockAt('2031-01-01T00:00:00.000Z');
    await content.post(website.documentId, { slug: 'due', scheduleDate: '2031-01-01T00:01:00.000Z' });
    const before = await answers();
    stopClockAt('2031-01-01T00:01:00.000Z');
    const { renewed, anew } = await answers();
    expect(renewed).toEqual(anew);
    expect(renewed[0]?.text).toContain('"due"');
    expect(before.renewed[0]?.text).not.toContain('"due"');
  });
});
