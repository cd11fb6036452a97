import { setImmediate as nextTick } from 'node:timers/promises';
import {
  createRevisionSource,
  type Revisions,
  type RevisionSource,
} from '../../../src/plugins/content-delivery/server/src/freshness/current';
import type { Scope } from '../../../src/plugins/content-delivery/server/src/freshness/revisions';

const strapiWith = (client: string) =>
  ({
    db: {
      metadata: { get: () => ({ tableName: 'revisions' }) },
      connection: { raw: () => ({ toQuery: () => 'SELECT' }) },
      dialect: { client },
    },
  }) as never;

/** What each of these is told, in the order of the calls. */
const told = (source: RevisionSource, ...scopes: Scope[][]) => {
  const answers: { error: unknown; revisions: Revisions }[] = [];
  for (const some of scopes) source.read(some, (error, revisions) => answers.push({ error, revisions }));
  return answers;
};

describe('the revisions of now', () => {
  describe('on SQLite', () => {
    const rows = jest.fn<Record<string, unknown>[], []>();
    const version = jest.fn<number, []>();
    let source: RevisionSource;

    beforeEach(() => {
      rows.mockReset().mockReturnValue([{ scope: 'website:a', revision: 3 }]);
      version.mockReset().mockReturnValue(1);
      const revisions = { dataVersion: () => version(), all: () => rows() };
      source = createRevisionSource(strapiWith('sqlite'), { sqlite: { revisions } } as never);
    });

    const once = async (): Promise<Revisions> => {
      const answers = told(source, ['website:a']);
      await nextTick();
      expect(answers[0]?.error).toBeNull();
      return answers[0]?.revisions as Revisions;
    };

    it('are read once for all who ask in one tick, and only where something was committed since', async () => {
      const answers = told(source, ['website:a'], ['website:b']);
      expect(answers).toEqual([]);
      await nextTick();
      expect(
        answers.map(({ revisions }) => [revisions.get('website:a'), revisions.get('website:b')]),
      ).toEqual([
        [3, 0],
        [3, 0],
      ]);
      await once();
      expect([version.mock.calls.length, rows.mock.calls.length]).toEqual([2, 1]);
      version.mockReturnValue(2);
      await once();
      expect(rows).toHaveBeenCalledTimes(2);
    });

    it('are the same object until one of them has changed, appeared or gone', async () => {
      const first = await once();
      const after = async (...next: Record<string, unknown>[]) => {
        version.mockReturnValue(version() + 1);
        rows.mockReturnValue(next);
        return once();
      };
      const a = { scope: 'website:a', revision: 3 };
      const b = { scope: 'website:b', revision: 1 };
      expect(await after(a)).toBe(first);
      const second = await after(a, b);
      expect(second).not.toBe(first);
      expect(second.get('website:b')).toBe(1);
      const third = await after(a, { ...b, revision: 2 });
      expect(third.get('website:b')).toBe(2);
      const fourth = await after(a);
      expect(fourth).not.toBe(third);
      expect(fourth.get('website:b')).toBe(0);
    });

    it('are an error for all who ask while they cannot be read, and are read anew afterwards', async () => {
      rows.mockImplementationOnce(() => {
        throw new Error('disk I/O error');
      });
      const answers = told(source, ['website:a'], ['website:b']);
      await nextTick();
      expect(answers.map(({ error }) => error)).toEqual([
        expect.objectContaining({ message: 'disk I/O error' }),
        expect.objectContaining({ message: 'disk I/O error' }),
      ]);
      expect((await once()).get('website:a')).toBe(3);
    });
  });

  describe('on a server', () => {
    interface Read {
      end(found: Map<string, number>): void;
      fail(error: Error): void;
    }
    let reads: Read[];
    let source: RevisionSource;

    beforeEach(() => {
      reads = [];
      const shortReads = {
        read: () =>
          new Promise((resolve, reject) => {
            reads.push({ end: resolve, fail: reject });
          }),
      };
      source = createRevisionSource(strapiWith('mysql'), { sqlite: null, shortReads } as never);
    });

    it('are 0 for scopes that have none', async () => {
      const answers = told(source, ['website:a', 'website:b']);
      await nextTick();
      reads[0]?.end(new Map([['website:a', 3]]));
      await nextTick();
      const [first] = answers;
      expect([first?.revisions.get('website:a'), first?.revisions.get('website:b')]).toEqual([3, 0]);
    });

    it('are asked for twice at a time at most; what comes meanwhile shares the next question', async () => {
      const answers: unknown[][] = [];
      for (const some of ['a', 'b', 'c', 'd'] as const) {
        answers.push(told(source, [`website:${some}`]));
        await nextTick();
      }
      expect(reads).toHaveLength(2);
      reads[0]?.end(new Map());
      await nextTick();
      expect(answers.map((one) => one.length)).toEqual([1, 0, 0, 0]);
      expect(reads).toHaveLength(3);
      reads[2]?.end(new Map([['website:c', 7]]));
      await nextTick();
      expect(answers.map((one) => one.length)).toEqual([1, 0, 1, 1]);
      expect((answers[3]?.[0] as { revisions: Revisions }).revisions.get('website:c')).toBe(7);
      reads[1]?.end(new Map());
      await nextTick();
      // Nobody waits any more, so nothing is asked.
      expect(reads).toHaveLength(3);
    });

    it('are an error for who shares a question without an answer, and for nobody else', async () => {
      const answers = [told(source, ['website:a'])];
      await nextTick();
      answers.push(told(source, ['website:b']));
      await nextTick();
      reads[0]?.fail(new Error('gone'));
      reads[1]?.end(new Map());
      await nextTick();
      expect(answers.map(([one]) => one?.error)).toEqual([
        expect.objectContaining({ message: 'gone' }),
        null,
      ]);
    });
  });
});
