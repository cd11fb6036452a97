import fc from 'fast-check';
import {
  dateAfter,
  isTimeZone,
  latestDate,
  nextDate,
  timeZones,
  type Schedule,
} from '../../../../src/plugins/content-delivery/server/src/pseo/drips/calendar';

const daily = (time: string, timeZone: string): Schedule => ({ every: 'day', weekday: null, time, timeZone });
const weekly = (weekday: number, time: string, timeZone: string): Schedule => ({
  every: 'week',
  weekday,
  time,
  timeZone,
});

/** The dates of a schedule after a moment, as ISO texts. */
const dates = (schedule: Schedule, after: string, count: number): string[] => {
  const found: string[] = [];
  let date = new Date(after);
  for (let n = 0; n < count; n += 1) found.push((date = nextDate(schedule, date)).toISOString());
  return found;
};

/** What a clock in the zone shows: `Mon 2026-03-30 09:00`. */
const shown = (date: Date, timeZone: string): string => {
  const part = new Map(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? '';
  return `${of('weekday')} ${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
};

const schedule = fc
  .record({
    weekday: fc.option(fc.integer({ min: 1, max: 7 })),
    hours: fc.integer({ min: 0, max: 23 }),
    minutes: fc.integer({ min: 0, max: 59 }),
    timeZone: fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Santiago',
      'Africa/Casablanca',
      'Pacific/Apia',
      'Asia/Beirut',
      'Pacific/Kiritimati',
      ...timeZones(),
    ),
  })
  .map(({ weekday, hours, minutes, timeZone }): Schedule => ({
    every: weekday === null ? 'day' : 'week',
    weekday,
    time: `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`,
    timeZone,
  }));
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });

describe('dates of a drip', () => {
  it('come every day at the time of day, in the time zone', () => {
    expect(dates(daily('09:00', 'Europe/Berlin'), '2026-11-21T08:00:00.000Z', 3)).toEqual([
      '2026-11-22T08:00:00.000Z',
      '2026-11-23T08:00:00.000Z',
      '2026-11-24T08:00:00.000Z',
    ]);
    expect(dates(daily('09:00', 'Europe/Berlin'), '2026-11-21T07:59:59.999Z', 1)).toEqual([
      '2026-11-21T08:00:00.000Z',
    ]);
  });

  it('come once a week on the day', () => {
    expect(dates(weekly(1, '00:30', 'Asia/Tokyo'), '2026-11-21T00:00:00.000Z', 2)).toEqual([
      // Still Sunday in UTC.
      '2026-11-22T15:30:00.000Z',
      '2026-11-29T15:30:00.000Z',
    ]);
  });

  it('keep to the clock on the wall when it is put forward and back', () => {
    expect(dates(daily('09:00', 'Europe/Berlin'), '2026-03-28T00:00:00.000Z', 3)).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
    expect(dates(daily('09:00', 'America/New_York'), '2026-10-31T00:00:00.000Z', 3)).toEqual([
      '2026-10-31T13:00:00.000Z',
      '2026-11-01T14:00:00.000Z',
      '2026-11-02T14:00:00.000Z',
    ]);
  });

  it.each([
    ['an hour', 'Europe/Berlin', '2026-03-28T12:00:00.000Z', '02:30', 'Sun 2026-03-29 03:30'],
    ['half an hour', 'Australia/Lord_Howe', '2026-10-03T00:00:00.000Z', '02:15', 'Sun 2026-10-04 02:45'],
    ['the hour after midnight', 'Asia/Beirut', '2026-03-28T12:00:00.000Z', '00:30', 'Sun 2026-03-29 01:30'],
  ])('come later by as much as the clock leaves out: %s', (_name, timeZone, after, time, expected) => {
    const [date] = dates(daily(time, timeZone), after, 1);
    expect(shown(new Date(date ?? ''), timeZone)).toBe(expected);
  });

  it('come the first time, and only then, where the clock shows the time twice', () => {
    expect(dates(daily('02:30', 'Europe/Berlin'), '2026-10-24T12:00:00.000Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('have none of their own for a day that a place never had', () => {
    // Samoa went from the 29th to the 31st of December 2011.
    expect(
      dates(daily('09:00', 'Pacific/Apia'), '2011-12-29T00:00:00.000Z', 3).map((date) =>
        shown(new Date(date), 'Pacific/Apia'),
      ),
    ).toEqual(['Thu 2011-12-29 09:00', 'Sat 2011-12-31 09:00', 'Sun 2012-01-01 09:00']);
  });

  it('do not come twice on a day or in a week when the plan changes', () => {
    const last = new Date('2026-11-18T08:00:00.000Z'); // a Wednesday, 09:00 in Berlin
    const next = (plan: Schedule) => nextDate(plan, new Date('2026-11-18T10:00:00.000Z'), last).toISOString();
    expect(next(daily('15:00', 'Europe/Berlin'))).toBe('2026-11-19T14:00:00.000Z');
    expect(next(weekly(5, '15:00', 'Europe/Berlin'))).toBe('2026-11-27T14:00:00.000Z');
  });

  it('do not wait for a date of a clock that was set back since', () => {
    const now = new Date('2026-11-18T10:00:00.000Z');
    const next = nextDate(daily('15:00', 'Europe/Berlin'), now, new Date('2031-01-01T08:00:00.000Z'));
    expect(next.toISOString()).toBe('2026-11-18T14:00:00.000Z');
  });

  it('are each the first after the one before, one for each day or week, at the right time by the clock', () => {
    fc.assert(
      fc.property(schedule, moment, (plan, after) => {
        let before = after;
        let previousDay: string | null = null;
        for (let n = 0; n < 12; n += 1) {
          const date = nextDate(plan, before);
          expect(date.getTime()).toBeGreaterThan(before.getTime());
          const [weekday, day, time] = shown(date, plan.timeZone).split(' ');
          // The clock shows the planned time, or leaves it out that day.
          if (time !== plan.time) expect(leavesOut(plan, date)).toBe(true);
          else if (plan.weekday !== null) {
            expect(weekday).toBe(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][plan.weekday - 1]);
          }
          if (previousDay !== null && time === plan.time) {
            const days = (Date.parse(day ?? '') - Date.parse(previousDay)) / 86_400_000;
            expect(days).toBe(plan.every === 'day' ? 1 : 7);
          }
          // Nothing between them: asked from any moment in between, it is the same date.
          const between = new Date((before.getTime() + date.getTime()) / 2);
          expect(nextDate(plan, between)).toEqual(date);
          previousDay = day ?? null;
          before = date;
        }
      }),
      { numRuns: 300 },
    );
  });

  /** True when no moment around the date has the planned time on its clock. */
  const leavesOut = (plan: Schedule, date: Date): boolean => {
    for (let minutes = -180; minutes <= 0; minutes += 1) {
      const clock = shown(new Date(date.getTime() + minutes * 60_000), plan.timeZone).split(' ')[2];
      if (clock === plan.time) return false;
    }
    return true;
  };

  it('are counted at once as one after the other', () => {
    fc.assert(
      fc.property(schedule, moment, fc.integer({ min: 0, max: 40 }), (plan, after, count) => {
        const first = nextDate(plan, after);
        let date = first;
        for (let n = 0; n < count; n += 1) date = nextDate(plan, date);
        expect(dateAfter(plan, first, count)).toEqual(date);
      }),
      { numRuns: 300 },
    );
  });

  it('are known to be missed', () => {
    const plan = daily('09:00', 'UTC');
    const due = new Date('2026-11-21T09:00:00.000Z');
    const at = (now: string) => latestDate(plan, due, new Date(now));
    expect(at('2026-11-21T09:00:00.000Z')).toEqual({ date: due, passed: 0 });
    expect(at('2026-11-22T08:59:59.999Z')).toEqual({ date: due, passed: 0 });
    expect(at('2026-11-24T10:00:00.000Z')).toEqual({ date: new Date('2026-11-24T09:00:00.000Z'), passed: 3 });
  });

  it('need a time zone that the server knows', () => {
    expect(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'].map(isTimeZone)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['', 'Mars/Olympus', '+01:00', 'Europe/Berlin; DROP'].map(isTimeZone)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(timeZones()).toContain('Europe/Berlin');
  });
});
