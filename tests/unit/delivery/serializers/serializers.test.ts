import fc from 'fast-check';
import { createTemplates } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/templates';
import type { PostEntityWithContent } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/posts';
import type { PseoPageEntityWithTexts } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/pseo-pages';
import {
  toPost,
  toPostListItem,
} from '../../../../src/plugins/content-delivery/server/src/delivery/serializers/post';
import {
  toPseoPage,
  toPseoPageListItem,
} from '../../../../src/plugins/content-delivery/server/src/delivery/serializers/pseo-page';

const PUBLIC_URL = 'https://cms.example.com';
const EARLY = new Date('2025-01-01T00:00:00.001Z');

const post = (differing: Partial<PostEntityWithContent> = {}): PostEntityWithContent => ({
  id: 1,
  documentId: 'post',
  title: 'Title',
  slug: 'slug',
  category: null,
  tags: [],
  uploadedImage: null,
  featuredImageUrl: null,
  metaTitle: null,
  metaDescription: null,
  createdAt: EARLY,
  updatedAt: EARLY,
  publishDate: EARLY,
  scheduleDate: null,
  content: '<p></p>',
  imageDetails: null,
  language: null,
  author: null,
  ...differing,
});

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
});
