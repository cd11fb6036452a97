import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DELIVERY_PATHS } from '../../src/plugins/content-delivery/contracts/delivery';
import { OPENAPI_PATH } from '../../src/plugins/content-delivery/contracts/openapi';
import { contentOf, UID } from '../fixtures/content';
import { makeRichSystem, type RichSystem } from '../fixtures/rich-system';
import { signIn } from '../support/admin-panel';
import { targetOf } from '../support/connections';
import { createEmptyDatabase } from '../support/databases';
import { ENVIRONMENT } from '../support/environment';
import { startServer, type TestServer } from '../support/strapi';

/** A request to record; one for the admin panel is sent as its user. */
interface RecordedRequest {
  method: string;
  target: string;
  headers?: Record<string, string>;
  user?: 'superAdmin' | 'editor';
  /** The entity tag of the answer to the same request, sent along. */
  revalidate?: true;
}

const PNG = '/uploads/recorded.png';
/** Beyond this many posts and pages, lists are streamed. */
const LONG = 60;

/**
 * Not a test: `npm run record` uses it to make the database that it asks every build about, and the list of requests.
 */
it('fills the database that requests are recorded on', async () => {
  const folder = process.env['RECORD_INTO'] ?? '';
  await mkdir(folder, { recursive: true });
  const database = await createEmptyDatabase('sqlite');
  try {
    const server = await startServer({}, database);
    const filled = await fill(server).finally(() => server.stopAndKeepDatabase());
    const system = { environment: ENVIRONMENT, ...filled };
    await writeFile(path.join(folder, 'system.json'), JSON.stringify(system, null, 1));
    await rename(database.environment['DATABASE_FILENAME'] ?? '', path.join(folder, 'data.db'));
  } finally {
    await database.drop();
  }
});

const fill = async ({ strapi }: TestServer) => {
  const system = await makeRichSystem(strapi);
  const [first, second] = system.websites;
  if (!first || !second) throw new Error('The system has no two websites.');
  const content = contentOf(strapi);

  const picture = await content.image(PNG);
  const author = await content
    .create('api::author.author', {
      name: 'Ida Öst',
      bio: 'Writes.',
      url: 'https://example.com/ida',
      image: picture,
      website: first.documentId,
    })
    .catch(() => null);
  const tag = await content.tag(first.documentId, 'Recorded / tag & more');
  const category = await content.category(first.documentId, 'Recorded category');
  for (let number = 0; number < LONG; number += 1) {
    await content.post(first.documentId, {
      title: `Recorded ${number}`,
      slug: `recorded-${number}`,
      publishDate: new Date(Date.UTC(2022, 0, 1 + Math.floor(number / 3))).toISOString(),
      content: `<p>${'Words of a post. '.repeat(number)}</p>`,
      category: number % 2 ? category.documentId : null,
      tags: number % 3 ? [tag.documentId] : [],
      ...(author && number % 4 === 0 ? { author: author.documentId } : {}),
    });
  }
  const { documentId: campaign } = await content.campaign(first.documentId, {
    name: 'Recorded campaign',
    slugTemplate: 'recorded/{{ city }}',
    targetSlugTemplate: 'to/{{ city }}',
    htmlTemplate: '<h1>{{ city }}</h1>',
    metaTitleTemplate: '{{ city }}',
    metaDescriptionTemplate: 'About {{ city }}',
  });
  const pages = [];
  for (let number = 0; number < LONG; number += 1) {
    pages.push(await content.page(campaign, { variables: { city: `City ${number}` } }));
  }

  const moved = await content.post(first.documentId, { slug: 'earlier', title: 'Moved' });
  for (const slug of ['between', 'now'])
    await content.update(UID.post, moved.documentId, { slug }, 'published');
  await content.update(UID.page, pages[0]?.documentId ?? '', { slug: 'recorded/moved' }, 'published');
  const removed = await content.post(first.documentId, { slug: 'removed' });
  await content.remove(UID.post, removed.documentId);
  await content.post(second.documentId, { slug: 'due-later', scheduleDate: '2021-01-01T00:00:00.000Z' });

  return {
    users: { superAdmin: system.superAdmin, editor: system.editor },
    requests: [
      ...system.requests.flatMap(readTwice),
      ...deliveryRequests(system, campaign).flatMap(readTwice),
      ...otherRequests(first.key, second.key),
      ...(await panelRequests(strapi, system, campaign, moved.documentId)),
    ],
  };
};

