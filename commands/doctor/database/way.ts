import { lookup } from 'node:dns/promises';
import { isLoopback } from './loopback';
import { isPublicAddress } from '../../../src/plugins/content-delivery/server/src/platform/outgoing/addresses';
import { ok, warning, wrong, type Finding } from '../finding';

const ABOUT = 'Database, way';

/** Where a host is: on this machine, in a private network, or anywhere on the internet. */
const distanceOf = async (host: string): Promise<'here' | 'private' | 'public'> => {
  if (host.startsWith('/')) return 'here';
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
  if (addresses.every(isLoopback)) return 'here';
  return addresses.some(isPublicAddress) ? 'public' : 'private';
};

/**
 * Whether others can read along between here and the database.
 * @param encryption what the server says of this connection; null for none
 * @param isChecked whether its certificate is
 */
export const wayFinding = async (
  host: string,
  encryption: string | null,
  isChecked: boolean,
): Promise<Finding> => {
  if (encryption !== null) {
    return isChecked
      ? ok(ABOUT, `encrypted (${encryption}), the certificate is checked`)
      : warning(
          ABOUT,
          `Encrypted (${encryption}), but any certificate is taken (DATABASE_SSL_REJECT_UNAUTHORIZED, or sslmode in DATABASE_URL), so nothing proves that it is your database.`,
        );
  }
  const distance = await distanceOf(host);
  if (distance === 'here') return ok(ABOUT, 'not encrypted, on this machine');
  if (distance === 'private') return ok(ABOUT, `not encrypted, to ${host} in a private network`);
  return wrong(
    ABOUT,
    `Password and content go to ${host} in clear text, over the internet. Set DATABASE_SSL=true.`,
  );
};
