import http, { type RequestListener } from 'node:http';
import net from 'node:net';
import { createDrain } from '../../../../src/plugins/content-delivery/server/src/operation/shutdown/drain';
import { createTraffic } from '../../../../src/plugins/content-delivery/server/src/operation/shutdown/traffic';
import { portOf } from '../../../support/connections';

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
    await new Promise((resolve) => socket.once('connect', resolve));
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

  it('comes when a slow reader has all of an answer that was handed over before', async () => {
    const { drain, port } = await start((request, response) =>
      response.end(request.url === '/kept' ? 'kept' : LARGE),
    );
    const kept = await keepOne(port);
    const slow = await connect(port);
    const stalled = slow.stalled();
    slow.ask('/large');
    await stalled;
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
    const slow = await connect(port);
    const stalled = slow.stalled();
    slow.socket.write('GET /1 HTTP/1.1\r\nHost: test\r\n\r\nGET /2 HTTP/1.1\r\nHost: test\r\n\r\n');
    await stalled;
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
    const { drain, port } = await start((request, response) =>
      response.end(request.url === '/kept' ? 'kept' : LARGE),
    );
    await keepOne(port);
    await connect(port);
    const slow = await connect(port);
    const stalled = slow.stalled();
    slow.ask('/large');
    await stalled;
    drain.begin();
    expect(await drain.finish(Date.now())).toBe(1);
    slow.socket.resume();
    expect((await slow.text.catch(() => '')).length).toBeLessThan(LARGE.length);
  });
});
