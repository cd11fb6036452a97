import dns from 'node:dns';
import http, { type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import fs, { rm, writeFile } from 'node:fs/promises';
import request from 'supertest';
import { portOf } from '../../../support/connections';
import { rawRequestsTo } from '../../../support/requests';
import { until } from '../../../support/until';
import { withServer } from '../../../support/with-server';

const GIF = Buffer.from('GIF89a=1/*\0\0\0\0\0\0\0*/;alert(1)//', 'latin1');
const SCRIPT = '<script>alert(document.domain)</script>';

describe('uploaded files', () => {
  const { server, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();
  const uploaded: string[] = [];

  afterAll(async () => {
    const folder = path.join(server.strapi.dirs.static.public);
    for (const url of uploaded) await rm(path.join(folder, url), { force: true });
  });

  const upload = async (name: string, type: string, bytes: Buffer | string) => {
    const response = await request(server.strapi.server.httpServer)
      .post('/upload')
      .set('Authorization', `Bearer ${panel.token}`)
      .attach('files', Buffer.from(bytes), { filename: name, contentType: type });
    const [file] =
      response.status === 201 || response.status === 200 ? (response.body as { url: string }[]) : [];
    if (file) uploaded.push(file.url);
    return { status: response.status, url: file?.url ?? null };
  };

  it.each([
    ['picture.html', 'image/gif', GIF],
    ['picture.htm', 'image/gif', GIF],
    ['picture.xhtml', 'image/gif', GIF],
    ['picture.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['picture.svg', 'image/png', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['notes.html', 'text/plain', SCRIPT],
    ['notes.xml', 'text/plain', `<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`],
    ['notes.js', 'text/plain', 'alert(1)'],
    ['notes.html', 'application/octet-stream', SCRIPT],
  ])('are refused when a browser would run them: %s as %s', async (name, type, bytes) => {
    expect(await upload(name, type, bytes)).toEqual({ status: 400, url: null });
  });

  it('are served without any right to act in the name of the server', async () => {
    const { status, url } = await upload('notes.txt', 'text/plain', `Notes ${SCRIPT}`);
    expect(status).toBe(201);
    const response = await request(server.strapi.server.httpServer).get(url as string);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; (?!.*script-src)/) as string,
    });
    const missing = await request(server.strapi.server.httpServer).get('/uploads/none.png');
    expect(missing.status).toBe(404);
    expect(missing.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  });

  it('are sent once, and again when they were replaced', async () => {
    const { url } = await upload('notes.txt', 'text/plain', 'First');
    const get = (etag?: string) =>
      request(server.strapi.server.httpServer)
        .get(url as string)
        .set(etag === undefined ? {} : { 'If-None-Match': etag });
    const first = await get();
    const etag = first.headers['etag'] as string;
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const again = await get(etag);
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect(again.headers).toMatchObject({ etag, 'access-control-allow-origin': '*' });
    const head = await request(server.strapi.server.httpServer)
      .head(url as string)
      .set('If-None-Match', etag);
    expect(head.status).toBe(304);
    const part = await get().set('Range', 'bytes=0-1');
    expect({ status: part.status, text: part.text, etag: part.headers['etag'] }).toEqual({
      status: 206,
      text: 'Fi',
      etag,
    });
    expect((await get(etag).set('Range', 'bytes=0-1')).status).toBe(304);
    await writeFile(path.join(server.strapi.dirs.static.public, url as string), 'Other');
    const replaced = await get(etag);
    expect({ status: replaced.status, text: replaced.text }).toEqual({ status: 200, text: 'Other' });
    expect(replaced.headers['etag']).not.toBe(etag);
  });

  it('are sent in parts of what they have', async () => {
    const { url } = await upload('notes.txt', 'text/plain', 'Hello world');
    const get = (headers: Record<string, string>) =>
      request(server.strapi.server.httpServer)
        .get(url as string)
        .set(headers);
    const part = async (headers: Record<string, string>) => {
      const { status, text, headers: given } = await get(headers);
      return [status, text, given['content-range'], Number(given['content-length'] ?? 0)];
    };
    for (const [range, text, where] of [
      ['bytes=0-4', 'Hello', '0-4'],
      ['bytes=6-', 'world', '6-10'],
      ['bytes=-5', 'world', '6-10'],
      ['bytes=-99', 'Hello world', '0-10'],
      ['bytes=4-999999', 'o world', '4-10'],
    ] as const)
      expect([range, await part({ Range: range })]).toEqual([
        range,
        [206, text, `bytes ${where}/11`, text.length],
      ]);
    for (const range of ['bytes=11-', 'bytes=50-60', 'bytes=-0'])
      expect([range, await part({ Range: range })]).toEqual([range, [416, '', 'bytes */11', 0]]);
    const whole = [200, 'Hello world', undefined, 11];
    for (const range of [
      'bytes=-',
      'bytes=0-1.5',
      'bytes=5-2',
      'bytes=0-1,4-5',
      'lines=0-1',
      'bytes=a-b',
      '',
    ])
      expect([range, await part({ Range: range })]).toEqual([range, whole]);
    const { headers } = await get({});
    expect(headers['accept-ranges']).toBe('bytes');
    expect((await part({ Range: 'bytes=0-4', 'If-Range': headers['etag'] as string }))[0]).toBe(206);
    expect(await part({ Range: 'bytes=0-4', 'If-Range': '"another"' })).toEqual(whole);
  });

  it('are not left open by a connection that has asked for many and goes', async () => {
    const { url } = await upload('notes.txt', 'text/plain', 'x'.repeat(4_000_000));
    const file = path.join(server.strapi.dirs.static.public, url as string);
    const opened = () =>
      readdirSync('/proc/self/fd').filter((one) => {
        try {
          return readlinkSync(`/proc/self/fd/${one}`) === file;
        } catch {
          return false;
        }
      }).length;
    const { httpServer } = server.strapi.server;
    const socket = net.connect(await portOf(httpServer), '127.0.0.1');
    let asked = 0;
    const count = (): void => void (asked += 1);
    httpServer.prependListener('request', count);
    socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(80));
    // Read no further than the first answer's beginning.
    await once(socket, 'readable');
    await until('all requests', () => asked === 80);
    httpServer.off('request', count);
    expect(opened()).toBe(1);
    socket.destroy();
    await until('the file to be closed', () => opened() === 0);
  });

  it('have no name when they go while they are sent', async () => {
    const { url } = await upload('notes.txt', 'text/plain', 'Going');
    const stat = jest.spyOn(fs, 'stat').mockRejectedValueOnce(new Error('ENOENT'));
    const { status, headers, text } = await request(server.strapi.server.httpServer).get(url as string);
    stat.mockRestore();
    expect({ status, text, etag: headers['etag'] as unknown }).toEqual({
      status: 200,
      text: 'Going',
      etag: undefined,
    });
  });

  it('are served so however their address is written', async () => {
    const { url } = await upload('notes.txt', 'text/plain', `Notes ${SCRIPT}`);
    const name = (url as string).slice('/uploads/'.length);
    const http = await rawRequestsTo(server);
    const served: string[] = [];
    for (const target of [
      `/uploads/${name}`,
      `/%75ploads/${name}`,
      `/uploads%2F${name}`,
      `/uploads%2f%2e%2F${name}`,
      `/./uploads/${name}`,
      `/x/../uploads/${name}`,
      `/x%2F..%2Fuploads/${name}`,
      `/x/%2e%2e/uploads/${name}`,
      `//uploads/${name}`,
      `//uploads//${name}`,
      `/uploads/./${name}`,
      `/uploads/x/../${name}`,
      `/UPLOADS/${name}`,
      `/Uploads/${name}`,
      `/uploads\\${name}`,
      `/uploads%5C${name}`,
      `/%2575ploads/${name}`,
      `/admin/../uploads/${name}`,
      `/api/../uploads/${name}`,
      `http://elsewhere.example.com/uploads/${name}`,
      `/uploads/${name}?a=/admin`,
      `/uploads/${name}/`,
    ]) {
      for (const range of [{}, { Range: 'bytes=0-3' }] as Record<string, string>[]) {
        const { status, headers, text } = await http.send('GET', target, range);
        expect(status).not.toBe(500);
        if (![200, 206].includes(status) || !text.startsWith('Note')) continue;
        served.push(target);
        expect({ target, headers }).toMatchObject({
          headers: {
            'content-security-policy': expect.stringMatching(
              /^default-src 'none'; (?!.*script-src)/,
            ) as string,
            'x-content-type-options': 'nosniff',
            'content-type': 'text/plain; charset=utf-8',
          },
        });
      }
    }
    http.close();
    // What is only another spelling of the address is served at all.
    expect(new Set(served).size).toBeGreaterThan(10);
  });

  describe('that the server is to fetch', () => {
    let inside: http.Server;
    let port: number;
    let asked = 0;

    beforeAll(async () => {
      inside = http.createServer((_, response) => {
        asked += 1;
        response.writeHead(200, { 'Content-Type': 'image/gif' }).end(GIF);
      });
      port = await portOf(inside);
    });
    afterAll(() => new Promise((done) => inside.close(done)));
    afterEach(() => jest.restoreAllMocks());

    const fetchFrom = async (...urls: unknown[]) => {
      const { status, text } = await request(server.strapi.server.httpServer)
        .post('/upload/actions/upload-from-urls')
        .set('Authorization', `Bearer ${panel.token}`)
        .send({ urls });
      const messages = [...text.matchAll(/^event: file:error\ndata: (.*)$/gm)].map(
        ([, data]) => (JSON.parse(data as string) as { message: string }).message,
      );
      return { status, text, messages };
    };

    it('never come from its own machine or network, however the address is written', async () => {
      const hosts = [
        ...[
          '127.0.0.1',
          '127.1',
          '2130706433',
          '0x7f.1',
          '0177.0.0.1',
          '127.0.0.1.',
          'localhost',
          'localhost.',
        ],
        ...[
          '0.0.0.0',
          '0',
          '00000000',
          '[::]',
          '[::1]',
          '[::ffff:127.0.0.1]',
          '[::ffff:0:0]',
          '[::127.0.0.1]',
        ],
        ...['10.0.0.1', '169.254.169.254', '100.100.100.200', '[fd00:ec2::254]', '[64:ff9b::7f00:1]'],
        ...['user@127.0.0.1', '１２７.０.０.１'],
      ];
      const urls = [
        ...hosts.map((host) => `http://${host}:${port}/a.gif`),
        ...[`http://127.0.0.1/a.gif`, `https://127.0.0.1:${port}/a.gif`],
        ...[
          'file:///etc/passwd',
          'data:image/gif;base64,R0lGODdhAQABAA==',
          'ftp://127.0.0.1/a.gif',
          '//0/a.gif',
        ],
      ];
      const messages: string[] = [];
      let mostListeners = 0;
      const count = (_: unknown, response: ServerResponse): void => {
        response.on('newListener', () => {
          mostListeners = Math.max(mostListeners, response.listenerCount('close') + 1);
        });
      };
      server.strapi.server.httpServer.prependListener('request', count);
      for (let from = 0; from < urls.length; from += 20) {
        const answer = await fetchFrom(...urls.slice(from, from + 20));
        expect([answer.status, answer.text.includes('event: file:complete')]).toEqual([200, false]);
        messages.push(...answer.messages);
      }
      server.strapi.server.httpServer.off('request', count);
      // One for all files of a request, not one for each.
      expect(mostListeners).toBeLessThan(10);
      expect(asked).toBe(0);
      // One that is open, one that is closed, and one that leads nowhere are told apart by nothing.
      expect(messages).toHaveLength(urls.length);
      expect(new Set(messages).size).toBe(1);
    });

    it('do not come from a name that leads to it, nor from one that leads there later', async () => {
      const isPublic = { address: '93.184.216.34', family: 4 };
      jest.spyOn(dns.promises, 'lookup').mockImplementation((() => Promise.resolve(isPublic)) as never);
      const inner = { address: '127.0.0.1', family: 4 };
      const lookUp = dns.lookup as (...all: unknown[]) => void;
      const lookedUp: unknown[] = [];
      jest.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
        if (name !== 'rebound.example') return lookUp(name, ...rest);
        lookedUp.push(name);
        const [options, found] = rest as [{ all?: boolean }, (...all: unknown[]) => void];
        return options.all ? found(null, [inner]) : found(null, inner.address, inner.family);
      }) as never);
      const { messages } = await fetchFrom(
        `http://rebound.example:${port}/a.gif`,
        'http://rebound.example/a.gif',
      );
      expect(messages).toHaveLength(2);
      expect(lookedUp).toEqual(['rebound.example']);
      expect(asked).toBe(0);
    });

    it('are no addresses, and are refused one by one', async () => {
      const { status, messages } = await fetchFrom({}, 7, null, '', 'http://', 'a.gif');
      expect([status, messages.length]).toEqual([200, 6]);
    });
  });
});
