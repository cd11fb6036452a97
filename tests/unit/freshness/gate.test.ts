import type {
  Revisions,
  RevisionSource,
} from '../../../src/plugins/content-delivery/server/src/freshness/current';
import {
  createGate,
  type ObservedRevisions,
} from '../../../src/plugins/content-delivery/server/src/freshness/gate';
import {
  EVERYTHING,
  HISTORY,
  websiteScope,
  type Scope,
} from '../../../src/plugins/content-delivery/server/src/freshness/revisions';

const STALE_FOR = 10_000;
const A = websiteScope('a');
const B = websiteScope('b');
const ACCOUNT: Scope = 'account:c';

/** What was made while these scopes had these revisions. */
const madeWith = (known: Record<string, number>, expiresAt = Infinity) => ({
  scopes: Object.keys(known),
  revisions: Object.values(known),
  expiresAt,
  validFrom: -Infinity,
});

describe('the gate of cached responses', () => {
  let now = 0;
  let answer: Revisions | Error;
  let gate: ReturnType<typeof createGate>;

  beforeEach(() => {
    now = 1_000_000;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const source: RevisionSource = {
      read(_scopes, tell) {
        if (answer instanceof Error) tell(answer, new Map());
        else tell(null, answer);
      },
    };
    gate = createGate(source, STALE_FOR);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const observe = (scopes: readonly Scope[], next: Revisions | Error): ObservedRevisions => {
    answer = next;
    let seen: ObservedRevisions | undefined;
    gate.observe(scopes, (observed) => (seen = observed));
    if (!seen) throw new Error('The gate has not called back.');
    return seen;
  };
  const known = (revisions: Record<string, number>): Revisions => new Map(Object.entries(revisions));
  const outage = () => observe([A], new Error('no database'));

  it('lets through what was made of the content of now', () => {
    const observed = observe([A], known({ [A]: 3 }));
    expect(gate.isServable(observed, madeWith({ [A]: 3 }))).toBe(true);
    expect(gate.isServable(observed, madeWith({ [A]: 2 }))).toBe(false);
    expect(gate.isServable(observed, madeWith({ [A]: 4 }))).toBe(false);
    expect(gate.isServable(observed, madeWith({ [A]: 3 }, now))).toBe(false);
  });

  it('says when the revisions were asked for, and that nothing is known of them during an outage', () => {
    jest.spyOn(performance, 'now').mockReturnValue(42);
    const { at, revisions } = observe([A], known({ [A]: 3 }));
    expect(at).toBe(42);
    expect(revisions?.get(A)).toBe(3);
    expect(outage()).toMatchObject({ revisions: null });
  });

  it('lets through anything for a while during an outage, counted from its beginning', () => {
    const old = madeWith({ [A]: 1 });
    observe([A], known({ [A]: 2 }));
    const first = outage();
    expect(gate.isServable(first, old)).toBe(true);
    now += STALE_FOR - 1;
    expect(gate.isServable(outage(), old)).toBe(true);
    now += 1;
    expect(gate.isServable(first, old)).toBe(false);
    expect(gate.isServable(outage(), old)).toBe(false);
    observe([A], known({ [A]: 2 }));
    expect(gate.isServable(outage(), old)).toBe(true);
  });

  it('lets nothing through that was asked during an outage which is over by then', () => {
    const observed = outage();
    observe([A], known({ [A]: 2 }));
    expect(gate.isServable(observed, madeWith({ [A]: 2 }))).toBe(false);
  });

  describe('for a key', () => {
    const isValid = (key: Record<string, number>, expiresAt?: number) =>
      gate.isKeyValid(outage(), madeWith(key, expiresAt));

    it('asks whether its website is as it was, while the database answers', () => {
      const observed = observe([A], known({ [A]: 3 }));
      expect(gate.isKeyValid(observed, madeWith({ [A]: 3 }))).toBe(true);
      expect(gate.isKeyValid(observed, madeWith({ [A]: 2 }))).toBe(false);
    });

    it('looks at the clock, during an outage too', () => {
      expect(gate.isKeyValid(observe([A], known({ [A]: 3 })), madeWith({ [A]: 3 }, now))).toBe(false);
      expect(isValid({ [A]: 3 }, now + 1)).toBe(true);
      expect(isValid({ [A]: 3 }, now)).toBe(false);
    });

    it('ends with the time for which old responses are served', () => {
      const observed = outage();
      now += STALE_FOR;
      expect(gate.isKeyValid(observed, madeWith({ [A]: 3 }))).toBe(false);
    });

    it('does not work during an outage once another request has seen its website changed', () => {
      observe([A], known({ [A]: 5 }));
      expect(isValid({ [A]: 4 })).toBe(false);
      expect(isValid({ [A]: 5 })).toBe(true);
      expect(isValid({ [A]: 6 })).toBe(true);
      expect(isValid({ [B]: 0 })).toBe(true);
      expect(isValid({ [B]: 0, [A]: 4 })).toBe(false);
    });

    it('counts what was read together with something else', () => {
      const read = gate.observedIn(madeWith({ [A]: 5, [ACCOUNT]: 2 }), 7);
      expect([read.at, read.revisions?.get(A), read.revisions?.get(ACCOUNT)]).toEqual([7, 5, 2]);
      expect(isValid({ [A]: 4 })).toBe(false);
    });

    it('remembers the highest revision, in whatever order the answers come', () => {
      observe([A], known({ [A]: 5 }));
      observe([A], known({ [A]: 3 }));
      expect(isValid({ [A]: 4 })).toBe(false);
    });

    it('asks nothing of accounts and of all: websites know when they were changed by these', () => {
      observe([A, ACCOUNT, EVERYTHING], known({ [A]: 5, [ACCOUNT]: 9, [EVERYTHING]: 9 }));
      expect(isValid({ [A]: 5, [ACCOUNT]: 1, [EVERYTHING]: 1 })).toBe(true);
    });

    it('forgets what was seen before an older state was put back, and only then', () => {
      observe([A, HISTORY], known({ [A]: 5, [HISTORY]: 1 }));
      observe([B, HISTORY], known({ [B]: 1, [HISTORY]: 1 }));
      observe([B], known({ [B]: 2 }));
      expect(isValid({ [A]: 4 })).toBe(false);
      observe([B, HISTORY], known({ [B]: 1, [HISTORY]: 2 }));
      expect(isValid({ [A]: 4 })).toBe(true);
      expect(isValid({ [B]: 0 })).toBe(false);
    });
  });

  it('looks through revisions once that requests share, and again for other scopes', () => {
    const revisions = { get: jest.fn(() => 1) };
    const scopes = [A];
    observe(scopes, revisions);
    const looks = revisions.get.mock.calls.length;
    observe(scopes, revisions);
    expect(revisions.get).toHaveBeenCalledTimes(looks);
    observe([B], revisions);
    expect(revisions.get).toHaveBeenCalledWith(B);
  });
});
