import * as fc from 'fast-check';
import { check, type Kind } from '../../faults/checker';
import { mistellingsIn } from '../../faults/checker/outages';
import {
  createHistory,
  type EventReceived,
  type History,
  type Read,
  type Register,
  type Write,
} from '../../faults/history';

const REGISTER: Register = {
  name: 'a-post',
  website: 'a',
  targets: ['posts'],
  isShownAtFirst: true,
  isFlag: false,
};

const write = (number: number, startedAt: number, endedAt: number, more: Partial<Write> = {}): Write => ({
  register: 'a-post',
  number,
  isShown: true,
  isValid: true,
  instance: 'one',
  startedAt,
  endedAt,
  outcome: 'acknowledged',
  status: 200,
  message: null,
  ...more,
});

/** A read that shows a number; null for none. */
const read = (number: number | null, startedAt: number, endedAt: number, more: Partial<Read> = {}): Read => ({
  target: 'posts',
  website: 'a',
  instance: 'one',
  startedAt,
  endedAt,
  status: 200,
  isMarkedStale: false,
  sightings: number === null ? [] : [{ register: 'a-post', number }],
  ...more,
});

const historyOf = (writes: Write[], reads: Read[], register: Partial<Register> = {}): History => ({
  ...createHistory(),
  registers: [{ ...REGISTER, ...register }],
  writes,
  reads,
});

const kindsOf = (history: History): Kind[] => check(history).violations.map(({ kind }) => kind);
/** What is wrong with writes and reads of one register. */
const found = (...seen: Parameters<typeof historyOf>): Kind[] => kindsOf(historyOf(...seen));

