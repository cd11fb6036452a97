import type { IncomingMessage } from 'node:http';
import type ipaddr from 'ipaddr.js';
import { isWithin, parseIp, type Address, type Network } from '../../platform/networks';

/** Reads an entry of `X-Forwarded-For`; some proxies write a port after the address, and brackets around IPv6. */
const readForwarded = (entry: string): Address | null => {
  const text = entry.trim();
  const [, host] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  return parseIp(host ?? text);
};

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
