import { openSource } from '../../../../commands/import-api/source';
import { createReport } from '../../../../src/plugins/content-delivery/server/src/migration/report';
import { fakePost, startFakeSource, type FakeAnswer } from '../../../support/fake-source';

const SLUGS = Array.from({ length: 30 }, (_, n) => `p${n}`);
const GOOD = 'p29';
const AT_ONCE = { 'Retry-After': '0' };

describe('entries that cannot be read', () => {
  let source: Awaited<ReturnType<typeof startFakeSource>>;
  /** What all entries but one are answered with, and what the list is from then on. */
  let broken: FakeAnswer | Buffer;
  let listLater: FakeAnswer | null;
  let hasBroken: boolean;

  beforeAll(async () => {
    source = await startFakeSource((url) => {
      const slug = url.searchParams.get('slug');
      if (url.pathname !== '/api/blog') return undefined;
      if (slug === GOOD) return { body: fakePost(GOOD) };
      if (slug !== null) {
        hasBroken = true;
        return broken;
      }
      return (hasBroken ? listLater : null) ?? { body: SLUGS.map((one) => fakePost(one)) };
    });
  });
  beforeEach(() => {
    hasBroken = false;
    listLater = null;
    source.asked.length = 0;
  });
  afterAll(() => source.stop());

  const open = () => openSource(source.address, 'k', createReport());

  it.each<[string, FakeAnswer | Buffer]>([
    ['400', { status: 400, body: {} }],
    ['403', { status: 403, body: {} }],
    ['410', { status: 410, body: {} }],
    ['500', { status: 500, headers: AT_ONCE, body: {} }],
    ['no JSON', Buffer.from('{"title": ')],
  ])('are left out, however many they are, while the list is answered: %s', async (_, answer) => {
    broken = answer;
    const { posts, read } = await open();
    for (const { slug } of posts.slice(0, -1)) {
      expect(await read('blog', slug)).toEqual({ failure: expect.any(String) as string });
    }
    expect(await read('blog', GOOD)).toMatchObject({ item: { slug: GOOD } });
    // Not at each failure: it may be long.
    expect(source.asked.filter((name) => name === '/api/blog').length).toBeLessThan(5);
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['the server is gone', { status: 503, headers: AT_ONCE, body: {} }, /503.*Several entries.*it goes on/],
    ['the key is known no more', { status: 401, body: {} }, /401.*--api-key.*Several entries/],
    ['it shows a web page', { body: '<html>Back soon</html>' }, /not JSON.*Several entries/],
    ['it has nothing there any more', { status: 404, body: {} }, /does not have its list/],
  ])('end the run when the list is not answered either: %s', async (_, answer, words) => {
    broken = answer.status === 404 ? { status: 410, body: {} } : answer;
    listLater = answer;
    const { posts, read } = await open();
    const readAll = async () => {
      for (const { slug } of posts) await read('blog', slug);
    };
    await expect(readAll()).rejects.toThrow(words);
    expect(source.asked).toContain('/api/blog p4');
    expect(source.asked).not.toContain('/api/blog p5');
  });

  const about = (message: string, details = {}) => ({ data: null, error: { status: 404, message, details } });

  it.each<[string, unknown]>([
    ['its code', about('Nothing.', { code: 'unknown-slug' })],
    ['the words of servers without it', about('There is no published post with this slug.')],
  ])('are none where a 404 says so, by %s', async (_, body) => {
    broken = { status: 404, body };
    const { read } = await open();
    expect(await read('blog', 'p0')).toEqual({ item: null });
  });

  it.each<[string, FakeAnswer]>([
    ['a proxy', { status: 404, body: { error: 'Not Found' } }],
    ['a page', { status: 404, body: '<html>Not found</html>' }],
    ['an address', { status: 404, body: about('There is nothing at this address.') }],
    ['a redirect', { status: 302, headers: { Location: '/login' }, body: '' }],
  ])(
    'are not called missing for an answer of another kind, nor is it spoken of options of the client: %s',
    async (_, answer) => {
      broken = answer;
      const { read } = await open();
      const received = await read('blog', 'p0');
      expect(received).toEqual({
        failure: expect.stringMatching(/(answered with 404|redirected to \/login).*\.$/) as string,
      });
      expect(JSON.stringify(received)).not.toContain('baseUrl');
    },
  );

  it('are not asked for where the address is wrong, and the option is named that says so', async () => {
    const { message } = await openSource(`${source.address}/elsewhere`, 'k', createReport()).then(
      () => new Error('It was opened.'),
      (error: Error) => error,
    );
    expect(message).toMatch(/answered with 404\. There is no such API at this address: check --from/);
    expect(message).not.toContain('baseUrl');
  });

  it('are not waited for any more when the command is ended', async () => {
    broken = { status: 503, headers: { 'Retry-After': '100' }, body: {} };
    const { read } = await open();
    const stop = new AbortController();
    const reading = read('blog', 'p0', stop.signal);
    while (!hasBroken) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error('ended'));
    await expect(reading).rejects.toThrow('ended');
  });
});
