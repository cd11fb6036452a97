import type { Policy } from '../../../../src/plugins/content-delivery/server/src/access/limits/counter';
import { createPrimaryCounters } from '../../../../src/plugins/content-delivery/server/src/access/limits/primary-counter';
import type {
  Count,
  Counted,
  PrimaryChannel,
} from '../../../../src/plugins/content-delivery/server/src/platform/processes/questions';

const POLICY: Policy = { name: 'website', quota: 9, window: 60, headers: 'always' };
const ALONE: Count = { isExceeded: false, remaining: -1, resetsIn: 0 };
const counted = (remaining: number): Count => ({ isExceeded: false, remaining, resetsIn: 1 });

describe('counting in the first process', () => {
  const countWith = (answer: (requests: readonly Counted[]) => Promise<Count[]>) => {
    const asked: (readonly Counted[])[] = [];
    const ask = (_question: string, requests: readonly Counted[]) => {
      asked.push(requests);
      return answer(requests);
    };
    const counters = createPrimaryCounters({ ask } as unknown as PrimaryChannel);
    return { asked, count: counters.counter(POLICY, () => Promise.resolve(ALONE)) };
  };

  it('asks once for what is counted in one tick', async () => {
    const { asked, count } = countWith((requests) => Promise.resolve(requests.map((_, at) => counted(at))));
    expect(await Promise.all([count('a'), count('b')])).toEqual([counted(0), counted(1)]);
    expect(await count('c')).toEqual(counted(0));
    await new Promise(setImmediate);
    expect(asked.map((requests) => requests.map(({ whose }) => whose))).toEqual([['a', 'b'], ['c']]);
    expect(asked[1]).toEqual([{ name: 'website', quota: 9, window: 60, whose: 'c' }]);
  });

  it('goes on here for what is not counted there', async () => {
    const { count } = countWith(() => Promise.resolve([counted(0)]));
    expect(await Promise.all([count('a'), count('b')])).toEqual([counted(0), ALONE]);
  });

  it('goes on here when the first process has gone', async () => {
    const { count } = countWith(() => Promise.reject(new Error('gone')));
    expect(await Promise.all([count('a'), count('b')])).toEqual([ALONE, ALONE]);
  });
});
