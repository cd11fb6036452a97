import http from 'node:http';
import {
  isPublicAddress,
  publicLookup,
} from '../../../../src/plugins/content-delivery/server/src/platform/outgoing/addresses';
import { Unreachable } from '../../../../src/plugins/content-delivery/server/src/platform/outgoing/problems';
import { download } from '../../../../src/plugins/content-delivery/server/src/migration/images/download';
import { isListed, typeOf } from '../../../../src/plugins/content-delivery/server/src/migration/images/type';
import { closeServer, portOf } from '../../../support/connections';

const LIMITS = { bytes: 1_000, time: 5_000, redirects: 2 };

describe('an address', () => {
  it.each<[string, boolean]>([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ...[
      '127.0.0.1',
      '127.8.8.8',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
      '::ffff:169.254.169.254',
      '::127.0.0.1',
      '::a9fe:a9fe',
      '::5db8:d822',
      '::ffff:0:7f00:1',
      '64:ff9b::7f00:1',
      '64:ff9b::127.0.0.1',
      '64:ff9b:1::7f00:1',
      '2002:7f00:1::',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '4000::1',
      'nonsense',
      '',
    ].map((address): [string, boolean] => [address, false]),
  ])('%s is public: %p', (address, expected) => expect(isPublicAddress(address)).toBe(expected));

  it.each([{ all: true }, {}])('is refused when a name leads to a private one (%p)', async (options) => {
    const error = await new Promise((resolve) => publicLookup('localhost', options, resolve));
    expect((error as Error).message).toMatch(/private network/);
  });
});

describe('what an image is', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['....ftypavif', 'image/avif'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['<!doctype html>', undefined],
    ['....ftypisom', undefined],
    ['', undefined],
  ])('is said by its first bytes: %p', (bytes, mime) => {
    expect(typeOf(Buffer.from(bytes, 'latin1'))?.mime).toBe(mime);
  });

  it('is looked up in lists with patterns', () => {
    expect(isListed('image/png', ['image/*'])).toBe(true);
    expect(isListed('image/png', ['image/png'])).toBe(true);
    expect(isListed('image/png', ['video/*', 'image/pn'])).toBe(false);
  });
});

describe('a download', () => {
  let server: http.Server;
  let at: string;
  const isOwn = ({ host }: URL) => at.endsWith(host);

  let busy = 0;
  beforeEach(() => {
    busy = 0;
  });

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      const to = (location: string) => response.writeHead(302, { Location: location }).end();
      switch (request.url) {
        case '/good':
          return response.end('bytes');
        case '/1':
          return to('/good');
        case '/2':
          return to('/1');
        case '/3':
          return to('/2');
        case '/file':
          return to('file:///etc/passwd');
        case '/long-said':
          return response.writeHead(200, { 'Content-Length': 5_000 }).end('x'.repeat(5_000));
        case '/long':
          response.write('x'.repeat(900));
          return response.end('x'.repeat(900));
        case '/busy':
          busy += 1;
          if (busy === 3) return response.end('bytes');
          return response.writeHead(busy === 1 ? 429 : 503, { 'Retry-After': '0' }).end();
        case '/always-busy':
          busy += 1;
          return response.writeHead(429, { 'Retry-After': new Date(0).toUTCString() }).end();
        case '/busy-for-long':
          return response.writeHead(503, { 'Retry-After': '3600' }).end();
        case '/hangs':
          return response.write('x');
        default:
          return response.writeHead(500).end();
      }
    });
    at = `http://127.0.0.1:${await portOf(server)}`;
  });
  afterAll(() => closeServer(server));

  it.each(['/good', '/1', '/2'])('of %s succeeds', async (path) => {
    expect(String(await download(`${at}${path}`, isOwn, LIMITS))).toBe('bytes');
  });

  it.each([
    ['/3', /more than 2 times/],
    ['/file', /not from file:/],
    ['/long-said', /larger than/],
    ['/long', /larger than/],
    ['/missing', /answered with 500/],
  ])('of %s is refused', async (path, words) => {
    await expect(download(`${at}${path}`, isOwn, LIMITS)).rejects.toThrow(words);
  });

  it('asks a busy server again when it says, and not for ever', async () => {
    expect(String(await download(`${at}/busy`, isOwn, LIMITS))).toBe('bytes');
    expect(busy).toBe(3);
    busy = 0;
    await expect(download(`${at}/always-busy`, isOwn, LIMITS)).rejects.toThrow(/answered with 429/);
    expect(busy).toBe(4);
    const stop = new AbortController();
    const waiting = download(`${at}/busy-for-long`, isOwn, LIMITS, stop.signal);
    await new Promise((resolve) => server.once('request', resolve));
    stop.abort(new Error('ended'));
    await expect(waiting).rejects.toThrow('ended');
  });

  it('does not wait for ever', async () => {
    await expect(download(`${at}/hangs`, isOwn, { ...LIMITS, time: 200 })).rejects.toThrow(
      /longer than 0\.2 s/,
    );
  });

  it('is called off', async () => {
    const stop = new AbortController();
    const downloading = download(`${at}/hangs`, isOwn, LIMITS, stop.signal);
    await new Promise((resolve) => server.once('request', resolve));
    stop.abort(new Error('ended'));
    await expect(downloading).rejects.toThrow('ended');
    await expect(download(`${at}/good`, isOwn, LIMITS, stop.signal)).rejects.toThrow('ended');
  });

  it.each(['', 'localhost'])('of a private address that is not the own one is refused: %p', async (name) => {
    const address = name === '' ? at : at.replace('127.0.0.1', name);
    await expect(download(`${address}/good`, () => false, LIMITS)).rejects.toThrow(/private network/);
  });

  it.each(['[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::1]', '[64:ff9b::7f00:1]', '2130706433', '0x7f.1'])(
    'of a private address is refused however it is written: %p',
    async (host) => {
      await expect(download(`http://${host}/good`, () => false, LIMITS)).rejects.toThrow(/private network/);
    },
  );

  it('of a server that is not there says so', async () => {
    await expect(download('http://127.0.0.1:1/x', () => true, LIMITS)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('tells a connection that fails from an answer that is no image', async () => {
    const problemOf = (address: string, time = LIMITS.time) =>
      download(address, isOwn, { ...LIMITS, time }).catch((error: unknown) => error);
    expect(await problemOf(`${at}/hangs`, 200)).toBeInstanceOf(Unreachable);
    expect(
      await download('http://127.0.0.1:1/x', () => true, LIMITS).catch((error: unknown) => error),
    ).toBeInstanceOf(Unreachable);
    for (const path of ['/missing', '/long', '/3', '/file']) {
      expect(await problemOf(`${at}${path}`)).not.toBeInstanceOf(Unreachable);
    }
    expect(await problemOf('http://10.0.0.1/x')).not.toBeInstanceOf(Unreachable);
  });
});
