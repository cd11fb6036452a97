import http, { type RequestListener } from 'node:http';
import net from 'node:net';
import { createDrain } from '../../../../src/plugins/content-delivery/server/src/operation/shutdown/drain';
import { createTraffic } from '../../../../src/plugins/content-delivery/server/src/operation/shutdown/traffic';
import { resumeClock, stopClockAt } from '../../../support/clock';
import { portOf } from '../../../support/connections';
import { standStill } from '../../../support/standing-still';
import { passTime } from '../../../support/stopped-clock';
import { until } from '../../../support/until';

/** More than the buffers of both sides of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');
const IN_TIME = 120_000;

describe('the end of a server', () => {
  let server: http.Server;
  const callers: net.Socket[] = [];

  const start = async (answer: RequestListener) => {
    server = http.createServer(answer);
    const drain = createDrain(server, createTraffic());
    return { drain, port: await portOf(server) };
  };
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.destroy();
    server.closeAllConnections();
    server.close();
    resumeClock();
  });

  /** A connection on which a test writes by hand; `text` resolves with everything that came when it is closed. */
  const connect = async (port: number) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    callers.push(socket);
    let received = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (received += piece));
    const text = new Promise<string>((resolve, reject) => {
      socket.once('end', () => resolve(received));
      socket.once('error', reject);
    });
    text.catch(() => undefined);
    await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), text]);
    return {
      socket,
      text,
      ask: (path: string): void => void socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`),
      /** Resolves when this much has come. */
      got: async (what: string): Promise<void> => {
        while (!received.includes(what)) await new Promise((resolve) => socket.once('data', resolve));
      },
      /** Resolves with the first bytes, and takes no more of them until it is told to. */
      stalled: () =>
        new Promise<void>((resolve) => {
          socket.once('data', () => {
            socket.pause();
            resolve();
          });
        }),
    };
  };

  /** A connection that was used and is kept open; it is closed when all that are free are. */
  const keepOne = async (port: number) => {
    const kept = await connect(port);
    kept.ask('/kept');
    await kept.got('kept');
    return kept;
  };

  /** One that has asked, and takes no more than the first bytes of the answer until it is told to. */
  const slowReader = async (port: number, ...paths: string[]) => {
    const slow = await connect(port);
    const stalled = slow.stalled();
    slow.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`).join(''));
    await stalled;
    return slow;
  };
  /** Large answers, but to who is kept. */
  const startLarge = () =>
    start((request, response) => response.end(request.url === '/kept' ? 'kept' : LARGE));

  const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

  it('resets no connection that the kernel has made and Node has not taken yet', async () => {
    const { drain, port } = await start((_request, response) => response.end('answer'));
    const connecting = Array.from({ length: 20 }, () => connect(port));
    // From here on they are made, and none is taken before this function waits for something.
    await nextTick();
    drain.begin();
    const cut = drain.finish(Date.now() + IN_TIME);
    for (const caller of await Promise.all(connecting)) {
      caller.ask('/');
      expect(await caller.text).toContain('answer');
    }
    expect(await cut).toBe(0);
  });

  it('resets no connection of callers who make a new one with each answer', async () => {
    const { drain, port } = await start((_request, response) => response.end('answer'));
    let answered = 0;
    let cut: Promise<number> | undefined;
    const callUntilRefused = async (): Promise<string> => {
      for (;;) {
        try {
          const caller = await connect(port);
          caller.ask('/');
          if (!(await caller.text).includes('answer')) return 'no answer';
          if ((answered += 1) === 200) cut = drain.finish(Date.now() + IN_TIME);
        } catch (error) {
          return (error as NodeJS.ErrnoException).code ?? String(error);
        }
      }
    };
    drain.begin();
    const ends = await Promise.all(Array.from({ length: 20 }, callUntilRefused));
    expect(ends).toEqual(ends.map(() => 'ECONNREFUSED'));
    expect(answered).toBeGreaterThanOrEqual(200);
    expect(await cut).toBe(0);
  });

  it('does not wait for callers who come without an end to stop, and answers those who came before', async () => {
    const { drain, port } = await start((_request, response) => response.end('answer'));
    let end = '';
    const answers: Promise<string>[] = [];
    drain.begin();
    const cut = drain.finish(Date.now() + IN_TIME);
    const call = async (): Promise<void> => {
      const caller = await connect(port).catch((error: NodeJS.ErrnoException) => (end = error.code ?? ''));
      if (typeof caller === 'string') return;
      caller.ask('/');
      answers.push(caller.text);
    };
    await until('a refusal', async () => (await call(), end));
    expect(end).toBe('ECONNREFUSED');
    expect(answers.length).toBeGreaterThan(1);
    for (const answer of answers) expect(await answer).toContain('answer');
    expect(await cut).toBe(0);
  });

  it('answers a request on a free connection that has come while the process was busy', async () => {
    const { drain, port } = await start((_request, response) => response.end('kept'));
    stopClockAt('2031-05-01T12:00:00.000Z');
    const kept = await keepOne(port);
    drain.begin();
    const cut = drain.finish(Date.now() + IN_TIME);
    await until('the listener to be closed', () => !server.listening);
    // Behind the place where the event loop reads, and long enough for all timers to be due when it comes there again.
    await new Promise((resolve) => setImmediate(resolve));
    kept.ask('/late');
    passTime(2_000);
    standStill(100);
    const text = await kept.text;
    expect(text.slice(text.lastIndexOf('HTTP/1.1'))).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n/);
    expect(await cut).toBe(0);
  });

  it('comes when a slow reader has all of an answer that was handed over before', async () => {
    const { drain, port } = await startLarge();
    const kept = await keepOne(port);
    const slow = await slowReader(port, '/large');
    drain.begin();
    const cut = drain.finish(Date.now() + IN_TIME);
    await kept.text;
    slow.socket.resume();
    expect((await slow.text).length).toBeGreaterThan(LARGE.length);
    expect(await cut).toBe(0);
  });

  it('comes when a slow reader has all the answers to requests that were sent at once', async () => {
    let answered = 0;
    const { drain, port } = await start((request, response) => {
      if (request.url === '/kept') return void response.end('kept');
      answered += 1;
      response.end(LARGE);
    });
    const kept = await keepOne(port);
    const slow = await slowReader(port, '/1', '/2');
    expect(answered).toBe(2);
    drain.begin();
    const cut = drain.finish(Date.now() + IN_TIME);
    await kept.text;
    slow.socket.resume();
    expect((await slow.text).length).toBeGreaterThan(2 * LARGE.length);
    expect(await cut).toBe(0);
  });

  it('comes when a long answer has been written, however long nothing of it is sent', async () => {
    let finish = (): void => undefined;
    const { drain, port } = await start((request, response) => {
      if (request.url === '/kept') return void response.end('kept');
      response.write('begun');
      finish = () => response.end('ended');
    });
    const kept = await keepOne(port);
    const reader = await connect(port);
    reader.ask('/long');
    await reader.got('begun');
    drain.begin();
    const cut = drain.finish(Date.now() + IN_TIME);
    await kept.text;
    finish();
    expect(await reader.text).toContain('ended');
    expect(await cut).toBe(0);
  });

  it.each(['on a new connection', 'on one that was used before'])(
    'waits for a request of which a part has come %s',
    async (where) => {
      const { drain, port } = await start((_request, response) => response.end('kept'));
      const kept = await keepOne(port);
      const caller = where === 'on a new connection' ? await connect(port) : await keepOne(port);
      caller.socket.write('GET /late HTTP/1.1\r\n');
      drain.begin();
      const cut = drain.finish(Date.now() + IN_TIME);
      await kept.text;
      caller.socket.write('Host: test\r\n\r\n');
      const text = await caller.text;
      expect(text.slice(text.lastIndexOf('HTTP/1.1'))).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n/);
      expect(await cut).toBe(0);
    },
  );

  it('cuts what is left when the time is over, and counts no connection that was free', async () => {
    const { drain, port } = await startLarge();
    await keepOne(port);
    await connect(port);
    const slow = await slowReader(port, '/large');
    drain.begin();
    expect(await drain.finish(Date.now())).toBe(1);
    slow.socket.resume();
    expect((await slow.text.catch(() => '')).length).toBeLessThan(LARGE.length);
  });
});
