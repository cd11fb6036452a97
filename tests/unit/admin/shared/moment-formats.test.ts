import {
  day,
  exact,
  short,
  timeOfDay,
  withZone,
} from '../../../../src/plugins/content-delivery/admin/src/shared/moments/formats';

const MOMENT = new Date('2026-11-27T15:04:05.000Z');
const write = (format: Intl.DateTimeFormatOptions, moment = MOMENT): string =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...format }).format(moment);

it('writes every time of day with 24 hours', () => {
  expect(write(short(MOMENT, new Date('2026-01-02')))).toBe('Nov 27, 15:04');
  expect(write(short(MOMENT, new Date('2027-01-02')))).toBe('Nov 27, 2026, 15:04');
  expect(write(exact)).toBe('Nov 27, 2026, 15:04:05');
  expect(write(withZone)).toBe('Fri, Nov 27, 2026, 15:04 UTC');
  expect(write(timeOfDay)).toBe('15:04');
  expect(write(day)).toBe('Nov 27, 2026');
  expect(write(timeOfDay, new Date('2026-11-27T00:30:00.000Z'))).toBe('00:30');
});
