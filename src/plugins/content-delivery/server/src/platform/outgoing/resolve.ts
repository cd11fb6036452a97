import dns, { type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { startPatientTimer } from '../patient-timer';
import { createSemaphore } from '../semaphore';

/**
 * Looks names up without the threads that `dns.lookup` takes: it has four for all of Node.js, files and compression among what waits for
 * them, and one name whose servers are silent holds one for half a minute. So the name servers are asked directly, with bounds on
 * time. What the system knows beside them comes first (its file of hosts) or last (search domains and the like), the latter
 * two at a time.
 */

const HOSTS_FILE = process.platform === 'win32' ? 'C:/Windows/System32/drivers/etc/hosts' : '/etc/hosts';

/** Milliseconds for one question, which is asked twice. */
const QUESTION_TIME = 2_000;
/** Milliseconds for what the system looks up. */
const SYSTEM_TIME = 5_000;
/** Look-ups of the system that are under way at the same time, of the four threads that there are. */
const MAX_OF_SYSTEM = 2;

/** The name servers know no such name; or there are none. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'ENODATA',
  'ECONNREFUSED',
  'ENONAME',
  'ESERVFAIL',
]);

const familyOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** Addresses of a name in the system's file of hosts, in its order. */
export const inHosts = (text: string, hostname: string): LookupAddress[] => {
  const wanted = hostname.toLowerCase().replace(/\.$/, '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some((name) => name.toLowerCase() === wanted) ? [familyOf(address)] : [];
  });
};

const failed = (hostname: string): Error => {
  const code = 'EAI_AGAIN';
  return Object.assign(new Error(`${hostname} could not be looked up: ${code}`), { code, hostname });
};

const system = createSemaphore({ capacity: MAX_OF_SYSTEM, share: 1 });

const bySystem = async (hostname: string): Promise<LookupAddress[]> => {
  const release = await system.acquire({ owner: hostname, timeout: SYSTEM_TIME }).catch(() => {
    throw failed(hostname);
  });
  return new Promise((resolve, reject) => {
    const endWait = startPatientTimer(SYSTEM_TIME, () => reject(failed(hostname)));
    dns.lookup(hostname, { all: true }, (error, addresses) => {
      endWait();
      // Its thread was taken until now, also where no request waits for it any more.
      release();
      if (error) reject(error);
      else resolve(addresses);
    });
  });
};

/** @throws with a `code` as `dns.lookup` has it */
export const resolveHost = async (hostname: string): Promise<LookupAddress[]> => {
  if (isIP(hostname)) return [familyOf(hostname)];
  const known = inHosts(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), hostname);
  if (known.length > 0) return known;
  // A new one each time: it reads which name servers there are.
  const resolver = new dns.promises.Resolver({ timeout: QUESTION_TIME, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses.map(familyOf);
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as NodeJS.ErrnoException).code ?? ''] : [],
  );
  if (codes.some((code) => !UNKNOWN.has(code))) throw failed(hostname);
  return bySystem(hostname);
};
