import { isWithin, parseIp, readNetwork, type Network } from '../platform/networks';
import { isPublicAddress } from '../platform/outgoing/addresses';

/**
 * Which addresses receivers may have: those of the internet, and of networks that the operator has named.
 * @param networks addresses and ranges
 */
export const allowedBy = (networks: readonly string[]) => {
  const named = networks.map(readNetwork).filter((network): network is Network => network !== null);
  return (address: string): boolean => {
    const parsed = parseIp(address);
    return parsed !== null && (isWithin(parsed, named) || isPublicAddress(address));
  };
};

export type IsAllowed = ReturnType<typeof allowedBy>;
