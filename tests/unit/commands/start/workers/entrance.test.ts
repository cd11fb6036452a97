import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import net, { type Socket } from 'node:net';
import { createEntrance } from '../../../../../commands/start/workers/entrance';
import { until } from '../../../../support/until';

interface Message {
  connection: number;
}

/** A worker that answers when a test says so. */
const createWorker = () => {
  const got: { message: Message; socket?: Socket }[] = [];
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    pid: 1,
    send: (message: Message, ...rest: unknown[]) =>
      void got.push({ message, ...(rest[0] instanceof net.Socket && { socket: rest[0] }) }),
  });
  return {
    child: child as unknown as ChildProcess,
    got,
    sockets: () => got.flatMap(({ socket }) => socket ?? []),
    confirm: (at: number) => child.emit('message', got[at]?.message),
  };
};

describe('the entrance of several workers', () => {
  const hanging: ChildProcess[] = [];
  const clients: Socket[] = [];
  let entrance: ReturnType<typeof createEntrance>;
  let port: number;
  let first: ReturnType<typeof createWorker>;
  let second: ReturnType<typeof createWorker>;

  beforeEach(async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'Date'],
    });
    entrance = createEntrance((worker) => hanging.push(worker));
    port = await entrance.open({ host: '127.0.0.1', port: 0 });
    first = createWorker();
    second = createWorker();
    entrance.join(first.child);
    entrance.join(second.child);
  });
  afterEach(async () => {
    for (const socket of [...clients.splice(0), ...first.sockets(), ...second.sockets()]) socket.destroy();
    entrance.leave(first.child);
    entrance.leave(second.child);
    jest.useRealTimers();
    await entrance.close(Date.now());
    hanging.length = 0;
  });

  /** One after the other, each given to a worker. */
  const connect = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const before = first.sockets().length + second.sockets().length;
      clients.push(net.connect(port, '127.0.0.1').on('error', () => undefined));
      await until('a worker to have it', () => first.sockets().length + second.sockets().length > before);
    }
  };
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  it('gives connections to workers in turn', async () => {
    await connect(4);
    expect([first.sockets().length, second.sockets().length]).toEqual([2, 2]);
  });

  it('passes over a worker that is silent, until it says something', async () => {
    await connect(2);
    second.confirm(0);
    await pass(5_100);
    await until('the question', () => first.got.length === 2);
    await connect(3);
    expect([first.sockets().length, second.sockets().length]).toEqual([1, 4]);
    first.confirm(0);
    await connect(1);
    expect(first.sockets()).toHaveLength(2);
  });

  it('gives a silent worker what comes where all are silent', async () => {
    await connect(2);
    await pass(5_100);
    await until('both questions', () => first.got.length + second.got.length === 4);
    await connect(1);
  });

  it('names a worker that goes on to be silent, whose connections are for another one when it has gone', async () => {
    await connect(2);
    second.confirm(0);
    await pass(29_000);
    expect(hanging).toEqual([]);
    await pass(2_000);
    await until('it to be named', () => hanging.length > 0);
    expect(hanging).toEqual([first.child]);
    entrance.leave(first.child);
    expect(second.sockets()[1]).toBe(first.sockets()[0]);
    // Said before its end, and read after it.
    first.confirm(0);
    expect(second.sockets()).toHaveLength(2);
    expect(second.sockets()[1]?.destroyed).toBe(false);
  });

  it('names none that has said all', async () => {
    await connect(2);
    first.confirm(0);
    second.confirm(0);
    await pass(60_000);
    expect(hanging).toEqual([]);
    expect([first.got.length, second.got.length]).toEqual([1, 1]);
  });

  it('gives to another worker what never came to one that has answered what was given later', async () => {
    await connect(3);
    const [lost, later] = first.sockets();
    first.confirm(1);
    expect(second.sockets()[1]).toBe(lost);
    expect([lost?.destroyed, later?.destroyed]).toEqual([false, true]);
  });

  it('asks for a word where nothing is given later', async () => {
    await connect(1);
    const [lost] = first.sockets();
    await pass(5_100);
    await until('the question', () => first.got.length === 2);
    expect(first.got[1]?.socket).toBeUndefined();
    first.confirm(1);
    expect(second.sockets()).toEqual([lost]);
    await pass(60_000);
    expect(hanging).not.toContain(first.child);
  });
});
