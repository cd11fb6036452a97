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

/** Those of a list that can be read. */
export const readNetworks = (texts: readonly string[]): Network[] =>
  texts.map(readNetwork).filter((network): network is Network => network !== null);

/** True for an address of one of these networks. */
export const isWithin = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
