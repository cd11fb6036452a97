import fc from 'fast-check';
import {
  addMonths,
  monthOf,
  onDay,
  parseMonth,
  weekStartOf,
  weeksOf,
} from '../../../src/plugins/content-delivery/admin/src/calendar/months';
import { usualMoments } from '../../../src/plugins/content-delivery/admin/src/edit-view/publish-at/usual-moments';
import { batched } from '../../../src/plugins/content-delivery/admin/src/post-list/batches';

const aDay = fc.date({ min: new Date(1971, 0, 1), max: new Date(2098, 0, 1), noInvalidDate: true });

describe('the weeks of a month', () => {
  it('begin as the browser has it, unless another language was chosen in the panel', () => {
    const [SUNDAY, MONDAY] = [0, 1];
    expect(weekStartOf('en', 'en-US')).toBe(SUNDAY);
    expect(weekStartOf('en', 'de-DE')).toBe(MONDAY);
    expect(weekStartOf('de', 'de-AT')).toBe(MONDAY);
    expect(weekStartOf('de', 'en-US')).toBe(MONDAY);
    expect(weekStartOf('de', '')).toBe(MONDAY);
  });

  it('are whole, in order, begin on the given day, and have each day of the month once', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 0, max: 6 }), (day, weekStart) => {
        const month = monthOf(day);
        const weeks = weeksOf(month, weekStart);
        expect(weeks.every((week) => week.length === 7 && week[0]?.getDay() === weekStart)).toBe(true);
        expect(weeks.every((week) => week.some((one) => monthOf(one) === month))).toBe(true);
        const days = weeks.flat();
        expect(days.every((one) => one.getHours() === 0)).toBe(true);
        expect(new Set(days.map((one) => one.toDateString())).size).toBe(days.length);
        expect(days.some((one) => one.toDateString() === day.toDateString())).toBe(true);
      }),
    );
  });

  it('are those of a month that can be typed', () => {
    expect(parseMonth('2026-12')).toBe('2026-12');
    for (const none of [null, '', '2026-13', '2026-1', '1969-12', '2026-12-01', 'December'])
      expect(parseMonth(none)).toBeNull();
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });
});

it('a moment keeps its time on another day', () => {
  expect(onDay(new Date(2026, 10, 3, 9, 30), new Date(2026, 11, 24))).toEqual(new Date(2026, 11, 24, 9, 30));
});

it('tomorrow and Monday are to come, at nine', () => {
  fc.assert(
    fc.property(aDay, (now) => {
      const { tomorrow, monday } = usualMoments(now);
      expect(tomorrow > now && monday > now).toBe(true);
      expect([tomorrow.getHours(), monday.getHours(), monday.getDay()]).toEqual([9, 9, 1]);
      expect(monday.getTime() - now.getTime()).toBeLessThanOrEqual(7.5 * 86_400_000);
    }),
  );
});

describe('questions in batches', () => {
  const batches: string[][] = [];
  const ask = batched<string>(async (ids) => {
    batches.push(ids);
    await Promise.resolve();
    return new Map(ids.filter((id) => id !== 'unknown').map((id) => [id, `${id}!`]));
  }, 3);
  beforeEach(() => void batches.splice(0));

  it('go out together, each once, and in parts that are not too large', async () => {
    const answers = await Promise.all(['a', 'b', 'a', 'unknown', 'c', 'd'].map((id) => ask(id)));
    expect(answers).toEqual(['a!', 'b!', 'a!', null, 'c!', 'd!']);
    expect(batches).toEqual([
      ['a', 'b', 'unknown'],
      ['c', 'd'],
    ]);
    expect(await ask('a')).toBe('a!');
    expect(batches).toHaveLength(3);
  });

  it('tell everybody of a batch when it fails, and go on', async () => {
    let isDown = true;
    const failing = batched<string>(() => {
      if (isDown) return Promise.reject(new Error('down'));
      return Promise.resolve(new Map([['a', 'back']]));
    }, 3);
    const outcomes = await Promise.allSettled([failing('a'), failing('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await failing('a')).toBe('back');
  });
});
