import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { PrivateAddress } from './problems';
import { resolveHost } from './resolve';

/** All of IPv6 that is given to anybody on the internet. Below it lies `::/96`, where IPv4 addresses are embedded. */
const IN_USE = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address that anybody on the internet may have. This machine and its networks are not among them, nor is
 * an address of this machine that others can reach: from here it is reached past the firewall.
 */
export const isPublicAddress = (address: string): boolean => {
  try {
    const parsed = ipaddr.process(address);
    // IPv6 has ranges that carry an IPv4 address, private ones too; `process` has opened the mapped ones, and
    // `range` knows most others.
    if (parsed instanceof ipaddr.IPv6 && !parsed.match(IN_USE)) return false;
    return parsed.range() === 'unicast' && !isOfThisMachine(parsed);
  } catch {
    return false;
  }
};

/** Asked for each time, as interfaces come and go. */
const isOfThisMachine = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => ipaddr.process(own.address).toString() === address.toString());

const refusal = (host: string): PrivateAddress =>
  new PrivateAddress(`${host} has an address in a private network.`);

type IsAllowed = (address: string) => boolean;

/** @throws PrivateAddress for a host that is an address and a private one: no name is looked up for it */
export const refusePrivateHost = ({ hostname }: URL, isAllowed: IsAllowed = isPublicAddress): void => {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && !isAllowed(bare)) throw refusal(hostname);
};

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Looks a name up for a connection, and refuses private addresses: the very address that is
 * connected to is looked at, so a name that changes in between gains nothing.
 */
export const lookupOf =
  (isAllowed: IsAllowed) =>
  (hostname: string, options: { all?: boolean; family?: number | string }, found: Found): void => {
    const wanted = Number(options.family ?? 0);
    resolveHost(hostname).then(
      (all) => {
        const addresses = wanted === 0 ? all : all.filter(({ family }) => family === wanted);
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          return found(refusal(hostname), []);
        }
        if (options.all) found(null, addresses);
        else found(null, first.address, first.family);
      },
      (error: Error) => found(error, []),
    );
  };

export const publicLookup = lookupOf(isPublicAddress);
