import fc from 'fast-check';
import { datesIn } from '../../../src/plugins/content-delivery/server/src/panel/calendar/drip-dates';
import {
  dateAfter,
  nextDate,
  type Schedule,
} from '../../../src/plugins/content-delivery/server/src/pseo/drips/calendar';
import { costOf } from '../../support/cpu-time';

const START = new Date('2026-11-21T11:00:00.000Z');
const DAY_MS = 86_400_000;
const schedules = fc.record({
  every: fc.constantFrom('day' as const, 'week' as const),
  weekday: fc.constantFrom(1, 7),
  time: fc.constantFrom('00:15', '02:30', '23:45'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'),
  amount: fc.integer({ min: 1, max: 40 }),
}) as fc.Arbitrary<Schedule & { amount: number }>;

describe('the dates of a drip in a period', () => {
  it('are those that are found by going from one to the next', () => {
    const input = fc.record({
      first: fc.integer({ min: 1, max: 5 }),
      waiting: fc.integer({ min: 0, max: 5_000 }),
      day: fc.integer({ min: -20, max: 400 }),
      days: fc.integer({ min: 1, max: 62 }),
    });
    fc.assert(
      fc.property(schedules, input, (schedule, { first, waiting, day, days }) => {
        const next = { at: nextDate(schedule, START), pages: Math.min(first, schedule.amount) };
        const from = new Date(START.getTime() + day * DAY_MS);
        const until = new Date(from.getTime() + days * DAY_MS);
        const expected = [];
        let { at, pages } = next;
        for (let left = waiting; left > 0 && at < until; pages = schedule.amount) {
          const now = Math.min(pages, left);
          if (at >= from) expected.push({ at, pages: now });
          left -= now;
          at = dateAfter(schedule, at, 1);
        }
        expect(datesIn(schedule, next, waiting, { from, until })).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('are found as quickly in two hundred years', async () => {
    const schedule = {
      every: 'day',
      weekday: null,
      time: '09:00',
      timeZone: 'Europe/Berlin',
      amount: 1,
    } as const;
    const next = { at: nextDate(schedule, START), pages: 1 };
    const period = { from: new Date('2226-12-01T00:00:00Z'), until: new Date('2227-01-01T00:00:00Z') };
    const cost = await costOf(() => {
      expect(datesIn(schedule, next, 50_000, period)).toEqual([]);
      expect(datesIn(schedule, next, 1_000_000, period)).toHaveLength(31);
    });
    expect(cost).toBeLessThan(10);
  });
});
