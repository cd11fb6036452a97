import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createKeeper } from '../../../../../commands/start/workers/keeper';

interface Message {
  id: number;
  name?: string;
  payload?: unknown;
}

const OURS = { about: 'content-delivery' };

const createChild = () => {
  const sent: Message[] = [];
  const signals: unknown[] = [];
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    pid: 1,
    send: (message: Message) => void sent.push(message),
    kill: (signal: unknown) => void signals.push(signal),
  });
  return {
    child: child as unknown as ChildProcess,
    signals,
    ready: () => child.emit('message', { ...OURS, id: 1, name: 'ready', payload: null }),
    exit: () => child.emit('exit', 0, null),
    /** What was said with the question to end. */
    endings: () => sent.flatMap(({ name, payload }) => (name === 'end' ? [payload] : [])),
  };
};

describe('the keeper of a process', () => {
  let children: ReturnType<typeof createChild>[];
  let failure: Error | null;
  const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const ready = jest.fn();
  const gaveUp = jest.fn();
  const create = () =>
    createKeeper({
      name: 'The server',
      own: {} as never,
      log,
      ready,
      gaveUp,
      fork() {
        if (failure) throw failure;
        const made = createChild();
        children.push(made);
        return made.child;
      },
    });

  beforeEach(() => {
    jest.useFakeTimers();
    jest.clearAllMocks();
    children = [];
    failure = null;
  });
  afterEach(() => jest.useRealTimers());

  it('says how much time is left for the end', async () => {
    const keeper = create();
    keeper.start();
    const [process] = children;
    process?.ready();
    const ended = keeper.end(Date.now() + 7_000);
    expect([process?.endings(), process?.signals]).toEqual([[7_000], []]);
    process?.exit();
    await ended;
    expect(children).toHaveLength(1);
  });

  it('ends a process also that became ready while the signal was on its way', async () => {
    const keeper = create();
    keeper.start();
    const [process] = children;
    const ended = keeper.end(Date.now() + 7_000);
    expect(process?.signals).toEqual(['SIGTERM']);
    await jest.advanceTimersByTimeAsync(2_000);
    process?.ready();
    expect(process?.endings()).toEqual([5_000]);
    expect(ready).not.toHaveBeenCalled();
    process?.exit();
    await ended;
  });

  it('tries again where the system has no memory for a process', async () => {
    const keeper = create();
    keeper.start();
    children[0]?.ready();
    failure = new Error('spawn ENOMEM');
    children[0]?.exit();
    await jest.advanceTimersByTimeAsync(300);
    expect(log.error).toHaveBeenCalledWith('The server could not be started: spawn ENOMEM');
    failure = null;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(children).toHaveLength(2);
    expect(gaveUp).not.toHaveBeenCalled();
  });

  it('gives up where that is so at the first start', async () => {
    failure = new Error('spawn ENOMEM');
    create().start();
    await jest.advanceTimersByTimeAsync(1);
    expect(gaveUp).toHaveBeenCalledTimes(1);
  });
});
