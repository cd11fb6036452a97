import {
  distance,
  spellOut,
  utcOffset,
} from '../../../../src/plugins/content-delivery/admin/src/shared/moments/time-zone';

const at = (iso: string) => new Date(iso);

describe('how far a zone is from UTC', () => {
  it.each([
    ['2026-01-15T12:00:00Z', 'Europe/Berlin', 'UTC+1'],
    ['2026-07-15T12:00:00Z', 'Europe/Berlin', 'UTC+2'],
    // The hour in which the clocks change, to the second.
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', 'UTC+1'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', 'UTC+2'],
    ['2026-10-25T00:59:59Z', 'Europe/Berlin', 'UTC+2'],
    ['2026-10-25T01:00:00Z', 'Europe/Berlin', 'UTC+1'],
    ['2026-01-15T12:00:00Z', 'America/St_Johns', 'UTC-3:30'],
    ['2026-01-15T12:00:00Z', 'Asia/Kathmandu', 'UTC+5:45'],
    ['2026-07-15T12:00:00Z', 'Australia/Lord_Howe', 'UTC+10:30'],
    ['2026-01-15T12:00:00Z', 'Australia/Lord_Howe', 'UTC+11'],
    ['2026-01-15T12:00:00Z', 'UTC', 'UTC'],
  ])('at %s in %s is %s', (moment, zone, offset) => {
    expect(utcOffset(at(moment), zone)).toBe(offset);
  });
});

describe('a moment in words', () => {
  it('names day, time, zone and the time in UTC', () => {
    expect(spellOut(at('2026-11-21T14:00:00Z'), 'Europe/Berlin', 'en')).toEqual({
      day: 'Saturday, November 21, 2026',
      time: '15:00',
      zone: 'Europe/Berlin',
      offset: 'UTC+1',
      utc: '14:00 UTC',
    });
  });

  it('names the day in UTC where it is another one', () => {
    expect(spellOut(at('2026-06-30T23:30:00Z'), 'Asia/Tokyo', 'en').utc).toBe(
      'Tuesday, June 30, 2026, 23:30 UTC',
    );
  });

  it('tells the two hours apart that the clock shows twice', () => {
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((moment) =>
      spellOut(at(moment), 'Europe/Berlin', 'en'),
    );
    expect([first?.time, first?.offset, first?.utc]).toEqual(['02:30', 'UTC+2', '00:30 UTC']);
    expect([second?.time, second?.offset, second?.utc]).toEqual(['02:30', 'UTC+1', '01:30 UTC']);
  });

  it('shows midnight as 00:00', () => {
    expect(spellOut(at('2026-11-20T23:00:00Z'), 'Europe/Berlin', 'en').time).toBe('00:00');
  });

  it('follows the language of the panel', () => {
    expect(spellOut(at('2026-11-21T14:00:00Z'), 'Europe/Berlin', 'de').day).toBe(
      'Samstag, 21. November 2026',
    );
  });
});

describe('the distance of a moment', () => {
  const now = at('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-24T12:00:00Z', 'in 3 days'],
    ['2026-11-23T11:00:00Z', 'in 1 day'],
    ['2027-01-25T12:00:00Z', 'in 2 months'],
    ['2099-11-22T12:00:00Z', 'in 73 years'],
    ['2026-11-21T14:30:00Z', 'in 2 hours'],
    ['2026-11-21T12:00:30Z', 'now'],
    ['2026-11-21T11:58:00Z', '2 minutes ago'],
    ['2026-11-20T12:00:00Z', '1 day ago'],
  ])('to %s is %s', (moment, words) => {
    expect(distance(at(moment), now, 'en')).toBe(words);
  });
});
