import {
  createSenders,
  type Receiver,
} from '../../../src/plugins/content-delivery/server/src/events/senders';

/** The longest that others may be kept waiting by receivers that never answer. */
const MAX_WAIT = 2_500;

describe('calls of many receivers side by side', () => {
  const strapi = { log: { error: () => undefined } };
  const ends: (() => Promise<void>)[] = [];
  beforeEach(() => jest.useFakeTimers());
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    jest.useRealTimers();
  });

  /** Receivers whose names begin with `silent` never answer; the others do at once. */
  const sendersFor = (receivers: Receiver[]) => {
    const called: string[] = [];
    const done = new Set<string>();
    const hanging: (() => void)[] = [];
    const senders = createSenders(strapi as never, {
      due: async () => receivers.filter(({ receiver }) => !done.has(receiver)),
      claim: async () => true,
      release: async () => undefined,
      wake: () => void begin(),
      async step(receiver) {
        called.push(receiver);
        if (receiver.startsWith('silent')) await new Promise<void>((resolve) => hanging.push(resolve));
        done.add(receiver);
        return false;
      },
    });
    let isOn = true;
    const begin = async (): Promise<void> => {
      if (isOn) await senders.begin(() => isOn);
    };
    ends.push(async () => {
      isOn = false;
      for (const end of hanging) end();
      await senders.idle();
    });
    return { called, begin };
  };
  const many = (count: number, rest: Partial<Receiver>): Receiver[] =>
    Array.from({ length: count }, (_, place) => ({
      receiver: `silent-${rest.group ?? place}-${place}`,
      isProven: false,
      ...rest,
      group: rest.group ?? `website-${place}`,
    }));

  it('leave places for those that answer, however many new ones never do', async () => {
    const quick = { receiver: 'quick', isProven: true, group: 'quick' };
    const { called, begin } = sendersFor([...many(200, {}), quick]);
    await begin();
    expect(called.filter((name) => name.startsWith('silent'))).toHaveLength(32);
    expect(called).toContain('quick');
  });

  it('give a new one its turn after a moment, behind as many others', async () => {
    const fresh = { receiver: 'new', isProven: false, group: 'new' };
    const { called, begin } = sendersFor([...many(64, {}), fresh]);
    await begin();
    await jest.advanceTimersByTimeAsync(2 * MAX_WAIT);
    expect(called).toContain('new');
  });

  it('give a website a share, and no more', async () => {
    const proven = (group: string) => many(64, { group, isProven: true });
    const { called, begin } = sendersFor([
      ...many(64, { group: 'unproven' }),
      ...many(64, { group: 'failing' }),
      ...proven('one'),
    ]);
    await begin();
    const of = (group: string) => called.filter((name) => name.startsWith(`silent-${group}`)).length;
    expect([of('unproven'), of('failing'), of('one')]).toEqual([4, 4, 16]);
  });
});
