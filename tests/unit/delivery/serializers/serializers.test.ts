import fc from 'fast-check';
import { createTemplates } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/templates';
import type { PostEntityWithContent } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/posts';
import type { PseoPageEntityWithTexts } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/pseo-pages';
import {
  needsOf,
  toAuthor,
  toPost,
  toPostExtras,
  toPostListItem,
} from '../../../../src/plugins/content-delivery/server/src/delivery/serializers/post';
import {
  toLink,
  toPseoPage,
  toPseoPageExtras,
  toPseoPageListItem,
} from '../../../../src/plugins/content-delivery/server/src/delivery/serializers/pseo-page';
import { toWebsite } from '../../../../src/plugins/content-delivery/server/src/delivery/serializers/website';
import { POST_EXTRAS } from '../../../../src/plugins/content-delivery/contracts/delivery-parameters';
import { postEntityOf } from '../../../fixtures/post-entity';

const PUBLIC_URL = 'https://cms.example.com';
const EARLY = new Date('2025-01-01T00:00:00.001Z');

const post = (differing: Partial<PostEntityWithContent> = {}) => postEntityOf(EARLY, differing);

const page = (differing: Partial<PseoPageEntityWithTexts> = {}): PseoPageEntityWithTexts => ({
  documentId: 'page',
  campaignId: 'campaign',
  websiteId: 'website',
  slug: 'a/b',
  targetSlug: null,
  variables: {},
  createdAt: EARLY,
  updatedAt: EARLY,
  campaignUpdatedAt: EARLY,
  websiteUrl: 'https://front.example.com',
  html: { own: null, template: null },
  metaTitle: { own: null, template: null },
  metaDescription: { own: null, template: null },
  ownLinks: [],
  campaignLinks: [],
  escapingVersion: 2,
  ...differing,
});

const link = (keyword: string, url = '/elsewhere') => ({
  keyword,
  url,
  anchor: null,
  internal: true,
  nofollow: false,
});