describe('the checker of histories', () => {
  it('finds nothing wrong with what is told of a moment between question and answer', () => {
    const writes = [write(1, 10, 20), write(2, 30, 40)];
    expect(found(writes, [read(0, 0, 5), read(0, 15, 16), read(1, 15, 25), read(1, 25, 35)])).toEqual([]);
    expect(found(writes, [read(2, 35, 36), read(2, 45, 50)])).toEqual([]);
  });

  it('finds a read that began after a write was acknowledged and does not show it', () => {
    const writes = [write(1, 10, 20)];
    expect(found(writes, [read(1, 21, 22), read(0, 23, 24)])).toEqual(['stale read']);
    expect(found(writes, [read(1, 21, 22), read(null, 23, 24)])).toEqual(['stale read']);
    expect(found(writes, [read(1, 21, 22), read(0, 19, 24)])).toEqual([]);
  });

  it('finds a read that is older than what another reader had seen by then', () => {
    const unknown = write(1, 10, 20, { outcome: 'unknown', status: null });
    expect(found([unknown], [read(1, 12, 14), read(0, 15, 16)])).toEqual(['stale read']);
    expect(found([unknown], [read(0, 12, 14), read(1, 15, 16)])).toEqual([]);
  });

  it('excuses an answer that says that it may be stale, and no other fault of it', () => {
    const writes = [write(1, 10, 20), write(2, 30, 35, { outcome: 'refused', status: 400, isValid: false })];
    const marked = { isMarkedStale: true };
    expect(found(writes, [read(0, 25, 26, marked)])).toEqual([]);
    expect(found(writes, [read(2, 40, 41, marked)])).toEqual(['refused write seen']);
    const foreign = { ...marked, website: 'b' };
    expect(found(writes, [read(1, 40, 41, foreign)])).toEqual(['foreign bytes']);
  });

  it('finds a write that was acknowledged and that nobody sees', () => {
    const writes = [write(1, 10, 20), write(2, 30, 40)];
    expect(found(writes, [read(1, 21, 22), read(1, 41, 42), read(1, 43, 44)])).toEqual(['lost write']);
    // Overwritten meanwhile, it was lost all the same.
    const later = [...writes, write(3, 50, 60)];
    expect(found(later, [read(1, 21, 22), read(1, 41, 42), read(3, 61, 62)])).toEqual(['lost write']);
  });

  it('finds an entry that was created and is not there, and one that was deleted and is', () => {
    const made = { isShownAtFirst: false };
    expect(found([write(1, 10, 20)], [read(null, 5, 8), read(null, 30, 31)], made)).toEqual(['lost write']);
    const deleted = [write(1, 10, 20), write(2, 30, 40, { isShown: false })];
    expect(found(deleted, [read(1, 21, 22), read(null, 41, 42), read(1, 43, 44)], made)).toEqual([
      'stale read',
    ]);
    expect(found(deleted, [read(1, 21, 35), read(null, 35, 42)], made)).toEqual([]);
  });

  it('lets a write without an answer be there or not, until something later is certain', () => {
    const unknown = write(1, 10, 20, { outcome: 'unknown', status: 503 });
    const later = write(2, 30, 40);
    expect(found([unknown, later], [read(0, 25, 26), read(2, 50, 51)])).toEqual([]);
    // It may have waited in a process that was frozen, and come after the later one.
    expect(found([unknown, later], [read(2, 50, 51), read(1, 52, 53)])).toEqual([]);
    expect(found([unknown, later], [read(1, 25, 26), read(2, 50, 51), read(1, 52, 53)])).toEqual([
      'stale read',
    ]);
  });

  it('finds writes that were refused and are seen, and values that nobody wrote', () => {
    const refused = write(1, 10, 20, { outcome: 'refused', status: 400, isValid: false });
    expect(found([refused], [read(1, 30, 31)])).toEqual(['refused write seen']);
    expect(found([], [read(7, 30, 31)])).toEqual(['unwritten value seen']);
  });

  it('finds writes that were wrongly refused, and such that were wrongly taken', () => {
    expect(found([write(1, 10, 20, { outcome: 'refused', status: 400 })], [])).toEqual([
      'valid write refused',
    ]);
    expect(found([write(1, 10, 20, { isValid: false })], [])).toEqual(['invalid write accepted']);
  });

  it('excuses taking away what is not there, and what is perhaps not, after a write that nobody knows the end of', () => {
    const unknown = write(1, 10, 20, { outcome: 'unknown', status: null });
    const refused = { outcome: 'refused', status: 404, isShown: false } as const;
    const after = (...writes: Write[]): Kind[] => found([unknown, ...writes], []);
    expect(after(write(2, 30, 40, refused))).toEqual([]);
    expect(after(write(2, 30, 40, { ...refused, isShown: true }))).toEqual(['valid write refused']);
    expect(after(write(2, 30, 40), write(3, 50, 60, refused))).toEqual(['valid write refused']);
    expect(after(write(2, 30, 40, { isShown: false }), write(3, 50, 60, refused))).toEqual([]);
  });

  it('excuses being asked to try again only while somebody may have stood still with a lock', () => {
    const message = 'Another editor was saving. Please try again.';
    const busy = write(1, 10, 20, { outcome: 'refused', status: 400, message });
    const during = (startedAt: number, endedAt: number): Kind[] =>
      kindsOf({ ...historyOf([busy], []), holdUps: [{ startedAt, endedAt }] });
    expect(during(5, 12)).toEqual([]);
    expect(during(15, 30)).toEqual([]);
    expect(during(0, 9)).toEqual(['valid write refused']);
    expect(during(21, 30)).toEqual(['valid write refused']);
  });

  it('finds an answer made of two moments', () => {
    const both = { sightings: [1, 2].map((number) => ({ register: 'a-post', number })) };
    expect(found([write(1, 10, 20), write(2, 30, 40)], [read(0, 30, 45, both)])).toEqual(['mixed answer']);
  });

  it('follows a setting that shows and hides', () => {
    const flag = { isFlag: true };
    const writes = [write(1, 10, 20, { isShown: false }), write(2, 30, 40)];
    expect(found(writes, [read(0, 5, 6), read(null, 25, 26), read(0, 45, 46)], flag)).toEqual([]);
    expect(found(writes, [read(0, 25, 26)], flag)).toEqual(['stale read']);
    expect(found(writes, [read(null, 45, 46)], flag)).toEqual(['stale read']);
  });

  it('counts no 503 and no missing answer as wrong, and every other status', () => {
    const statuses = [503, null, 500, 401].map((status) => read(null, 10, 11, { status }));
    const { figures, violations } = check(historyOf([], statuses));
    expect(violations.map(({ kind }) => kind)).toEqual(['wrong status', 'wrong status']);
    expect(figures).toMatchObject({ reads: 4, fresh: 0, unavailable: 1, unanswered: 1 });
  });

  it('names processes that ended, and instances that stayed away', () => {
    const history = createHistory();
    history.deaths.push({ instance: 'one', at: 1, code: 1, signal: null, lastWords: 'why', during: 'cut' });
    history.unrecovered.push({ instance: 'two', at: 2, after: 'freeze' });
    history.mistellings.push({ instance: 'two', at: 3, what: 'the log says again' });
    expect(kindsOf(history)).toEqual(['death', 'not recovered', 'outage told wrongly']);
  });

  it('reads in a log whether each outage is told once, and its end', () => {
    const lost = 'error: A connection to the database was lost, or there is none: why';
    const back = 'warn: The database can be reached again, after 2 s.';
    expect(mistellingsIn(['start', lost, 'other', back, lost, back, lost].join('\n'))).toEqual([]);
    expect(mistellingsIn([lost, lost, back].join('\n'))).toHaveLength(1);
    expect(mistellingsIn([lost, back, back].join('\n'))).toHaveLength(1);
    expect(mistellingsIn(back)).toHaveLength(1);
  });

  /** One register that is written and read as it should be; what the clients saw of it. */
  const runOf = (steps: readonly { isRead: boolean; outcome: Write['outcome']; isApplied: boolean }[]) => {
    const writes: Write[] = [];
    const reads: Read[] = [];
    let [now, stored] = [0, 0];
    for (const { isRead, outcome, isApplied } of steps) {
      const startedAt = (now += 1);
      const endedAt = (now += 1);
      if (isRead) {
        reads.push(read(stored, startedAt, endedAt));
        continue;
      }
      const number = writes.length + 1;
      writes.push(write(number, startedAt, endedAt, { outcome, isValid: outcome !== 'refused' }));
      if (outcome === 'acknowledged' || (outcome === 'unknown' && isApplied)) stored = number;
    }
    return { writes, reads, now, stored };
  };
  const steps = fc.array(
    fc.record({
      isRead: fc.boolean(),
      outcome: fc.constantFrom<Write['outcome']>('acknowledged', 'refused', 'unknown'),
      isApplied: fc.boolean(),
    }),
    { maxLength: 60 },
  );

  it('finds nothing in any history of a system that is right', () => {
    fc.assert(
      fc.property(steps, (made) => {
        const { writes, reads } = runOf(made);
        expect(found(writes, reads)).toEqual([]);
      }),
    );
  });

  it('finds every value that an acknowledged write has replaced', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (made, chosen) => {
        const { writes, reads, now } = runOf(made);
        const number = writes.length + 1;
        const known = [
          0,
          ...writes.filter(({ outcome }) => outcome === 'acknowledged').map((one) => one.number),
        ];
        const old = known[chosen % known.length] as number;
        const last = write(number, now + 1, now + 2);
        const after = [read(number, now + 3, now + 4), read(old, now + 5, now + 6)];
        expect(found([...writes, last], [...reads, ...after])).toEqual(['stale read']);
      }),
    );
  });

  describe('with what receivers of webhooks got', () => {
    const subject = { type: 'post.', documentId: 'p', target: 'posts' };
    const event = (at: number, more: Partial<EventReceived> = {}): EventReceived => ({
      id: `msg ${at}`,
      website: 'a',
      type: 'post.updated',
      entries: ['p'],
      at,
      ...more,
    });
    const told = (writes: Write[], reads: Read[], events: EventReceived[]): Kind[] =>
      kindsOf({ ...historyOf(writes, reads, { subject }), events });
    const asked = (number: number, at: number, more: Partial<Read> = {}): Read =>
      read(number, at, at + 1, { event: `msg ${at}`, ...more });

    it('finds nothing wrong where the last of joined writes is told, and read at once', () => {
      const writes = [write(1, 10, 20), write(2, 30, 40)];
      expect(told(writes, [asked(2, 50)], [event(50)])).toEqual([]);
      expect(told(writes, [], [event(50, { type: 'resync', entries: [] })])).toEqual([]);
    });

    it('finds a stored write that no event tells of', () => {
      const writes = [write(1, 10, 20), write(2, 30, 40)];
      expect(told(writes, [asked(1, 25)], [event(25)])).toEqual(['event missing']);
      for (const other of [{ website: 'b' }, { entries: ['q'] }, { type: 'pseo.page.updated' }])
        expect(told([write(1, 10, 20)], [], [event(25, other)])).toEqual(['event missing']);
      const seen = [write(1, 10, 20, { outcome: 'unknown', status: null })];
      expect(told(seen, [], [])).toEqual([]);
      expect(told(seen, [read(1, 30, 31)], [])).toEqual(['event missing']);
    });

    it('finds an event whose receiver read what was before', () => {
      const writes = [write(1, 10, 40)];
      expect(told(writes, [asked(0, 20)], [event(20)])).toEqual(['event too early']);
      expect(told(writes, [asked(0, 20, { isMarkedStale: true })], [event(20)])).toEqual([]);
      expect(told(writes, [asked(0, 20), asked(1, 30)], [event(20), event(30)])).toEqual([]);
    });
  });
});
