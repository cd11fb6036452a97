import type { Core } from '@strapi/strapi';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import {
  createFetchToFile,
  fetchPublicFilesOnly,
} from '../../../../src/plugins/content-delivery/server/src/access/hardening/files-from-addresses';
import type { FetchUrlToInputFile } from '../../../../src/plugins/content-delivery/server/src/platform/patches/file-from-address';
import { closeServer, portOf } from '../../../support/connections';
import { problemOf } from '../../../support/refusals';

const NOT_FETCHED = /^It cannot be fetched\. /;
const MB = 1024 * 1024;

describe('a file that is uploaded by its address', () => {
  let site: http.Server;
  let inside: http.Server;
  let at: string;
  let innerAddress: string;
  let innerRequests = 0;
  let folder: string;
  let headers: Record<string, string> = {};

  const trusted = (url: URL) => at.endsWith(url.host);
  const fetchToFile = createFetchToFile(trusted, undefined, 2_000);

  beforeAll(async () => {
    inside = http.createServer((_, response) => {
      innerRequests += 1;
      response.end('secret');
    });
    innerAddress = `127.0.0.1:${await portOf(inside)}`;
    site = http.createServer((request, response) => {
      const to = (location: string) => response.writeHead(302, { Location: location }).end();
      switch (request.url) {
        case '/inside':
          return to(`http://${innerAddress}/a.png`);
        case '/by-name':
          return to(`http://localhost:${innerAddress.split(':')[1] ?? ''}/a.png`);
        case '/other-port':
          return to('http://93.184.216.34:22/');
        case '/scheme':
          return to('file:///etc/passwd');
        case '/twice':
          return to('/inside');
        case '/round':
          return to('/round');
        case '/moved':
          return to('/files/a%20b.png?x=1');
        case '/switches':
          return request.socket.write(
            'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
          );
        case '/missing':
          return response.writeHead(404).end();
        case '/hangs':
          return response.write('x');
        case '/endless': {
          const more = (): void => {
            while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
          };
          response.on('drain', more);
          return more();
        }
        default:
          return response.writeHead(200, { 'Content-Type': 'image/png; a=b', ...headers }).end('bytes');
      }
    });
    at = `http://127.0.0.1:${await portOf(site)}`;
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'fetched-'));
    headers = {};
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => Promise.all([site, inside].map(closeServer)));

  it('is stored, with its name, type and size, and its progress is told', async () => {
    const progress: unknown[] = [];
    const { file } = await fetchToFile(`${at}/moved`, folder, MB, (one) => progress.push(one));
    expect(file).toMatchObject({ originalFilename: 'a b.png', mimetype: 'image/png', size: 5 });
    expect(await readFile(file.filepath, 'utf8')).toBe('bytes');
    expect(progress).toEqual([
      { bytesWritten: 0, totalBytes: null },
      { bytesWritten: 5, totalBytes: null },
    ]);
  });

  it.each([
    [`attachment; filename="../../up.png"`, '-..-up.png'],
    [`attachment; filename*=UTF-8''%C3%A4.png`, 'ä.png'],
    [`attachment; filename*=UTF-8''%zz.png`, '%zz.png'],
    ['attachment; filename=..', 'file'],
    ['inline', 'x.png'],
  ])('has the name that %s says, and none that is a path', async (disposition, name) => {
    headers = { 'Content-Disposition': disposition };
    const { file } = await fetchToFile(`${at}/x.png`, folder);
    expect(file.originalFilename).toBe(name);
    expect(path.dirname(file.filepath)).toBe(folder);
  });

  it.each(['/inside', '/by-name', '/twice', '/other-port', '/scheme'])(
    'is not fetched where a redirect leads inside: %s',
    async (where) => {
      await expect(fetchToFile(`${at}${where}`, folder)).rejects.toThrow(NOT_FETCHED);
      expect(innerRequests).toBe(0);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('is not fetched from an address of this machine, or another port than that of websites', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, family } of own) {
      const host = family === 'IPv6' ? `[${address.split('%')[0] ?? ''}]` : address;
      await expect(fetchToFile(`http://${host}/`, folder)).rejects.toThrow(NOT_FETCHED);
    }
    await expect(fetchToFile('http://93.184.216.34:8080/', folder)).rejects.toThrow(NOT_FETCHED);
  });

  it('is no larger and takes no longer than is allowed, and leaves nothing behind', async () => {
    await expect(fetchToFile(`${at}/endless`, folder, MB)).rejects.toThrow('It is larger than 1 MB.');
    await expect(fetchToFile(`${at}/hangs`, folder)).rejects.toThrow(NOT_FETCHED);
    await expect(fetchToFile(`${at}/round`, folder)).rejects.toThrow(/redirected more than/);
    await expect(fetchToFile(`${at}/missing`, folder)).rejects.toThrow('The server answered with 404.');
    await expect(fetchToFile(`${at}/switches`, folder)).rejects.toThrow('The server answered with 101.');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([undefined, 0, 500 * MB])('has at most 200 MB where Strapi takes %p bytes', async (taken) => {
    headers = { 'Content-Length': String(201 * MB) };
    await expect(fetchToFile(`${at}/x.png`, folder, taken)).rejects.toThrow('It is larger than 200 MB.');
  });

  it('is not told why it is not there: closed, silent and forbidden ports answer alike', async () => {
    const closed = createFetchToFile(() => true);
    const messages = await Promise.all(
      [closed('http://127.0.0.1:1/', folder), fetchToFile('http://127.0.0.1:1/', folder)].map(problemOf),
    );
    expect(messages[0]).toMatch(NOT_FETCHED);
    expect(messages[1]).toBe(messages[0]);
  });

  it('is called off when whoever asked has gone', async () => {
    const stop = new AbortController();
    const fetching = createFetchToFile(trusted, () => stop.signal)(`${at}/hangs`, folder);
    await new Promise((resolve) => site.once('request', resolve));
    stop.abort();
    await expect(fetching).rejects.toThrow(NOT_FETCHED);
  });

  describe('on its way through Strapi', () => {
    /** The service method that Strapi calls while it answers a request, or none. */
    const methodFor = (res?: ServerResponse): FetchUrlToInputFile => {
      let fetch: FetchUrlToInputFile = () => Promise.reject(new Error('It is not there.'));
      const theirs = {
        fetchUrlToInputFile: (_a: unknown, _b: unknown, _c: unknown, _d: unknown) => undefined,
      };
      const extend = (_uid: string, change: (service: object) => object): void => {
        fetch = (change(theirs) as { fetchUrlToInputFile: FetchUrlToInputFile }).fetchUrlToInputFile;
      };
      const requestContext = { get: () => res && { res } };
      fetchPublicFilesOnly({ get: () => ({ extend }), requestContext } as unknown as Core.Strapi);
      return fetch;
    };

    it('is called off, with all others of the request, when its client disconnects', async () => {
      const answering = http.createServer();
      const client = net.connect(await portOf(answering), '127.0.0.1');
      client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
      const [, res] = (await once(answering, 'request')) as [unknown, ServerResponse];
      const connect = jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
        this: net.Socket,
      ) {
        return Object.assign(this, { connecting: true });
      });
      try {
        const fetch = methodFor(res);
        const listeners = res.listenerCount('close');
        const all = [fetch('http://93.184.216.34/a', folder), fetch('http://93.184.216.34/b', folder)];
        const refusals = all.map(problemOf);
        expect(res.listenerCount('close')).toBe(listeners + 1);
        while (connect.mock.calls.length < 2) await new Promise(setImmediate);
        client.destroy();
        for (const refusal of refusals) expect(await refusal).toMatch(NOT_FETCHED);
      } finally {
        connect.mockRestore();
        await closeServer(answering);
      }
    });

    it('needs no request', async () => {
      await expect(methodFor()(`http://${innerAddress}/`, folder)).rejects.toThrow(NOT_FETCHED);
    });
  });
});