describe('posts', () => {
  it.each([
    [
      { uploadedImage: '/uploads/a.webp', featuredImageUrl: 'https://x.example/b.webp' },
      `${PUBLIC_URL}/uploads/a.webp`,
    ],
    [{ uploadedImage: 'https://bucket.example/a.webp' }, 'https://bucket.example/a.webp'],
    [{ uploadedImage: 'HTTP://bucket.example/a.webp' }, 'HTTP://bucket.example/a.webp'],
    [{ featuredImageUrl: 'https://x.example/b.webp' }, 'https://x.example/b.webp'],
    [{ featuredImageUrl: '' }, null],
    [{}, null],
  ])('with %j have the image %j', (images, expected) => {
    expect(toPost(post(images), PUBLIC_URL).featuredImage).toBe(expected);
  });

  it('are created when they were published, and never updated before that', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, dates, dates, (createdAt, updatedAt, publishDate) => {
        const sent = toPostListItem(post({ createdAt, updatedAt, publishDate }), PUBLIC_URL);
        expect(sent.createdAt).toBe(publishDate.toISOString());
        expect(sent.updatedAt).toBe(
          new Date(Math.max(updatedAt.getTime(), publishDate.getTime())).toISOString(),
        );
      }),
    );
  });

  it.each<[readonly (typeof POST_EXTRAS)[number][], string[]]>([
    [['id', 'related'], []],
    [['content'], ['content']],
    [['excerpt'], ['content']],
    [['words'], ['content']],
    [['readingMinutes'], ['content']],
    [['image'], ['imageDetails']],
    [['lang'], ['language']],
    [['author'], ['author']],
    [POST_EXTRAS, ['content', 'imageDetails', 'language', 'author']],
  ])('read for %j what these are made of: %j', (include, expected) => {
    const needed = Object.entries(needsOf(include)).filter(([, isNeeded]) => isNeeded);
    expect(needed.map(([name]) => name)).toEqual(expected);
  });

  describe('have more on request', () => {
    const details = (formats: unknown = null) => ({
      width: 1_200,
      height: 800,
      alternativeText: 'A harbour',
      formats,
    });
    const author = { name: 'Ada', slug: 'ada', url: null, bio: null, image: null, imageDetails: details() };
    const extras = (differing: Partial<PostEntityWithContent>, ...include: (typeof POST_EXTRAS)[number][]) =>
      toPostExtras(post(differing), { related: [], language: 'en' }, include, PUBLIC_URL);

    it('what is asked for, in the order of the names', () => {
      const text = `<p>${'word '.repeat(400)}</p>`;
      const sent = extras(
        { content: text, language: 'de' },
        'id',
        'readingMinutes',
        'words',
        'related',
        'lang',
      );
      expect(Object.entries(sent)).toEqual([
        ['id', 'post'],
        ['readingMinutes', 2],
        ['words', 400],
        ['related', []],
        ['lang', 'de'],
      ]);
      expect(extras({}, 'content', 'lang')).toEqual({ content: '<p></p>', lang: 'en' });
    });

    it.each<[string, Partial<PostEntityWithContent>, unknown]>([
      ['none', {}, null],
      [
        'hosted elsewhere, of which nothing else is known',
        { featuredImageUrl: 'https://x.example/b.webp', imageDetails: details() },
        { url: 'https://x.example/b.webp', width: null, height: null, alt: null, formats: [] },
      ],
      [
        'uploaded',
        { uploadedImage: '/uploads/a.webp', imageDetails: details() },
        { url: `${PUBLIC_URL}/uploads/a.webp`, width: 1_200, height: 800, alt: 'A harbour', formats: [] },
      ],
      [
        'uploaded, without a text for it',
        { uploadedImage: '/uploads/a.webp', imageDetails: { ...details(), alternativeText: '' } },
        { url: `${PUBLIC_URL}/uploads/a.webp`, width: 1_200, height: 800, alt: null, formats: [] },
      ],
    ])('an image: %s', (_name, images, expected) => {
      expect(extras(images, 'image')).toEqual({ image: expected });
    });

    const small = { url: '/uploads/small.webp', width: 500, height: 333 };
    const large = { url: 'https://bucket.example/large.webp', width: 1_000, height: 667 };
    const shown = [{ ...small, url: `${PUBLIC_URL}/uploads/small.webp` }, large];
    it.each<[string, unknown, unknown[]]>([
      ['by name', { large, small: { ...small, hash: 'not told' } }, shown],
      ['none', null, []],
      ['nothing that can be read', 'broken', []],
      ['no object', { small, large, thumbnail: null }, shown],
      ['no address', { small, large, thumbnail: { ...small, url: null } }, shown],
      ['no width', { small, large, thumbnail: { ...small, width: '500' } }, shown],
      ['no height', { small, large, thumbnail: { ...small, height: undefined } }, shown],
    ])('its smaller formats, the smallest first: %s', (_name, formats, expected) => {
      const sent = extras({ uploadedImage: '/a.webp', imageDetails: details(formats) }, 'image');
      expect(sent.image?.formats).toEqual(expected);
    });

    it('the author, who may have no more than a name', () => {
      expect(extras({}, 'author')).toEqual({ author: null });
      expect(extras({ author }, 'author')).toEqual({
        author: { name: 'Ada', slug: 'ada', url: null, bio: null, image: null },
      });
      const empty = { ...author, url: '', bio: '' };
      expect(toAuthor(empty, PUBLIC_URL)).toMatchObject({ url: null, bio: null });
      const whole = {
        ...author,
        url: 'https://ada.example',
        bio: 'Writes.',
        image: '/ada.webp',
        imageDetails: details(),
      };
      expect(toAuthor(whole, PUBLIC_URL)).toMatchObject({
        url: 'https://ada.example',
        bio: 'Writes.',
        image: { url: `${PUBLIC_URL}/ada.webp`, width: 1_200 },
      });
    });
  });
});

describe('websites', () => {
  it('have null for what is not there, and for an empty text', () => {
    const nothing = { name: 'Site', url: null, language: null, description: null, image: null };
    const details = nothing as Parameters<typeof toWebsite>[0];
    expect(toWebsite(details, PUBLIC_URL)).toEqual(nothing);
    const empty = { ...details, url: '', language: '', description: '' };
    expect(toWebsite(empty, PUBLIC_URL)).toEqual(nothing);
  });

  it('have what is there', () => {
    const whole = {
      name: 'Site',
      url: 'https://front.example.com',
      language: 'en',
      description: 'About harbours.',
      image: '/uploads/site.webp',
    } as Parameters<typeof toWebsite>[0];
    const { name, url, language, description } = whole;
    expect(toWebsite(whole, PUBLIC_URL)).toEqual({
      name,
      url,
      language,
      description,
      image: `${PUBLIC_URL}/uploads/site.webp`,
    });
  });
});