/** Built, from the cache, revalidated, and without its body. */
const readTwice = (target: string): RecordedRequest[] => [
  { method: 'GET', target },
  { method: 'GET', target },
  { method: 'GET', target, revalidate: true },
  { method: 'HEAD', target },
];

const INCLUDES = [
  'id',
  'image',
  'excerpt',
  'readingMinutes',
  'words',
  'author',
  'related',
  'content',
  'lang',
];
const PAGE_INCLUDES = ['html', 'fields', 'internalLinks'];

const deliveryRequests = ({ websites, post }: RichSystem, campaign: string): string[] => {
  const [first, second] = websites;
  const of = (website: typeof first, route: string, parameters: Record<string, string> = {}) =>
    targetOf(route, { apiKey: website?.key ?? '', ...parameters });
  const { blog, pseoPages } = DELIVERY_PATHS;
  const slug = post.slug;
  return [
    ...Object.values(DELIVERY_PATHS).flatMap((route) => [of(first, route), of(second, route)]),
    ...INCLUDES.flatMap((include) => [of(first, blog, { include }), of(first, blog, { include, slug })]),
    of(first, blog, { include: INCLUDES.join(',') }),
    of(first, blog, { include: [...INCLUDES].reverse().join(','), slug }),
    of(first, blog, { include: '' }),
    of(first, blog, { include: 'id,unknown' }),
    of(first, blog, { include: 'id,id' }),
    ...PAGE_INCLUDES.map((include) => of(first, pseoPages, { include })),
    of(first, pseoPages, { include: PAGE_INCLUDES.join(','), campaignId: campaign }),
    of(first, pseoPages, { campaignId: campaign, limit: '7' }),
    of(first, pseoPages, { campaignId: 'unknown' }),
    of(first, pseoPages, { slug: 'recorded/city-1' }),
    of(first, pseoPages, { slug: 'recorded/city-0' }),
    of(first, pseoPages, { slug: 'recorded/moved', campaignId: campaign }),
    ...['1', '7', '1000', '0', '1001', '-1', '1.5', 'x', ''].map((limit) => of(first, blog, { limit })),
    of(first, blog, { cursor: 'x' }),
    of(first, blog, { limit: '7', cursor: 'x' }),
    ...['Recorded category', 'recorded-category', 'unknown', ''].map((category) =>
      of(first, blog, { category }),
    ),
    ...['Recorded / tag & more', 'zest', 'unknown'].map((tag) => of(first, blog, { tag })),
    of(first, blog, { category: 'recorded-category', tag: 'zest', limit: '3', include: 'id' }),
    ...['earlier', 'between', 'now', 'removed', 'unknown', '', '..', 'ü/ü', 'a'.repeat(3000)].map((value) =>
      of(first, blog, { slug: value }),
    ),
    of(second, blog, { slug: 'recorded-1' }),
    of(first, blog, { slug, preview: 'no.token' }),
    of(first, blog, { slug, unknown: 'parameter' }),
    ...['', 'x', '0', '-1'].map((since) => of(first, DELIVERY_PATHS.changes, { since })),
    `/${of(first, blog)}`,
    of(first, `${blog}/`),
    of(first, blog).replace('apiKey', 'apikey'),
    `${of(first, blog)}&apiKey=twice`,
    `${of(first, blog)}&slug=a&slug=b`,
    `${of(first, blog)}&slug[]=a`,
    `${of(first, blog)}&slug[a]=b`,
    `${of(first, blog)}&slug=%`,
    `${of(first, blog)}&slug=%C3%28`,
    `${of(first, blog)}&slug=%00`,
    `${of(first, blog)}#fragment`,
    ...Object.values(DELIVERY_PATHS).flatMap((route) => [
      route,
      `${route}?apiKey=`,
      `${route}?apiKey=unknown`,
      `${route}?apiKey=%00`,
      `${route}?apiKey[]=a`,
      `${route}?apiKey=${'k'.repeat(2000)}`,
    ]),
    `${blog}/one`,
    '/api/posts',
    '/api/unknown',
    '/api',
    OPENAPI_PATH,
  ];
};

