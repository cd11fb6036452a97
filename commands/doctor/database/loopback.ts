import {
  isWithin,
  parseIp,
  readNetworks,
} from '../../../src/plugins/content-delivery/server/src/platform/networks';

const NETWORKS = readNetworks(['127.0.0.0/8', '::1']);

/** True for an address by which this machine reaches itself. */
export const isLoopback = (address: string): boolean => {
  const parsed = parseIp(address);
  return parsed !== null && isWithin(parsed, NETWORKS);
};
