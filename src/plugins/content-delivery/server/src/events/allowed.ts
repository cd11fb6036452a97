import { fieldError } from '../platform/field-errors';
import { unstorableProblem, webAddressProblem } from '../platform/formats';
import { isWithin, parseIp, readNetworks } from '../platform/networks';
import { isPublicAddress, refusePrivateHost } from '../platform/outgoing/addresses';

/**
 * Which addresses receivers may have: those of the internet, and of networks that the operator has named.
 * @param networks addresses and ranges
 */
export const allowedBy = (networks: readonly string[]) => {
  const named = readNetworks(networks);
  return (address: string): boolean => {
    const parsed = parseIp(address);
    return parsed !== null && (isWithin(parsed, named) || isPublicAddress(address));
  };
};

export type IsAllowed = ReturnType<typeof allowedBy>;

const MAX_ADDRESS = 2_000;

/**
 * Validates the address of a receiver.
 * @param instead what is done instead of a user name in it, such as "requests are signed"
 * @param variable by which an operator names networks
 * @throws ValidationError at `url`
 */
export const validateAddress = (
  address: string,
  isAllowed: IsAllowed,
  { instead, variable }: { instead: string; variable: string },
): void => {
  const problem = webAddressProblem(address) ?? unstorableProblem(address);
  if (problem) throw fieldError('url', problem);
  if (address.length > MAX_ADDRESS) {
    throw fieldError('url', `An address has at most ${MAX_ADDRESS} characters.`);
  }
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    throw fieldError('url', `The address must have no user name and no password: ${instead} instead.`);
  }
  try {
    refusePrivateHost(url, isAllowed);
  } catch {
    throw fieldError(
      'url',
      `The address is in a private network. The operator of this server can allow such networks by ${variable}.`,
    );
  }
};
