import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { believePeers } from '../../../../src/plugins/content-delivery/server/src/operation/workers/client-address';
import { createHandOn } from '../../../../src/plugins/content-delivery/server/src/operation/workers/hand-on';
import { closeServer } from '../../../support/connections';
import { inTime } from '../../../support/in-time';

let folder: string;
const servers: http.Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'content-delivery-hand-on-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await closeServer(server);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A worker that hands everything on, and the server behind it; none: nothing listens there.
 * @param change what is done to a request before
 */
const worker = async (
  behind?: RequestListener,
  change: (request: http.IncomingMessage) => void = () => undefined,
): Promise<number> => {
  const socket = path.join(folder, 'server.sock');
  const listen = async (server: http.Server, where: string | number): Promise<http.Server> => {
    servers.push(server);
    if (typeof where === 'string') server.listen(where);
    else server.listen(where, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  if (behind) {
    const server = http.createServer(behind);
    believePeers(server);
    await listen(server, socket);
  }
  const handOn = createHandOn(socket);
  const front = http.createServer((request, response) => {
    change(request);
    handOn(request, response);
  });
  await listen(front, 0);
  return (front.address() as AddressInfo).port;
};

const send = (
  port: number,
  { body, ...options }: http.RequestOptions & { body?: string } = {},
): Promise<http.IncomingMessage & { body: string }> =>
  new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, ...options }, (answer) => {
      text(answer).then((read) => resolve(Object.assign(answer, { body: read })), reject);
    });
    request.on('error', reject).end(body);
  });

/** As it is written, by a client that is none of Node's. */
const sendRaw = (port: number, ...lines: string[]): Promise<string> => {
  const socket = net.connect(port, '127.0.0.1');
  socket.write([...lines, '', ''].join('\r\n'));
  return inTime('an answer', text(socket));
};

describe('a request that is handed on', () => {
  it('comes and is answered as it is, with its body', async () => {
    const port = await worker(async (request, response) => {
      const body = await text(request);
      const { method, url, headers } = request;
      response.writeHead(418, 'Teapot', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Of', 'the server']);
      response.end(JSON.stringify({ method, url, cookie: headers.cookie, length: body.length }));
    });
    const body = 'ä'.repeat(500_000);
    const answer = await send(port, {
      method: 'PUT',
      path: '/a%20path?b=c&b=d',
      headers: { Cookie: 'x=y', Expect: '100-continue', 'Transfer-Encoding': 'chunked' },
      body,
    });
    expect([answer.statusCode, answer.statusMessage]).toEqual([418, 'Teapot']);
    expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-of': 'the server' });
    const seen = { method: 'PUT', url: '/a%20path?b=c&b=d', cookie: 'x=y', length: body.length };
    expect(JSON.parse(answer.body)).toEqual(seen);
  });

  it('without a body stays without one', async () => {
    const port = await worker((request, response) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      response.end(JSON.stringify({ length, encoding }));
    });
    expect(JSON.parse((await send(port)).body)).toEqual({});
    expect(
      JSON.parse((await send(port, { method: 'POST', headers: { 'Content-Length': '0' } })).body),
    ).toEqual({
      length: '0',
    });
    expect((await send(port, { method: 'HEAD' })).body).toBe('');
  });

  it('comes from the address of its client, whatever that claims', async () => {
    const port = await worker((request, response) => {
      response.end(
        JSON.stringify([request.socket.remoteAddress, request.headers['x-content-delivery-peer']]),
      );
    });
    const answer = await send(port, {
      localAddress: '127.0.0.5',
      headers: { 'X-Content-Delivery-Peer': '192.0.2.1' },
    });
    expect(JSON.parse(answer.body)).toEqual(['127.0.0.5', null]);
  });

  it('comes from the address of its client with as many headers as Node reads', async () => {
    const port = await worker(({ headers, socket }, response) => {
      response.end(JSON.stringify([headers['x-997'], socket.remoteAddress]));
    });
    // With the host's, and one for the connection.
    const many = Object.fromEntries(Array.from({ length: 998 }, (_, n) => [`x-${n}`, String(n)]));
    const answer = await send(port, { localAddress: '127.0.0.5', headers: { Host: 'x', ...many } });
    expect(JSON.parse(answer.body)).toEqual(['997', '127.0.0.5']);
  });

  it('may name trailers, which do not come', async () => {
    const port = await worker((request, response) => void response.end(String(request.headers.trailer)));
    const answer = await sendRaw(port, 'GET / HTTP/1.1', 'Host: x', 'Trailer: a', 'Connection: close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*undefined/);
  });

  it('may have no host where HTTP/1.0 is spoken', async () => {
    const port = await worker(({ headers }, response) => void response.end(`"${headers.host}"`));
    expect(await sendRaw(port, 'GET / HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 OK[^]*""$/);
  });

  it('is a 400 where Node does not write what it has read, with its body read to the end', async () => {
    const port = await worker(
      () => undefined,
      (request) => (request.url = '/a\tb'),
    );
    const answer = await send(port, { method: 'POST', body: 'x'.repeat(1_000_000) });
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ data: null, error: { status: 400 } });
  });

  it('ends at the server when its client goes', async () => {
    let gone: Promise<unknown> | undefined;
    const arrived = new Promise<void>((resolve) => {
      void worker((_request, response) => {
        gone = once(response, 'close');
        response.write('a beginning');
        resolve();
      }).then((port) => {
        const request = http.get({ host: '127.0.0.1', port }, (answer) => {
          answer.on('error', () => undefined);
          answer.once('data', () => request.destroy());
        });
        request.on('error', () => undefined);
      });
    });
    await arrived;
    await gone;
  });

  it('is a 503 with a sentence while the server is away', async () => {
    const answer = await send(await worker(), { method: 'POST', body: 'x'.repeat(100_000) });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(answer.body)).toMatchObject({
      data: null,
      error: { message: 'The server is being started again. Please try again in 5 seconds.' },
    });
  });

  it('closes the connection of its client where the server wants that, and else keeps it', async () => {
    const port = await worker(({ url }, response) => {
      if (url === '/last') response.setHeader('Connection', 'close');
      response.end();
    });
    const agent = new http.Agent({ keepAlive: true });
    expect((await send(port, { agent })).headers.connection).toBe('keep-alive');
    expect((await send(port, { agent, path: '/last' })).headers.connection).toBe('close');
    agent.destroy();
  });
});