describe('pSEO pages', () => {
  const templates = createTemplates();
  const resolve = (differing: Partial<PseoPageEntityWithTexts>) => toPseoPage(page(differing), templates);

  it('have their variables in one order, whatever the names', async () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string()), (variables) => {
        const reversed = Object.fromEntries(Object.entries(variables).reverse());
        const sent = toPseoPageListItem(page({ variables }));
        expect(sent.variables).toEqual({ ...variables });
        expect(JSON.stringify(toPseoPageListItem(page({ variables: reversed })))).toBe(JSON.stringify(sent));
      }),
    );
  });

  it.each([
    ['/a/b'],
    ['/a/b/'],
    ['/a/b//'],
    ['https://front.example.com/a/b'],
    ['https://front.example.com/a/b/'],
  ])('drop a link to themselves: %s', async (url) => {
    expect(
      (await resolve({ ownLinks: [link('own', url)], campaignLinks: [link('theirs', url)] })).internalLinks,
    ).toEqual([]);
  });

  it.each([
    '/a',
    '/a/b/c',
    '/a/bc',
    '/A/b',
    '/',
    '//a/b',
    'https://other.example.com/a/b',
    'https://front.example.com/',
    '/x/a/b',
  ])('keep a link to another page: %s', async (url) => {
    expect((await resolve({ ownLinks: [link('own', url)] })).internalLinks).toHaveLength(1);
  });

  it('know themselves by a percent-encoded link too, and on a website without an address', async () => {
    expect(
      (await resolve({ slug: 'київ', ownLinks: [link('own', '/%D0%BA%D0%B8%D1%97%D0%B2')] })).internalLinks,
    ).toEqual([]);
    expect((await resolve({ slug: '50%', ownLinks: [link('own', '/50%')] })).internalLinks).toEqual([]);
    expect((await resolve({ websiteUrl: null, ownLinks: [link('own', '/a/b')] })).internalLinks).toEqual([]);
  });

  it('have an address of their own where one is set', () => {
    expect(toPseoPageListItem(page()).targetSlug).toBe('a/b');
    expect(toPseoPageListItem(page({ targetSlug: '' })).targetSlug).toBe('a/b');
    expect(toPseoPageListItem(page({ targetSlug: 'c' })).targetSlug).toBe('c');
  });

  it("have their campaign's links for keywords that they do not set, in whatever case", async () => {
    const sent = await resolve({
      ownLinks: [link('Harbour', '/own')],
      campaignLinks: [link('HARBOUR', '/theirs'), link('Ferry', '/ferry')],
    });
    expect(sent.internalLinks.map(({ url }) => url)).toEqual(['/own', '/ferry']);
  });

  it('show a keyword where a link has no text of its own', () => {
    expect(toLink({ ...link('Ferry'), anchor: 'All ferries' }).anchor).toBe('All ferries');
    expect(toLink({ ...link('Ferry'), anchor: '' }).anchor).toBe('Ferry');
    expect(toLink(link('Ferry')).anchor).toBe('Ferry');
  });

  it.each(['', '  ', ' \n'])('are made by the template where their own text is %j', async (own) => {
    const sent = await resolve({
      html: { own, template: '<p>made</p>' },
      metaTitle: { own, template: 'Made' },
      metaDescription: { own, template: null },
    });
    expect(sent).toMatchObject({ html: '<p>made</p>', fields: { metaTitle: 'Made', metaDescription: '' } });
  });

  it('have in lists what is asked for of a single page', async () => {
    const whole = page({
      html: { own: '<p>Text</p>', template: null },
      metaTitle: { own: 'Title', template: null },
      ownLinks: [link('Ferry')],
    });
    const { html, fields, internalLinks } = await toPseoPage(whole, templates);
    const more = (...include: ('html' | 'fields' | 'internalLinks')[]) =>
      toPseoPageExtras(whole, templates, include);
    expect(await more()).toEqual({});
    expect(await more('html')).toEqual({ html });
    expect(await more('fields')).toEqual({ fields });
    expect(await more('internalLinks')).toEqual({ internalLinks });
    expect(Object.keys(await more('html', 'fields', 'internalLinks'))).toEqual([
      'html',
      'fields',
      'internalLinks',
    ]);
  });
});
