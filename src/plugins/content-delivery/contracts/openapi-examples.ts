/**
 * What the routes answer, as examples of the OpenAPI description. Typed by the contract, so that they cannot say what no answer
 * says; `tests/unit/contracts/openapi.test.ts` holds them against the schemas.
 */
import type {
  ApiError,
  ApiErrorDetails,
  Changes,
  InternalLink,
  Post,
  PostExtras,
  PostListItem,
  PseoPage,
  PseoPageListItem,
  Redirect,
  Taxonomies,
  Website,
} from './delivery';
import type { WebhookEventType, WebhookPayload } from './webhooks';

const example = <Value>(summary: string, value: Value) => ({ summary, value });

const HEAD = {
  title: 'Dialling in espresso in four shots',
  slug: 'espresso-dialling-in',
  category: 'Brewing guides',
  tags: ['Espresso', 'Grinding'],
  featuredImage: 'https://cms.example.com/uploads/espresso_a1b2c3.webp',
};
const TAIL = {
  metaTitle: 'Dialling in espresso in four shots',
  metaDescription: 'Change one thing at a time, and write it down.',
  createdAt: '2025-03-01T09:30:00.000Z',
  updatedAt: '2025-03-04T16:05:12.480Z',
  scheduleDate: null,
};
const CONTENT = '<p>Start with the dose, and leave it alone.</p>';
const ITEM: PostListItem = { ...HEAD, ...TAIL };
const POST: Post = { ...HEAD, content: CONTENT, ...TAIL };
const IMAGE = {
  url: HEAD.featuredImage,
  width: 1_600,
  height: 900,
  alt: 'Espresso runs into a glass',
  formats: [{ url: 'https://cms.example.com/uploads/small_espresso_a1b2c3.webp', width: 500, height: 281 }],
};
const EXTRAS: Omit<PostExtras, 'content'> = {
  id: 'k3f9x0c2v7b1n5m8q4w6e0r2',
  image: IMAGE,
  excerpt: 'Start with the dose, and leave it alone.',
  readingMinutes: 4,
  words: 870,
  author: {
    name: 'Harbour Roasters team',
    slug: 'harbour-roasters-team',
    url: 'https://www.example.com/about',
    bio: 'We roast twice a week behind the harbour.',
    image: null,
  },
  related: [{ title: 'Choosing a grinder', slug: 'choosing-a-grinder' }],
  lang: 'en',
};
const PAGE: PseoPageListItem = {
  pageId: 'p7w2e9r4t1y6u3i8o5a0s2d4',
  campaignId: 'c1v6b3n8m5q0w2e7r4t9y1u6',
  websiteId: 'w5o0a2s7d4f9g1h6j3k8l5z0',
  slug: 'coffee/berlin',
  targetSlug: 'coffee/berlin',
  status: 'live',
  variables: { city: 'Berlin' },
  createdAt: '2025-02-10T08:00:00.000Z',
  updatedAt: '2025-02-10T08:00:00.000Z',
};
const WHOLE_PAGE: PseoPage = {
  ...PAGE,
  html: '<h1>Coffee in Berlin</h1>',
  fields: { metaTitle: 'Coffee in Berlin', metaDescription: 'Fresh coffee, by post.' },
  internalLinks: [{ keyword: 'map', anchor: 'map', url: '/map', internal: true, nofollow: false }],
};

export const POST_EXAMPLES = {
  list: example<PostListItem[]>('All posts', [ITEM]),
  post: example<Post>('One post: slug=espresso-dialling-in', POST),
  more: example<Post & Partial<PostExtras>>('With all that include can add to a post', {
    ...POST,
    ...EXTRAS,
  }),
};
export const PAGE_EXAMPLES = {
  list: example<PseoPageListItem[]>('All live pages', [PAGE]),
  page: example<PseoPage>('One page: slug=coffee%2Fberlin', WHOLE_PAGE),
};
export const LINK_EXAMPLES = {
  list: example<InternalLink[]>('All internal links', [
    { keyword: 'burr grinder', url: '/blog/choosing-a-grinder' },
  ]),
};
export const TAXONOMY_EXAMPLES = {
  all: example<Taxonomies>('All categories and tags', {
    categories: [{ id: 'il532o1cvi7mzgskddbf9e4s', name: 'Brewing guides' }],
    tags: [{ id: 'q8w3e6r1t9y4u7i2o5p0a6s1', name: 'Espresso' }],
  }),
};
export const WEBSITE_EXAMPLES = {
  website: example<Website>('The website', {
    name: 'Harbour Roasters',
    url: 'https://www.example.com',
    language: 'en',
    description: 'Small-batch coffee, roasted by the harbour.',
    image: 'https://cms.example.com/uploads/harbour_5d8c1f0a2b.webp',
  }),
};
export const REDIRECT_EXAMPLES = {
  list: example<Redirect[]>('All earlier slugs', [
    { type: 'post', from: 'espresso', to: 'espresso-dialling-in' },
  ]),
};
export const CHANGE_EXAMPLES = {
  none: example<Changes>('Without since: the present cursor', {
    changes: [],
    next: '5f0c9a.1200',
    complete: true,
  }),
  some: example<Changes>('What has changed since a cursor', {
    changes: [
      {
        type: 'post',
        action: 'updated',
        id: EXTRAS.id,
        slug: 'espresso-dialling-in',
        previousSlug: 'espresso',
        at: '2025-03-04T16:05:12.501Z',
      },
      {
        type: 'redirects',
        action: 'updated',
        id: null,
        slug: null,
        previousSlug: null,
        at: '2025-03-04T16:05:12.501Z',
      },
    ],
    next: '5f0c9a.1202',
    complete: true,
  }),
};

/** The body of an error. */
export const errorExample = (
  status: number,
  name: string,
  message: string,
  details: ApiErrorDetails = {},
): ApiError => ({ data: null, error: { status, name, message, details } });

/** The body of an event. */
export const eventExample = (event: WebhookEventType): WebhookPayload => {
  const [, kind = '', action] = /^(.+)\.(published|updated|removed)$/.exec(event) ?? [];
  const type = { 'pseo.page': 'pseo-page', 'pseo.campaign': 'campaign' }[kind] ?? kind;
  const slug =
    { post: 'espresso-dialling-in', 'pseo-page': 'coffee/berlin', authors: 'harbour-team' }[type] ?? null;
  const id = slug !== null || type === 'campaign' ? 't7s0u5m3p1q9w2k4x8z6v0b1' : null;
  return {
    type: event,
    timestamp: '2025-03-04T16:05:12.501Z',
    websiteId: 'w92v38w7cqv2nxxarzkdbf61',
    data: {
      revision: 28_255_960,
      entries:
        action === undefined
          ? []
          : [{ type, action: action as 'published' | 'updated' | 'removed', id, slug, previousSlug: null }],
    },
  };
};