/** @param headerKey the first website's key has letters that no header may have */
const otherRequests = (key: string, headerKey: string): RecordedRequest[] => {
  const routes = [...Object.values(DELIVERY_PATHS), OPENAPI_PATH];
  const keyed = (route: string) => targetOf(route, { apiKey: key });
  const get = (target: string, headers: Record<string, string>) => ({ method: 'GET', target, headers });
  return [
    ...routes.flatMap((route) =>
      ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, target: keyed(route) })),
    ),
    ...routes.flatMap((route): RecordedRequest[] => [
      {
        method: 'OPTIONS',
        target: keyed(route),
        headers: {
          Origin: 'https://front.example.com',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'X-API-Key, If-None-Match',
        },
      },
      get(keyed(route), { Origin: 'https://front.example.com' }),
      ...['gzip', 'br', 'gzip, br', 'identity', 'gzip;q=0, br;q=0', '*;q=0', 'deflate'].map((encoding) =>
        get(keyed(route), { 'Accept-Encoding': encoding }),
      ),
      ...['*', '"unknown"', 'W/"unknown"', 'unquoted'].map((tag) =>
        get(keyed(route), { 'If-None-Match': tag }),
      ),
      get(route, { 'X-API-Key': headerKey }),
      get(route, { Authorization: `Bearer ${headerKey}` }),
      get(route, { Authorization: 'Bearer unknown' }),
      get(route, { 'X-API-Key': headerKey, Authorization: 'Bearer other' }),
      get(keyed(route), { 'X-API-Key': 'other' }),
      get(keyed(route), { Authorization: 'Bearer other' }),
      get(keyed(route), { Range: 'bytes=0-9' }),
      get(keyed(route), { Accept: 'text/html' }),
    ]),
    get('/_health', {}),
    get('/admin/unknown', {}),
  ];
};

/** What the admin panel reads, as a user with every right and as one who may work on one website. */
const panelRequests = async (
  strapi: TestServer['strapi'],
  system: RichSystem,
  campaign: string,
  moved: string,
): Promise<RecordedRequest[]> => {
  const plugin = '/content-delivery';
  const ids = system.websites.map(({ documentId }) => documentId);
  const page = await (
    await signIn(strapi, system.superAdmin.email, system.superAdmin.password)
  ).get(`/content-manager/collection-types/${UID.page}?pageSize=1&sort=slug:ASC`);
  const entries = [
    [UID.post, system.post.documentId],
    [UID.post, moved],
    [UID.campaign, campaign],
    [UID.page, String(page.body.results?.[0]?.['documentId'])],
    [UID.website, ids[0]],
    [UID.website, ids[1]],
  ];
  const targets = [
    ...['websites', 'website-names', 'cache', 'home', 'public-address', 'bin', 'activity', 'imports'],
    ...ids.flatMap((id) =>
      ['api-key', 'post-address', 'categories', 'tags', 'link-targets', 'webhooks'].map(
        (part) => `websites/${id}/${part}`,
      ),
    ),
    ...entries.flatMap(([uid, id]) =>
      ['front-end-view', 'preview-links', 'rights', 'earlier-slugs', 'versions', 'versions/1'].map(
        (part) => `entries/${uid}/${id}/${part}`,
      ),
    ),
    'unknown',
  ].map((target) => `${plugin}/${target}`);
  return (['superAdmin', 'editor', undefined] as const).flatMap((user) =>
    targets.map((target) => ({ method: 'GET', target, ...(user ? { user } : {}) })),
  );
};
