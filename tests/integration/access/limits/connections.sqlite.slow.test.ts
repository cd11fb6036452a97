import { once } from 'node:events';
import net from 'node:net';
import { connectTo, portOf, type Connection } from '../../../support/connections';
import { until } from '../../../support/until';
import { expectExactly, targets } from '../../../support/warmed';
import { withServer } from '../../../support/with-server';

const { post } = targets;
const IDLE = 2_000;

/** Server and test share a process: where it stands still for longer than headers may take, good headers count as late too. */
const isLate = (status: number): boolean => status === 408;

describe('a server with bad company', () => {
  const { server, content } = withServer({
    HEADERS_TIMEOUT_SECONDS: '1',
    REQUEST_TIMEOUT_SECONDS: '2',
    KEEP_ALIVE_SECONDS: '60',
  });
  let port: number;
  let api: Connection;
  let target: string;
  let long: string;
  const sockets: net.Socket[] = [];
  const drips: NodeJS.Timeout[] = [];

  beforeAll(async () => {
    port = await portOf(server.strapi.server.httpServer);
    api = connectTo(port);
    const website = await content.website();
    await content.post(website.documentId, { slug: 'post' });
    // More than the buffers of two sockets hold.
    await content.post(website.documentId, { slug: 'long', content: 'x'.repeat(12 * 1024 * 1024) });
    target = post(website, 'post');
    long = post(website, 'long');
  });
  afterEach(() => {
    for (const drip of drips.splice(0)) clearInterval(drip);
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => api.close());

  const open = (): Promise<net.Socket> =>
    new Promise((resolve, reject) => {
      const socket = net.connect({ port, host: '127.0.0.1' }, () => resolve(socket));
      socket.once('error', reject);
      sockets.push(socket);
    });
  /** Not all at once: client and server share a process here. */
  const many = async (count: number, connect: () => Promise<net.Socket>): Promise<net.Socket[]> => {
    const connected: net.Socket[] = [];
    while (connected.length < count) {
      connected.push(...(await Promise.all(Array.from({ length: 100 }, connect))));
    }
    return connected;
  };
  /** What a socket receives until it is closed. */
  const closed = (socket: net.Socket): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      // On a busy machine it has been given up by the time that somebody asks.
      if (socket.closed) return resolve(text);
      socket.removeAllListeners('error');
      // Closed by the other side, in one way or another.
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      socket.on('close', () => resolve(text));
    });
  /** Goes on sending a little, so that no connection is ever still. */
  const drip = (text: string, to: net.Socket[]): void => {
    const send = (): void => {
      for (const socket of to) if (socket.writable) socket.write(text);
    };
    drips.push(setInterval(send, 50));
  };
  const expectServing = async (): Promise<void> => {
    const answer = await until('an answer', async () => {
      const one = await api.send('GET', target);
      return !isLate(one.status) && one;
    });
    expectExactly(answer, { slug: 'post' });
  };

  it('serves beside thousands of connections on which nothing comes, and those that have had an answer', async () => {
    const silent = await many(IDLE / 2, open);
    const answered = async (): Promise<net.Socket> => {
      for (;;) {
        const socket = await open();
        socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
        const [data] = (await once(socket, 'data')) as [Buffer];
        if (data.toString('latin1').startsWith('HTTP/1.1 200 ')) return socket;
      }
    };
    const idle = await many(IDLE / 2, answered);
    await expectServing();
    // Silent ones are given up; idle ones are kept as long as proxies keep theirs.
    await Promise.all(silent.map(closed));
    await expectServing();
    expect(idle.filter(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([]);
  });

  it('gives up whoever sends headers too slowly, and serves meanwhile', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, open));
    const given = slow.map(closed);
    for (const socket of slow) socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n`);
    drip('X-Drop: 1\r\n', slow);
    await expectServing();
    for (const text of await Promise.all(given)) expect(text).toMatch(/^(HTTP\/1\.1 408 |$)/);
    await expectServing();
  });

  it('gives up whoever sends a body too slowly, and serves meanwhile', async () => {
    // That the request was cut off is not what the test run says.
    const log = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    server.strapi.server.app.silent = true;
    const socket = await open();
    const given = closed(socket);
    socket.write(
      'POST /admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    );
    drip(' ', [socket]);
    await expectServing();
    await given;
    await expectServing();
    server.strapi.server.app.silent = false;
    log.mockRestore();
  });

  it('gives up whoever takes nothing of an answer any more', async () => {
    const connected = once(server.strapi.server.httpServer, 'connection') as Promise<[net.Socket]>;
    const socket = await open();
    socket.pause();
    const [itsEnd] = await connected;
    const given = once(itsEnd, 'close');
    socket.write(`GET ${long} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expectServing();
    await given;
    await expectServing();
  });

  it.each([
    ['one header of a megabyte', `X-Big: ${'x'.repeat(1024 * 1024)}\r\n`],
    ['headers without end', 'X-Many: 1\r\n'.repeat(100_000)],
  ])('refuses %s with 431, and serves on', async (_what, headers) => {
    const { text } = await until('an answer', async () => {
      const socket = await open();
      const given = closed(socket);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}`);
      const text = await given;
      return !isLate(Number(text.split(' ')[1])) && { text };
    });
    expect(text).toMatch(/^(HTTP\/1\.1 431 |$)/);
    await expectServing();
  });

  it('takes no harm from what is no HTTP at all', async () => {
    const socket = await open();
    const given = closed(socket);
    socket.write(Buffer.alloc(100_000, 0x16));
    await given;
    await expectServing();
  });
});
