import { dateFrom, hasZone } from '../../../src/plugins/content-delivery/server/src/migration/source-dates';

describe('a date of a source', () => {
  it.each([
    ['2026-08-20T02:41:14', '2026-08-20T02:41:14.000Z', false],
    ['2026-08-20 02:41', '2026-08-20T02:41:00.000Z', false],
    ['2026-08-20\u00a002:41', '2026-08-20T02:41:00.000Z', false],
    ['Thu, 20 Aug 2026 02:41:14 +0200', '2026-08-20T00:41:14.000Z', true],
    ['2026-08-20T02:41:14+02:00[Europe/Berlin]', '2026-08-20T00:41:14.000Z', true],
    ['2026-08-20T02:41:14\u221202:00', '2026-08-20T04:41:14.000Z', true],
    ['20260820T024114Z', '2026-08-20T02:41:14.000Z', true],
    ['20.08.2026', '2026-08-20T00:00:00.000Z', false],
    ['2.8.2026, 10:15', '2026-08-02T10:15:00.000Z', false],
    ['1787200874', '2026-08-20T04:41:14.000Z', true],
    [1787200874000, '2026-08-20T04:41:14.000Z', true],
    // What looks like a zone at its end is the year: it is one of UTC wherever the server stands.
    ['20-Aug-2026', '2026-08-20T00:00:00.000Z', false],
  ])('is read: %j', (written, moment, isZoned) => {
    expect(dateFrom(written)?.toISOString()).toBe(moment);
    expect(hasZone(String(written))).toBe(isZoned);
  });

  it.each([
    '20/08/2026',
    '08/09/2026',
    '32.08.2026',
    '20260820',
    '2026-W34-4',
    '20-Aug-26',
    '2026',
    '0',
    'soon',
    true,
  ])('is none, or may be two: %j', (written) => expect(dateFrom(written)).toBeNull());
});
