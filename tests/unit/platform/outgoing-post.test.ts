import http from 'node:http';
import { allowedBy } from '../../../src/plugins/content-delivery/server/src/events/allowed';
import { lookupOf } from '../../../src/plugins/content-delivery/server/src/platform/outgoing/addresses';
import { postTo } from '../../../src/plugins/content-delivery/server/src/platform/outgoing/post';
import {
  PrivateAddress,
  Unreachable,
} from '../../../src/plugins/content-delivery/server/src/platform/outgoing/problems';
import { closeServer, portOf } from '../../support/connections';
import { serveInThread, standStill } from '../../support/standing-still';

describe('a request to an address that came as input', () => {
  let server: http.Server;
  let port = 0;
  let answer: http.RequestListener = (_request, response) => response.end();
  let asked = 0;
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      asked += 1;
      answer(request, response);
    });
    port = await portOf(server);
  });
  beforeEach(() => {
    asked = 0;
  });
  afterAll(() => closeServer(server));

  const post = (
    url: string,
    networks: string[] = ['127.0.0.0/8'],
    options: { time?: number; stop?: AbortSignal } = {},
  ) =>
    postTo(new URL(url), {
      headers: { 'X-One': '1' },
      body: '{"é":1}',
      time: options.time ?? 5_000,
      answerBytes: 1_024,
      isAllowed: allowedBy(networks),
      stop: options.stop ?? new AbortController().signal,
    });

  it('brings its body, and the start of the answer', async () => {
    let got = '';
    answer = (request, response) => {
      request.on('data', (chunk: Buffer) => (got += chunk.toString()));
      request.on('end', () => response.writeHead(202, { 'X-Two': '2' }).end('a\0b'));
    };
    expect(await post(`http://127.0.0.1:${port}/x`)).toMatchObject({
      status: 202,
      headers: { 'x-two': '2' },
      text: 'a\uFFFDb',
    });
    expect(got).toBe('{"é":1}');
  });

  it('takes an answer that switches protocols for one without a body', async () => {
    answer = (request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    expect(await post(`http://127.0.0.1:${port}/x`)).toMatchObject({ status: 101, text: '' });
  });

  it.each([
    'http://127.0.0.1',
    'http://[::ffff:127.0.0.1]',
    'http://[::1]',
    'http://0.0.0.0',
    'http://127.1',
    'http://2130706433',
    'http://localhost',
    'http://169.254.169.254',
  ])('is not sent to %s unless its network is named', async (host) => {
    answer = (_request, response) => response.end();
    await expect(post(`${host}:${port}/`, [])).rejects.toThrow(PrivateAddress);
    await expect(post(`${host}:${port}/`, ['10.0.0.0/8'])).rejects.toThrow(PrivateAddress);
    expect(asked).toBe(0);
  });

  it('is sent to a named network, also where its address is written as an IPv6 one', () => {
    const isAllowed = allowedBy(['10.0.0.0/8', 'fd00::/8']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '93.184.216.34'].map(isAllowed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['192.168.0.1', '::ffff:192.168.0.1', 'fe80::1', '127.0.0.1', 'x'].map(isAllowed)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });

  it('looks at each address of a name when it connects, so that one that changes gains nothing', async () => {
    const seen: string[] = [];
    let isPublic = true;
    const look = lookupOf((address) => {
      seen.push(address);
      return isPublic;
    });
    const ask = () =>
      new Promise((resolve) => look('localhost', { all: true }, (error, found) => resolve(error ?? found)));
    expect(await ask()).toEqual(
      expect.arrayContaining([expect.objectContaining({ address: expect.any(String) })]),
    );
    isPublic = false;
    expect(await ask()).toBeInstanceOf(PrivateAddress);
    expect(seen.length).toBeGreaterThan(1);
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end();
    expect((await post(`http://127.0.0.1:${port}/`)).status).toBe(307);
    expect(asked).toBe(1);
  });

  it('reads no more of an answer than it is to, however long it is', async () => {
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    answer = (_request, response) => {
      response.on('close', isClosed);
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    };
    expect((await post(`http://127.0.0.1:${port}/`)).text).toBe('x'.repeat(1_024));
    await closed;
  });

  it('takes the status of an answer whose body does not come to its end', async () => {
    answer = (_request, response) => response.writeHead(200).write('begun');
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, text: 'begun' });
  });

  it.each<[string, http.RequestListener, string]>([
    ['says nothing', () => undefined, 'No answer came within 0.3 seconds.'],
    ['hangs up', (request) => request.socket.destroy(), 'The connection was closed before an answer came.'],
    ['says something else', (request) => request.socket.end('SMTP ready\r\n\r\n'), 'No connection: HPE_'],
  ])('fails where the receiver %s', async (_name, how, message) => {
    answer = how;
    const failed = post(`http://127.0.0.1:${port}/`, undefined, { time: 300 });
    await expect(failed).rejects.toThrow(Unreachable);
    await expect(failed).rejects.toThrow(message);
  });

  it('ends when it is called off', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const failed = post(`http://127.0.0.1:${port}/`, undefined, { stop: stop.signal });
    stop.abort(new Error('enough'));
    await expect(failed).rejects.toThrow('enough');
  });

  it('takes the answer that came while the process stood still', async () => {
    const receiver = await serveInThread(`() => 'HTTP/1.1 204 No Content\\r\\n\\r\\n'`, 50);
    try {
      const sending = post(`http://127.0.0.1:${receiver.port}/`, undefined, { time: 600 });
      setImmediate(standStill, 800);
      expect(await sending).toMatchObject({ status: 204 });
    } finally {
      await receiver.close();
    }
  });
});
