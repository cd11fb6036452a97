import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createReadingProcesses } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/reading-processes';
import type { ReaderQuery } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/read';

jest.mock('node:child_process', () => ({ fork: jest.fn() }));

/** A process that does what the test says. */
class Child extends EventEmitter {
  pid?: number = 1;
  asked: string[] = [];
  isKilled = false;
  isHeld = true;
  send = ({ sql }: ReaderQuery): void => void this.asked.push(sql);
  ref = (): void => void (this.isHeld = true);
  unref = (): void => void (this.isHeld = false);
  kill = (): void => {
    if (this.isKilled) return;
    this.isKilled = true;
    queueMicrotask(() => this.emit('exit'));
  };
  ready = (): boolean => this.emit('message', 'ready');
  answer = (...rows: unknown[]): boolean => this.emit('message', { rows });
}

describe('the processes that read SQLite for the panel', () => {
  let children: Child[];
  let processes: ReturnType<typeof createReadingProcesses>;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    children = [];
    jest
      .mocked(fork)
      .mockReset()
      .mockImplementation((() => {
        const child = new Child();
        children.push(child);
        return child;
      }) as never);
    processes = createReadingProcesses('content.db');
  });
  afterEach(() => jest.useRealTimers());

  const child = (at: number): Child => {
    const found = children[at];
    if (!found) throw new Error(`There is no process ${at}.`);
    return found;
  };
  const after = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  /** What has become of a read so far. */
  const read = (sql: string, { left = (): number => 10_000, request = {} as object } = {}) => {
    const seen: { outcome: unknown } = { outcome: 'waits' };
    processes.read(sql, [], { request, left }).then(
      ({ rows }) => (seen.outcome = rows),
      (error: Error) => (seen.outcome = error.message),
    );
    return seen;
  };
  const within = (milliseconds: number) => ({ left: () => milliseconds });
  /** One process is at work on a long statement, and a second one is ready for what waits behind it. */
  const withTwo = async () => {
    const long = read('long');
    child(0).ready();
    const short = read('short');
    await after(200);
    child(1).ready();
    return { long, short };
  };

  it('are none before something is read, and one while statements are short', async () => {
    expect(children).toHaveLength(0);
    const reads = ['one', 'two', 'three'].map((sql) => read(sql));
    child(0).ready();
    for (const row of [1, 2, 3]) {
      await after(199);
      child(0).answer(row);
    }
    await after(1_000);
    expect(reads.map(({ outcome }) => outcome)).toEqual([[1], [2], [3]]);
    expect(child(0).asked).toEqual(['one', 'two', 'three']);
    expect(children).toHaveLength(1);
  });

  it('are two when a read waits behind a long one, which it does not wait for', async () => {
    const { long, short } = await withTwo();
    expect(child(1).asked).toEqual(['short']);
    child(1).answer('row');
    await after(0);
    expect([long.outcome, short.outcome]).toEqual(['waits', ['row']]);
    expect(read('next').outcome).toBe('waits');
    expect(child(1).asked).toEqual(['short', 'next']);
  });

  it('are two at once for what comes when a statement is long already', async () => {
    read('long');
    child(0).ready();
    await after(5_000);
    expect(children).toHaveLength(1);
    read('short');
    expect(children).toHaveLength(2);
  });

  it('are never both at work for one request, whose statements are read one after the other', async () => {
    const request = {};
    const list = read('list', { request });
    const count = read('count', { request });
    child(0).ready();
    await after(1_000);
    expect(children).toHaveLength(1);
    const other = read('other');
    child(1).ready();
    child(1).answer('of another');
    await after(0);
    expect([list.outcome, count.outcome, other.outcome]).toEqual(['waits', 'waits', ['of another']]);
    expect(child(1).asked).toEqual(['other']);
    child(0).answer('row');
    expect(child(0).asked).toEqual(['list', 'count']);
  });

  it('end in the middle of a statement that nobody waits for any more', async () => {
    let left = 10_000;
    const long = read('long', { left: () => left });
    child(0).ready();
    await after(1_000);
    left = 0;
    await after(200);
    expect([long.outcome, child(0).isKilled]).toEqual([null, true]);
  });

  it('are two again when the second one was lost and the first is still long', async () => {
    await withTwo();
    child(1).answer();
    read('other', within(150));
    await after(151);
    expect([child(1).isKilled, children.length]).toEqual([true, 2]);
    read('next');
    child(2).ready();
    expect(child(2).asked).toEqual(['next']);
  });

  it('are not waited for without end when they do not begin', async () => {
    const never = read('never');
    await after(11_000);
    expect([child(0).isKilled, never.outcome]).toEqual([true, expect.stringContaining('has ended')]);
  });

  it('are never more than two, nor begun while another one begins', async () => {
    await withTwo();
    read('third');
    await after(5_000);
    expect(children).toHaveLength(2);
    processes = createReadingProcesses('content.db');
    read('one');
    read('two');
    await after(1_000);
    expect(children).toHaveLength(3);
  });

  it('are one again when the second has had nothing to read for a minute', async () => {
    await withTwo();
    child(0).answer();
    child(1).answer();
    await after(59_000);
    expect(child(1).isKilled).toBe(false);
    const [one, two] = [read('one'), read('two')];
    child(0).answer(1);
    child(1).answer(2);
    await after(59_000);
    expect(child(1).isKilled).toBe(false);
    await after(1_000);
    expect([one.outcome, two.outcome]).toEqual([[1], [2]]);
    expect(children.map(({ isKilled }) => isKilled)).toEqual([false, true]);
  });

  it('keep the second one where the first was lost', async () => {
    const { long } = await withTwo();
    child(1).answer();
    await after(30_000);
    // Its time was over long ago.
    expect(long.outcome).toBeNull();
    expect(child(0).isKilled).toBe(true);
    await after(120_000);
    expect(child(1).isKilled).toBe(false);
    read('next');
    expect(child(1).asked).toEqual(['short', 'next']);
  });

  it('end with a statement whose time is over, and what waits is read by the next one', async () => {
    const [long, gone, next] = [read('long', within(1_000)), read('gone', within(0)), read('next')];
    child(0).ready();
    child(0).answer();
    await after(0);
    expect([long.outcome, gone.outcome, next.outcome]).toEqual([[], null, 'waits']);
    const [other, last] = [read('other', within(150)), read('last')];
    child(0).answer('row');
    await after(151);
    expect([next.outcome, other.outcome, last.outcome]).toEqual([['row'], null, 'waits']);
    expect(child(0).isKilled).toBe(true);
    child(1).ready();
    expect(child(1).asked).toEqual(['last']);
  });

  it('do no harm by a second one that cannot start, which is tried once for a statement', async () => {
    const failures: (() => void)[] = [
      () => child(1).emit('exit'),
      () => {
        delete child(1).pid;
        child(1).emit('error', new Error('EAGAIN'));
      },
    ];
    for (const fail of failures) {
      children = [];
      processes = createReadingProcesses('content.db');
      const long = read('long');
      child(0).ready();
      const short = read('short');
      await after(200);
      fail();
      await after(5_000);
      expect(children).toHaveLength(2);
      expect([long.outcome, short.outcome]).toEqual(['waits', 'waits']);
      child(0).answer(1);
      child(0).answer(2);
      await after(0);
      expect([long.outcome, short.outcome]).toEqual([[1], [2]]);
    }
  });

  it('do no harm where the system refuses a second one', async () => {
    const long = read('long');
    child(0).ready();
    const short = read('short');
    jest.mocked(fork).mockImplementation(() => {
      throw new Error('spawn ENOMEM');
    });
    await after(5_000);
    expect(fork).toHaveBeenCalledTimes(2);
    child(0).answer(1);
    child(0).answer(2);
    await after(0);
    expect([long.outcome, short.outcome]).toEqual([[1], [2]]);
  });

  it('refuse one read after the other where none can start, and go on when one can', async () => {
    const reads = [read('one'), read('two')];
    child(0).emit('exit');
    await after(0);
    expect(reads.map(({ outcome }) => outcome)).toEqual([expect.stringContaining('has ended'), 'waits']);
    child(1).ready();
    child(1).answer('row');
    await after(0);
    expect(reads[1]?.outcome).toEqual(['row']);
  });

  it('refuse what one of them was reading when it ended', async () => {
    const { long, short } = await withTwo();
    child(1).emit('exit');
    await after(0);
    expect([long.outcome, short.outcome]).toEqual(['waits', expect.stringContaining('has ended')]);
  });

  it('keep the server alive only while they read', async () => {
    await withTwo();
    expect(children.map(({ isHeld }) => isHeld)).toEqual([true, true]);
    child(1).answer();
    expect(children.map(({ isHeld }) => isHeld)).toEqual([true, false]);
    child(0).answer();
    expect(children.map(({ isHeld }) => isHeld)).toEqual([false, false]);
  });

  it('have all ended when they are closed, what they read and what waits is refused', async () => {
    const { long, short } = await withTwo();
    const waiting = read('waiting');
    await processes.close();
    expect(children.map(({ isKilled, isHeld }) => isKilled && isHeld)).toEqual([true, true]);
    expect([long.outcome, short.outcome]).toEqual(Array(2).fill(expect.stringContaining('has ended')));
    expect(waiting.outcome).toContain('being stopped');
    expect(children).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  });
});
