import { isIP } from 'node:net';
import fc from 'fast-check';
import {
  rateLimitKey,
  createClientAddresses,
} from '../../../../src/plugins/content-delivery/server/src/access/limits/client-address';
import { clientAddress } from '../../../../src/plugins/content-delivery/server/src/access/limits/client-address-middleware';
import {
  parseIp,
  readNetwork,
  type Network,
} from '../../../../src/plugins/content-delivery/server/src/platform/networks';

const networks = (...texts: string[]): Network[] =>
  texts.map((text) => {
    const network = readNetwork(text);
    if (!network) throw new Error(`${text} is no network.`);
    return network;
  });

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as Parameters<ReturnType<typeof createClientAddresses>['of']>[0];

const addressOf = (proxies: Network[], remoteAddress: string | undefined, forwarded?: string) =>
  createClientAddresses(proxies).of(requestFrom(remoteAddress, forwarded))?.toString();

describe('readNetwork', () => {
  it.each([
    ['192.0.2.1', 32],
    ['10.0.0.0/8', 8],
    ['10.1.2.3/8', 8],
    ['2001:db8::1', 128],
    ['2001:db8::/32', 32],
    ['::ffff:192.0.2.1', 32],
    ['::ffff:10.0.0.0/104', 8],
    ['127.0.0.1/32', 32],
  ])('reads %s', (text, bits) => {
    expect(readNetwork(text)?.[1]).toBe(bits);
  });

  it.each([
    '',
    'localhost',
    'loopback',
    '10',
    '10.0.0',
    '0x0a.0.0.1',
    '010.0.0.1',
    '2130706433',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/8 ',
    '10.0.0.0/255.0.0.0',
    '2001:db8::/129',
    '[2001:db8::1]',
    '192.0.2.1:80',
    '*',
  ])('refuses %j', (text) => {
    expect(readNetwork(text)).toBeNull();
  });

  it.each(['0.0.0.0/0', '::/0', '::ffff:0.0.0.0/96'])('refuses everybody: %s', (text) => {
    expect(readNetwork(text)).toBeNull();
  });
});

describe('the address of a client', () => {
  const proxies = networks('10.0.0.0/8', '2001:db8:1::/48');

  it.each([
    ['comes from the connection where nothing was forwarded', '198.51.100.7', undefined, '198.51.100.7'],
    ['is not what somebody says who is no proxy', '198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['is what a proxy says', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['is the nearest that is no proxy', '10.0.0.1', '198.51.100.7, 10.2.3.4,10.0.0.9', '198.51.100.7'],
    ['is not what the client wrote before it', '10.0.0.1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['is the first proxy where there are only proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['may be in IPv6', '2001:db8:1::5', '2001:db8:2::7', '2001:db8:2::7'],
    ['may carry a port', '10.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['may be in brackets', '10.0.0.1', '[2001:db8:2::7]:4711', '2001:db8:2::7'],
    [
      'is found behind an IPv4 proxy that connects over IPv6',
      '::ffff:10.0.0.1',
      '198.51.100.7',
      '198.51.100.7',
    ],
    [
      'is the proxy itself where it wrote what is no address',
      '10.0.0.1',
      '198.51.100.7, unknown',
      '10.0.0.1',
    ],
    ['is the proxy itself where it wrote nothing', '10.0.0.1', '', '10.0.0.1'],
    ['stops at an empty entry', '10.0.0.1', '198.51.100.7,', '10.0.0.1'],
    ['is unknown on a connection that is closed', undefined, '198.51.100.7', undefined],
  ])('%s', (_what, peer, forwarded, expected) => {
    expect(addressOf(proxies, peer, forwarded)).toBe(expected);
  });

  it('is never read from the header where no proxy is trusted', () => {
    expect(addressOf([], '127.0.0.1', '198.51.100.7')).toBe('127.0.0.1');
  });

  it('is the same whatever a client writes in front of what proxies wrote', () => {
    const anything = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
    fc.assert(
      fc.property(fc.array(anything), fc.ipV4(), fc.ipV6(), (forged, v4, v6) => {
        for (const client of [v4, v6]) {
          const plain = addressOf(networks('192.0.2.1'), '192.0.2.1', client);
          fc.pre(plain !== '192.0.2.1');
          expect(addressOf(networks('192.0.2.1'), '192.0.2.1', [...forged, client].join(','))).toBe(plain);
        }
      }),
    );
  });

  it('is an address, whatever stands in the header and however many proxies wrote it', () => {
    // What Node takes for the zone of an address.
    const zone = fc.stringMatching(/^[0-9A-Za-z.:-]{1,12}$/);
    const zoned = fc.tuple(fc.ipV6(), zone).map(([address, name]) => `${address}%${name}`);
    const proxy = fc.constantFrom('10.0.0.9', '2001:db8:1::7', '2001:db8:1::7%a-b', '::ffff:10.1.2.3');
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.ipV4(), fc.ipV6(), zoned);
    const bracketed = text.map((inside) => `[${inside}]:4711`);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(text, bracketed)),
        fc.array(proxy),
        fc.oneof(proxy, zoned),
        (written, behind, peer) => {
          const address = addressOf(proxies, peer, [...written, ...behind].join(','));
          expect(parseIp(address)).not.toBeNull();
        },
      ),
    );
  });

  it.each(['fe80::1%a-b', 'fe80::1%eth0.100', 'fe80::1%', '::ffff:1.2.3.4%a.b', '1::1.2.3.4%%'])(
    'is never an error: %s',
    (text) => {
      const expected = isIP(text) ? parseIp(text.split('%')[0])?.toString() : '10.0.0.1';
      expect(addressOf(proxies, '10.0.0.1', text)).toBe(expected);
      expect(addressOf(proxies, '10.0.0.1', `[${text}]:80`)).toBe(expected);
    },
  );
});

describe('whom an address stands for', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s: %s', (address, caller) => {
    expect(rateLimitKey(parseIp(address))).toBe(caller);
  });

  it('is the same for all addresses of a /64, and another for every other /64', () => {
    const part = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const half = fc.tuple(part, part, part, part).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(half, half, half, (network, host, other) => {
        // Below ::/64 there are IPv4 addresses.
        fc.pre(other !== network && network !== '0:0:0:0' && other !== '0:0:0:0');
        const caller = rateLimitKey(parseIp(`${network}:${host}`));
        expect(rateLimitKey(parseIp(`${network}:${other}`))).toBe(caller);
        expect(rateLimitKey(parseIp(`${other}:${host}`))).not.toBe(caller);
      }),
    );
  });

  it('is one and the same where there is no address', () => {
    expect(rateLimitKey(null)).toBe('unknown');
  });
});

describe('what a request says of where it comes from', () => {
  const FORWARDED = {
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-host': 'a',
    'x-forwarded-proto': 'https',
  };
  const PROXIES = ['10.0.0.0/8'];

  it.each([
    ['is kept from a trusted proxy', '10.0.0.1', { host: 'b', ...FORWARDED }, '198.51.100.7'],
    ['is taken away from anybody else', '203.0.113.9', { host: 'b' }, '203.0.113.9'],
  ])('%s', async (_what, remoteAddress, left, address) => {
    const ctx = {
      req: { socket: { remoteAddress }, headers: { host: 'b', ...FORWARDED } },
      request: { ip: '' },
    };
    const middleware = clientAddress(createClientAddresses(networks(...PROXIES)), PROXIES);
    await middleware(ctx as never, () => Promise.resolve());
    expect({ headers: ctx.req.headers, ip: ctx.request.ip }).toEqual({ headers: left, ip: address });
  });
});
