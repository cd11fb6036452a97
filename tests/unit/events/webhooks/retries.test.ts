import { retryAfter } from '../../../../src/plugins/content-delivery/server/src/events/retries';
import { nextAttempt } from '../../../../src/plugins/content-delivery/server/src/events/webhooks/retries';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const after = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
const HOUR = 3_600_000;

describe('retries of an event', () => {
  it('come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => {
      const next = nextAttempt(attempts, NOW, null);
      return next && next.getTime() - NOW.getTime();
    });
    expect(delays).toEqual([5_000, 300_000, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR, null]);
  });

  it('wait for as long as the receiver asks, and no less than usual', () => {
    expect(nextAttempt(1, NOW, after(60_000))).toEqual(after(60_000));
    expect(nextAttempt(2, NOW, after(60_000))).toEqual(after(300_000));
  });

  it.each([
    ['120', after(120_000)],
    [' 1 ', after(1_000)],
    [after(90_000).toUTCString(), after(90_000)],
    ['999999999', after(24 * HOUR)],
    ['0', null],
    ['-5', null],
    ['soon', null],
    ['', null],
    [after(-5_000).toUTCString(), null],
    [undefined, null],
  ])('read Retry-After: %s', (header, expected) => {
    expect(retryAfter(header, NOW)).toEqual(expected);
  });
});
