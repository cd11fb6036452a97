import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses: all that share so many leading bits with this one. */
export type Network = [Address, bits: number];

/** Bits that an IPv4 address has more when it is written as an IPv6 address (`::ffff:192.0.2.1`). */
const MAPPED_BITS = 96;

/**
 * An IPv4 address written as an IPv6 one is the IPv4 address. Null for what is no address. The zone of one
 * (`fe80::1%eth0`) says nothing elsewhere, and may be anything: ipaddr.js throws on some that Node takes.
 */
export const parseIp = (text: string | undefined): Address | null => {
  if (text === undefined || !isIP(text)) return null;
  const [address = ''] = text.split('%');
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
};

/**
 * Reads an address or a range in CIDR notation: `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`.
 * @returns null for anything else, and for the range of all addresses
 */
export const readNetwork = (text: string): Network | null => {
  const [base, length, ...rest] = text.split('/');
  const address = parseIp(base);
  if (!address || rest.length > 0) return null;
  const most = address.kind() === 'ipv4' ? 32 : 128;
  if (length === undefined) return [address, most];
  if (!/^\d{1,3}$/.test(length)) return null;
  const isMapped = address.kind() === 'ipv4' && base?.includes(':');
  const bits = Number(length) - (isMapped ? MAPPED_BITS : 0);
  return bits >= 1 && bits <= most ? [address, bits] : null;
};

/** Reads an entry of `X-Forwarded-For`; some proxies write a port behind the address, and brackets around IPv6. */
const readForwarded = (entry: string): Address | null => {
  const text = entry.trim();
  const [, host] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  return parseIp(host ?? text);
};

const isWithin = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

/**
 * Finds out from which address a request comes. `X-Forwarded-For` is read from its end, where the nearest proxy
 * has written, and only as far as trusted proxies have written it: what a client puts there itself is never believed.
 *
 * @param proxies whose word is taken; none: the header has no meaning
 */
export const createClientAddresses = (proxies: readonly Network[]) => ({
  /** Null when the connection has no address, or is closed already. */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): Address | null {
    let address = parseIp(socket.remoteAddress);
    const written = headers['x-forwarded-for'];
    if (!written || proxies.length === 0) return address;
    const entries = String(written).split(',');
    while (address && isWithin(address, proxies)) {
      const before = readForwarded(entries.pop() ?? '');
      if (!before) break;
      address = before;
    }
    return address;
  },

  /** True when the request was handed on by a trusted proxy. */
  areVouchedFor({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
    const peer = parseIp(socket.remoteAddress);
    return peer !== null && isWithin(peer, proxies);
  },
});

/**
 * Which client an address identifies: itself, and for IPv6 its /64, as one household or server has all addresses
 * of at least one such network.
 */
export const rateLimitKey = (address: Address | null): string => {
  if (!address) return 'unknown';
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};
