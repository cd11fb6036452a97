import { parseRetryAfter } from '../../../src/plugins/content-delivery/server/src/platform/outgoing/retry-after';

const NOW = new Date('2026-06-01T12:00:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 1 ', 1_000],
    ['0', 0],
    ['999999999', 999_999_999_000],
    ['Mon, 01 Jun 2026 12:01:30 GMT', 90_000],
    ['Mon, 01 Jun 2026 11:59:00 GMT', 0],
    // The time in seconds since 1970.
    ['1780315200', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%s is a wait of %s ms', (header, wait) => {
    expect(parseRetryAfter(header, NOW)).toBe(wait);
  });
});
