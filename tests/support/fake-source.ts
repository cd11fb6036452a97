import http from 'node:http';
import { closeServer, portOf } from './connections';

/** What a route of the fake server answers: an object is sent as JSON, a text as it is. */
export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}
type Answering = (url: URL, count: number) => FakeAnswer | Buffer | undefined;

/** Another implementation of the API, which may break the specification; and a host of images. */
export const startFakeSource = async (answer: Answering) => {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const name = `${url.pathname}${url.searchParams.has('slug') ? ` ${url.searchParams.get('slug')}` : ''}`;
    asked.push(name);
    const found = answer(url, asked.filter((one) => one === name).length) ?? { status: 404, body: 'nothing' };
    if (Buffer.isBuffer(found)) {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      return void response.end(found);
    }
    const { status = 200, headers = {}, body } = found;
    const isText = typeof body === 'string';
    response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  });
  const port = await portOf(server);
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    /** Every request, by path and slug, in the order in which they came. */
    asked,
    stop: () => closeServer(server),
  };
};

/** A post as the specification has it. */
export const fakePost = (slug: string, more: Record<string, unknown> = {}) => ({
  title: `Title of ${slug}`,
  slug,
  category: null,
  tags: [],
  featuredImage: null,
  content: `<p>${slug}</p>`,
  metaTitle: `Meta ${slug}`,
  metaDescription: '',
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-02T00:00:00.000Z',
  scheduleDate: null,
  ...more,
});

/** A page as the specification has it. */
export const fakePage = (slug: string, more: Record<string, unknown> = {}) => ({
  pageId: `page-${slug}`,
  campaignId: '42',
  websiteId: '65f1a7',
  slug,
  targetSlug: `target/${slug}`,
  status: 'live',
  variables: { city: slug },
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-02T00:00:00.000Z',
  html: `<p>${slug}</p>`,
  fields: { metaTitle: 't', metaDescription: 'd' },
  internalLinks: [],
  ...more,
});
