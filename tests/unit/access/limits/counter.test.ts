import {
  createMemoryCounter,
  type Policy,
} from '../../../../src/plugins/content-delivery/server/src/access/limits/counter';
import { resumeClock, stopClockAt } from '../../../support/clock';

const POLICY: Policy = { name: 'address', quota: 3, window: 60, headers: 'always' };

describe('counting in memory', () => {
  beforeEach(() => stopClockAt('2031-05-01T12:00:00.000Z'));
  afterEach(resumeClock);

  const times = async (counter: ReturnType<typeof createMemoryCounter>, whose: string, count: number) => {
    const outcomes = [];
    for (let i = 0; i < count; i += 1) outcomes.push((await counter(whose)).isExceeded);
    return outcomes;
  };

  it('lets the quota pass and no more, until the window ends', async () => {
    const counter = createMemoryCounter(POLICY);
    expect(await counter('a')).toEqual({ isExceeded: false, remaining: 2, resetsIn: 60_000 });
    stopClockAt('2031-05-01T12:00:59.000Z');
    expect(await times(counter, 'a', 3)).toEqual([false, false, true]);
    expect(await counter('a')).toEqual({ isExceeded: true, remaining: 0, resetsIn: 1_000 });
    expect(await counter('b')).toEqual({ isExceeded: false, remaining: 2, resetsIn: 60_000 });
    stopClockAt('2031-05-01T12:01:00.000Z');
    expect(await counter('a')).toEqual({ isExceeded: false, remaining: 2, resetsIn: 60_000 });
  });

  it('keeps so many and no more, those that come again longest', async () => {
    const counter = createMemoryCounter(POLICY, 2);
    await times(counter, 'a', 4);
    await times(counter, 'b', 4);
    expect(await times(counter, 'a', 1)).toEqual([true]);
    await counter('c');
    expect(await times(counter, 'a', 1)).toEqual([true]);
    expect(await times(counter, 'b', 1)).toEqual([false]);
  });
});
