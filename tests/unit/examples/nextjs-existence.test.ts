import {
  apiError,
  json,
  raw,
  startBadServer,
  type Answer,
  type BadServer,
} from '../../../client/tests/support/bad-server';
import { exists, forgetAddresses } from '../../../examples/nextjs/lib/existence';

jest.mock('content-delivery-client', () => jest.requireActual<object>('../../../client/src'), {
  virtual: true,
});

const POST = { slug: 'tea', category: null, tags: ['Green'], scheduleDate: null };
const POSTS = Array.from({ length: 30 }, (_, number) => ({ ...POST, slug: `tea-${number}` }));
const NOWHERE = json({ error: { status: 404, message: '', details: { code: 'unknown-slug' } } }, 404);
const tagged: Answer = (response, request) =>
  (request.headers['if-none-match'] === '"posts"'
    ? raw('', 304, { ETag: '"posts"' })
    : json(POSTS, 200, { ETag: '"posts"' }))(response, request);

describe('what the Next.js example knows of addresses', () => {
  let server: BadServer;
  let now: number;

  beforeAll(async () => {
    server = await startBadServer();
    Object.assign(process.env, { CONTENT_API_URL: server.baseUrl, CONTENT_API_KEY: 'key' });
  });
  afterAll(async () => {
    delete process.env['CONTENT_API_URL'];
    delete process.env['CONTENT_API_KEY'];
    await server.close();
  });
  beforeEach(() => {
    forgetAddresses();
    now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  const list = (query: string) => exists(['blog'], new URLSearchParams(query));
  const post = (slug: string) => exists(['blog', slug], new URLSearchParams());

  it('is one list of posts for all that is asked for within a moment', async () => {
    server.answer(tagged);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => list(`page=2&tag=${number}`)),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, () => false));
    expect(await list('page=2')).toBe(true);
    expect(server.requests).toHaveLength(1);

    // What has not changed is not sent again.
    now += 6_000;
    expect(await list('page=2&tag=Green')).toBe(true);
    expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"posts"']);
  });

  it('is asked for again after a failure', async () => {
    server.answer(apiError(500, 'InternalServerError', 'A fault.'));
    // What cannot be asked is left to the page.
    expect(await list('page=9')).toBe(true);
    server.answer(json(POSTS));
    expect(await list('page=9')).toBe(false);
  });

  it('has that nothing is there for a moment, or until something changes', async () => {
    server.answer(NOWHERE);
    expect([await post('tea'), await post('tea')]).toEqual([false, false]);
    expect(server.requests).toHaveLength(1);
    server.answer(json({ ...POST, content: '' }));
    expect(await post('tea')).toBe(false);
    forgetAddresses();
    expect(await post('tea')).toBe(true);

    server.answer(NOWHERE);
    expect(await post('coffee')).toBe(false);
    server.answer(json({ ...POST, content: '' }));
    now += 6_000;
    expect(await post('coffee')).toBe(true);
  });

  it('does not outlive an event that comes while it is asked for', async () => {
    server.answer((response, request) => {
      forgetAddresses();
      NOWHERE(response, request);
    });
    expect(await post('tea')).toBe(false);
    server.answer(json({ ...POST, content: '' }));
    expect(await post('tea')).toBe(true);
  });
});
