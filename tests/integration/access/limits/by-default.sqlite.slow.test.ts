import { unique } from '../../../fixtures/content';
import type { WireAnswer } from '../../../support/connections';
import { expectRefused } from '../../../support/limits';
import { passTime, withStoppedClock } from '../../../support/stopped-clock';
import { expectExactly, targets, withWarmingServer } from '../../../support/warmed';

const { posts, post, terms } = targets;
const QUOTA = 100;
const wrong = (): string => posts({ key: unique('wrong') });

/** An answer as it would be if there were no limits at all. */
const expectUntold = ({ headers }: WireAnswer): void => {
  for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after'])
    expect(headers).not.toHaveProperty(name);
};

describe('without any configuration of limits', () => {
  const { api, content, server, site } = withWarmingServer();
  withStoppedClock();

  const exhaust = async (): Promise<WireAnswer[]> => {
    const answers = [];
    for (let i = 0; i < QUOTA; i += 1) answers.push(await api.get(wrong()));
    return answers;
  };

  it('valid keys are not limited, and nothing is said of limits', async () => {
    const website = await site();
    await content.post(website.documentId, { slug: 'post' });
    const asked = [posts(website), post(website, 'post'), post(website, 'none'), terms(website)];
    const answers: WireAnswer[] = [];
    for (let round = 0; round < 100; round += 1) {
      answers.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, i) => api.get(asked[i % 4] as string)))),
      );
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    for (const answer of answers) expectUntold(answer);
  });

  it('a hundred wrong keys a minute from one address are told so, and what is more is a 429', async () => {
    const answers = await exhaust();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    for (const answer of answers) expectUntold(answer);
    // The first of these comes from Strapi, the others from the lane in front of it.
    const refused = [];
    const reachingStrapi = jest.spyOn(server.strapi.server.app, 'createContext');
    for (let i = 0; i < 3; i += 1) refused.push(await api.get(wrong()));
    expect(reachingStrapi).toHaveBeenCalledTimes(1);
    reachingStrapi.mockRestore();
    for (const answer of refused) expectRefused(answer, 'wrong-keys', QUOTA);
    const seen = refused.map(({ text, headers: { date: _, 'x-request-id': __, ...headers } }) => ({
      text,
      headers,
    }));
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);

    const head = await api.send('HEAD', wrong());
    expect({ status: head.status, text: head.text }).toEqual({ status: 429, text: '' });
  });

  it('valid keys go on working from such an address, also one that is new', async () => {
    const known = await site();
    await api.warm(posts(known), []);
    await exhaust();
    expectRefused(await api.get(wrong()), 'wrong-keys', QUOTA);
    expectExactly(await api.get(posts(known)), []);
    expectExactly(await api.get(terms(known)), { tags: [] });
    const created = await site();
    expectExactly(await api.get(posts(created)), []);
    expectExactly(await api.get(post(created, 'none')), 404);
    expectRefused(await api.get(wrong()), 'wrong-keys', QUOTA);
  });

  it('a key that was refused works as soon as a website has it', async () => {
    await exhaust();
    const apiKey = unique('later');
    expectRefused(await api.get(posts({ key: apiKey })), 'wrong-keys', QUOTA);
    await site({ apiKey });
    expectExactly(await api.get(posts({ key: apiKey })), []);
  });

  it('counting begins anew after a minute', async () => {
    await exhaust();
    passTime(59_999);
    const last = await api.get(wrong());
    expectRefused(last, 'wrong-keys', QUOTA);
    expect(last.headers['retry-after']).toBe('1');
    passTime(1);
    for (const answer of await exhaust()) expectExactly(answer, 401);
  });

  it('what clients write about their address has no effect', async () => {
    await exhaust();
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP']) {
      const value = name === 'Forwarded' ? 'for=198.51.100.7' : '198.51.100.7';
      expectRefused(await api.get(wrong(), { [name]: value }), 'wrong-keys', QUOTA);
    }
  });

  it('requests without a key, or with one that cannot be read, are not counted', async () => {
    for (let i = 0; i < QUOTA + 10; i += 1) {
      expectExactly(await api.get('/api/blog'), 401);
      expectExactly(await api.get('/api/blog?apiKey=a&apiKey=b'), 400);
    }
    for (const answer of await exhaust()) expectExactly(answer, 401);
    expectRefused(await api.get(wrong()), 'wrong-keys', QUOTA);
  });
});
