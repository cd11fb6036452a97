import request from 'supertest';
import { unique } from '../../../fixtures/content';
import type { WireAnswer as Answer } from '../../../support/connections';
import { expectRefused, remainingOf } from '../../../support/limits';
import { passTime, withStoppedClock } from '../../../support/stopped-clock';
import { expectExactly, targets, withWarmingServer } from '../../../support/warmed';

const { posts, terms, links } = targets;
const QUOTA = 4;
/** Attempts that Strapi allows one address for one e-mail address. */
const SIGN_INS = 5;
const LIMITS = { RATE_LIMIT_ADDRESS: String(QUOTA), RATE_LIMIT_WRONG_KEYS: '2' };

describe('a limit of requests for each address', () => {
  const { api, site } = withWarmingServer(LIMITS);
  withStoppedClock();

  const useUp = async (target: string): Promise<void> => {
    for (let i = 0; i < QUOTA; i += 1) {
      const answer = await api.get(target);
      expectExactly(answer, {});
      expect(remainingOf(answer, 'address')).toBe(QUOTA - 1 - i);
    }
  };

  it('holds in front of cached responses, whatever website they are of', async () => {
    const [website, other] = [await site(), await site()];
    await useUp(terms(website));
    for (const target of [terms(website), posts(website), links(other)]) {
      expectRefused(await api.get(target), 'address', QUOTA);
    }
    passTime(60_000);
    expectExactly(await api.get(links(other)), []);
  });

  it('counts whatever is asked of the API, in any spelling of its addresses', async () => {
    const website = await site();
    for (const [index, [method, target]] of [
      ['GET', '/api/blog'],
      ['POST', '/api/blog'],
      ['GET', '/api/openapi.json'],
      ['GET', `http://cms.example.com${terms(website)}`],
    ].entries()) {
      const answer = await api.send(method as string, target as string);
      expect(remainingOf(answer, 'address')).toBe(QUOTA - 1 - index);
    }
    for (const target of [
      '/api/blog',
      '/API/Blog/',
      `http://cms.example.com${terms(website)}`,
      '/api/openapi.json',
    ]) {
      expectRefused(await api.send('GET', target), 'address', QUOTA);
      expectRefused(await api.send('POST', target), 'address', QUOTA);
    }
  });

  it('leaves preflights and the admin panel alone', async () => {
    const website = await site();
    await useUp(terms(website));
    expectRefused(await api.get(terms(website)), 'address', QUOTA);
    const preflight = await api.send('OPTIONS', '/api/blog', {
      Origin: 'https://front.example.com',
      'Access-Control-Request-Method': 'GET',
    });
    expect(preflight.status).toBe(204);
    const panel = await api.send('GET', '/admin/init');
    expect({ status: panel.status, left: remainingOf(panel, 'address') }).toEqual({
      status: 200,
      left: null,
    });
  });

  it('stands beside the limit of wrong keys, each with its own count', async () => {
    const wrong = (): string => posts({ key: unique('wrong') });
    const answers = [];
    for (let i = 0; i < QUOTA + 1; i += 1) answers.push(await api.get(wrong()));
    const [first, second, third, fourth, fifth] = answers as [Answer, Answer, Answer, Answer, Answer];
    expectExactly(first, 401);
    expectExactly(second, 401);
    expect(second.headers['ratelimit']).toBe('"address";r=2;t=60');
    expectRefused(third, 'wrong-keys', 2);
    expect(third.headers['ratelimit-policy']).toBe('"address";q=4;w=60, "wrong-keys";q=2;w=60');
    expect(third.headers['ratelimit']).toBe('"address";r=1;t=60, "wrong-keys";r=0;t=60');
    expectRefused(fourth, 'wrong-keys', 2);
    expectRefused(fifth, 'address', QUOTA);
    expect(fifth.headers['ratelimit-policy']).toBe('"address";q=4;w=60');
  });
});

describe('behind a trusted proxy', () => {
  const { api, site, server } = withWarmingServer({ ...LIMITS, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
  withStoppedClock();

  const leftFor = async (target: string, forwarded?: string) =>
    remainingOf(
      await api.get(target, forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }),
      'address',
    );

  it('each client has a limit of its own, and what a client writes itself changes nothing', async () => {
    const target = terms(await site());
    expect(await leftFor(target, '198.51.100.7')).toBe(3);
    expect(await leftFor(target, '203.0.113.9, 198.51.100.7')).toBe(2);
    expect(await leftFor(target, '127.0.0.1, 198.51.100.7, 10.1.2.3')).toBe(1);
    expect(await leftFor(target, '198.51.100.8')).toBe(3);
    expect(await leftFor(target, 'x'.repeat(2_000) + ', 198.51.100.7')).toBe(0);
    expectRefused(await api.get(target, { 'X-Forwarded-For': '1.1.1.1, 198.51.100.7' }), 'address', QUOTA);
    expect(await leftFor(target)).toBe(3);
    expect(await leftFor(target, 'unknown')).toBe(2);
  });

  it('all IPv6 addresses of a /64 are one client', async () => {
    const target = terms(await site());
    expect(await leftFor(target, '2001:db8:1:2::1')).toBe(3);
    expect(await leftFor(target, '2001:db8:1:2:ffff::2')).toBe(2);
    expect(await leftFor(target, '2001:db8:1:3::1')).toBe(3);
  });

  it("Strapi's own limit of sign-ins goes by the same address", async () => {
    const signIn = async (forwarded: string): Promise<number> => {
      const response = await request(server.strapi.server.httpServer)
        .post('/admin/login')
        .set('X-Forwarded-For', forwarded)
        .send({ email: 'nobody@example.com', password: 'wrong' });
      return response.status;
    };
    for (let i = 0; i < SIGN_INS; i += 1)
      expect(await signIn(`198.51.100.${100 + i}, 198.51.100.7`)).toBe(400);
    expect(await signIn('203.0.113.9, 198.51.100.7')).toBe(429);
    expect(await signIn('198.51.100.7, 198.51.100.8')).toBe(400);
  });
});

describe('beside a proxy that is not trusted', () => {
  const { api, site } = withWarmingServer({ ...LIMITS, TRUSTED_PROXIES: '10.0.0.0/8' });
  withStoppedClock();

  it('nobody is believed', async () => {
    const target = terms(await site());
    for (let i = 0; i < QUOTA; i += 1) {
      const answer = await api.get(target, { 'X-Forwarded-For': `198.51.100.${i}` });
      expect(remainingOf(answer, 'address')).toBe(QUOTA - 1 - i);
    }
    expectRefused(await api.get(target, { 'X-Forwarded-For': '10.0.0.1' }), 'address', QUOTA);
  });
});
