import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { createHistogram } from '../../../../src/plugins/content-delivery/server/src/operation/metrics/histogram';
import { createRequestCounters } from '../../../../src/plugins/content-delivery/server/src/operation/metrics/request-counters';
import { CACHE_OUTCOMES } from '../../../../src/plugins/content-delivery/server/src/operation/metrics/request-counter';

describe('a histogram', () => {
  it('has in each bucket what is not above its bound', () => {
    const bounds = [0.001, 0.01, 1];
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 5_000, noNaN: true })), (durations) => {
        const histogram = createHistogram(bounds);
        for (const duration of durations) histogram.observe(duration);
        const samples = histogram.samples('d', { route: 'r' });
        const below = (bound: number) => durations.filter((duration) => duration / 1000 <= bound).length;
        expect(samples.slice(0, 4)).toEqual([
          ...bounds.map((le) => ({ metricName: 'd_bucket', labels: { route: 'r', le }, value: below(le) })),
          { metricName: 'd_bucket', labels: { route: 'r', le: '+Inf' }, value: durations.length },
        ]);
        expect(samples[4]?.metricName).toBe('d_sum');
        expect(samples[4]?.value).toBeCloseTo(
          durations.reduce((sum, duration) => sum + duration / 1000, 0),
          6,
        );
        expect(samples[5]).toEqual({
          metricName: 'd_count',
          labels: { route: 'r' },
          value: durations.length,
        });
      }),
    );
  });
});

describe('requestCounters', () => {
  const request = fc.record({
    route: fc.constantFrom('/a', '/b'),
    website: fc.constantFrom('one', 'two', 'three', null),
    status: fc.constantFrom(200, 304, 404, 503),
    cache: fc.constantFrom(...CACHE_OUTCOMES),
  });

  it('count each request once, under its labels', () => {
    fc.assert(
      fc.property(fc.array(request), (requests) => {
        const requestCounters = createRequestCounters();
        for (const { route, website, status, cache } of requests) {
          requestCounters.of(route, website).count(status, cache, 1);
        }
        const expected = new Map<string, number>();
        for (const { route, website, status, cache } of requests) {
          const labels = JSON.stringify({ route, website: website ?? 'none', status, cache });
          expected.set(labels, (expected.get(labels) ?? 0) + 1);
        }
        const counted = requestCounters
          .requests()
          .map(({ labels, value }) => [JSON.stringify(labels), value] as const);
        expect(new Map(counted)).toEqual(expected);
        expect(counted).toHaveLength(expected.size);
        const durations = requestCounters.durations('d').filter(({ metricName }) => metricName === 'd_count');
        expect(durations.reduce((sum, { value }) => sum + value, 0)).toBe(requests.length);
      }),
    );
  });

  it('have errors by route and status, from 0 on', () => {
    const requestCounters = createRequestCounters();
    const errors = (labels: { route: string; status: number }): number | undefined =>
      requestCounters.errors().find((sample) => isDeepStrictEqual(sample.labels, labels))?.value;
    const unavailable = { route: '/api/blog', status: 503 };
    const teapot = { route: 'other', status: 418 };
    expect([errors(unavailable), errors({ route: 'other', status: 500 }), errors(teapot)]).toEqual([
      0,
      0,
      undefined,
    ]);
    for (const website of ['one', 'two', null]) {
      requestCounters.of('/api/blog', website).count(503, 'none', 1);
      requestCounters.of('/api/blog', website).count(200, 'hit', 1);
    }
    requestCounters.of('other', null).count(418, 'none', 1);
    expect([errors(unavailable), errors({ route: 'other', status: 500 }), errors(teapot)]).toEqual([3, 0, 1]);
    expect(requestCounters.errors().filter(({ labels }) => Number(labels['status']) < 400)).toEqual([]);
  });

  it('give the first websites lines of their own, and the others one together', () => {
    const requestCounters = createRequestCounters(2);
    for (const website of ['one', 'two', 'three', 'four', 'one']) {
      for (const route of ['/a', '/b']) requestCounters.of(route, website).count(200, 'hit', 1);
    }
    const websites = requestCounters.requests().map(({ labels, value }) => [labels['website'], value]);
    expect(websites).toEqual([
      ['one', 2],
      ['two', 1],
      ['other', 2],
      ['one', 2],
      ['two', 1],
      ['other', 2],
    ]);
  });
});
