import { apiKeysOf } from '../../../support/api-keys';
import { expectRefused, remainingOf } from '../../../support/limits';
import { passTime, withStoppedClock } from '../../../support/stopped-clock';
import { expectExactly, figuresOf, targets, withWarmingServer } from '../../../support/warmed';

const { posts, post, terms, links } = targets;
const QUOTA = 6;

describe('a limit of requests for each website', () => {
  const { server, api, content, site } = withWarmingServer({ RATE_LIMIT_WEBSITE: String(QUOTA) });
  withStoppedClock();
  const left = async (target: string) => remainingOf(await api.get(target), 'website');

  it('holds in front of cached responses; each answer says what is left', async () => {
    const website = await site();
    await content.post(website.documentId, { slug: 'post' });
    const answers = [];
    for (let i = 0; i < QUOTA; i += 1) answers.push(await api.get(post(website, 'post')));
    for (const [index, answer] of answers.entries()) {
      expectExactly(answer, { slug: 'post' });
      expect(answer.headers['ratelimit-policy']).toBe(`"website";q=${QUOTA};w=60`);
      expect(answer.headers['ratelimit']).toBe(`"website";r=${QUOTA - 1 - index};t=60`);
    }
    const { hits, builds } = figuresOf(server);
    for (let i = 0; i < 3; i += 1) expectRefused(await api.get(post(website, 'post')), 'website', QUOTA);
    expect(figuresOf(server)).toMatchObject({ hits, builds });

    passTime(60_000);
    expectExactly(await api.get(post(website, 'post')), { slug: 'post' });
  });

  it('is one for all its routes and keys, and for reading in every way; other websites have theirs', async () => {
    const website = await site();
    const other = await site();
    expect(await left(posts(website))).toBe(5);
    const { headers } = await api.get(terms(website));
    expect(remainingOf({ headers } as never, 'website')).toBe(4);
    const same = await api.get(terms(website), { 'If-None-Match': headers.etag ?? '' });
    expect({ status: same.status, left: remainingOf(same, 'website') }).toEqual({ status: 304, left: 3 });
    expect(remainingOf(await api.send('HEAD', links(website)), 'website')).toBe(2);
    expect(await left(`${links(website)}&unknown=1`)).toBe(1);
    expect(await left(posts(other))).toBe(5);
    expect(await left(posts(website))).toBe(0);
    expectRefused(await api.get(posts(website)), 'website', QUOTA);
    const head = await api.send('HEAD', posts(website));
    expect({ status: head.status, text: head.text }).toEqual({ status: 429, text: '' });

    const newKey = await apiKeysOf(server.strapi).rotate(website.documentId);
    expectRefused(await api.get(posts({ key: newKey })), 'website', QUOTA);
    expect(await left(posts(other))).toBe(4);
  });

  it('counts a request once that passes both lanes', async () => {
    const website = await site();
    expect(await left(posts(website))).toBe(5);
    const unknown = await api.get(post(website, 'none'));
    expectExactly(unknown, 404);
    expect(remainingOf(unknown, 'website')).toBe(4);
    expect(String(unknown.headers['ratelimit']).split(',')).toHaveLength(1);
    const bad = await api.get(`${posts(website)}&slug=`);
    expect({ status: bad.status, left: remainingOf(bad, 'website') }).toEqual({ status: 400, left: 3 });
  });

  it('is not used up by a key that does not work any more', async () => {
    const website = await site();
    expect(await left(posts(website))).toBe(5);
    const newKey = await apiKeysOf(server.strapi).rotate(website.documentId);
    for (let i = 0; i < QUOTA; i += 1) expectExactly(await api.get(posts(website)), 401);
    expect(await left(posts({ key: newKey }))).toBe(4);
  });
});
