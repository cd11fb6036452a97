import { get as getByHttp } from 'node:http';
import { get as getByHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describeFailure } from '../../../src/plugins/content-delivery/server/src/platform/database/loss';
import { readNetwork } from '../../../src/plugins/content-delivery/server/src/platform/networks';
import { isLoopback } from '../database/loopback';
import { ok, warning, wrong, type Finding } from '../finding';
import { DAY } from '../../../src/plugins/content-delivery/server/src/platform/durations';

const PUBLIC = 'Public address';
const PROXIES = 'Proxies';
/** Milliseconds. */
const TIMEOUT = 5_000;
/** Days: what renews certificates does so a month before their end. */
const SOON_OVER = 14;
/** Bits of a range that no network of one's own has so few of. */
const LEAST_BITS = 7;

interface Addresses {
  /** PUBLIC_URL; empty for none. */
  publicUrl: string;
  trustedProxies: readonly string[];
}

const isOwn = (hostname: string): boolean =>
  hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));

/** What a request to the server by its public address comes to. */
const healthOf = (address: URL): Promise<{ status: number; certificateUntil: Date | null }> =>
  new Promise((resolve, reject) => {
    const get = address.protocol === 'https:' ? getByHttps : getByHttp;
    const request = get(address, { agent: false, timeout: TIMEOUT }, (response) => {
      const { socket, statusCode = 0 } = response;
      const until =
        'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate().valid_to : null;
      response.resume();
      resolve({ status: statusCode, certificateUntil: until ? new Date(until) : null });
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT / 1_000} s`)));
    request.on('error', reject);
  });

const publicFinding = async (publicUrl: string): Promise<Finding> => {
  if (publicUrl === '')
    return warning(
      PUBLIC,
      'PUBLIC_URL is not set: front ends get addresses of pictures that only this machine knows.',
    );
  const url = new URL(publicUrl);
  if (isOwn(url.hostname))
    return warning(
      PUBLIC,
      `PUBLIC_URL is ${url.origin}: front ends elsewhere cannot get pictures from there.`,
    );
  let health;
  try {
    health = await healthOf(new URL(`${publicUrl.replace(/\/+$/, '')}/_health`));
  } catch (error) {
    const reason = describeFailure(error);
    return /CERT|certificate|SELF_SIGNED|ALTNAME/i.test(reason)
      ? wrong(PUBLIC, `Nobody takes the certificate of ${url.origin}: ${reason}`)
      : warning(PUBLIC, `${url.origin} cannot be reached from this machine: ${reason} (PUBLIC_URL)`);
  }
  const { status, certificateUntil } = health;
  const days = certificateUntil ? Math.floor((certificateUntil.getTime() - Date.now()) / DAY) : Infinity;
  if (days < SOON_OVER) return warning(PUBLIC, `The certificate of ${url.origin} ends in ${days} days.`);
  if (status !== 204)
    return warning(
      PUBLIC,
      `${url.origin}/_health answers with status ${status}: no server behind it, or another one.`,
    );
  if (url.protocol === 'http:')
    return warning(
      PUBLIC,
      `${url.origin} is not encrypted: passwords and API keys can be read on the way. Put TLS in front.`,
    );
  return ok(
    PUBLIC,
    `${url.origin} leads to a server${days === Infinity ? '' : `; the certificate holds ${days} more days`}`,
  );
};

export const proxiesFinding = ({ publicUrl, trustedProxies }: Addresses): Finding => {
  const wide = trustedProxies.find((text) => (readNetwork(text)?.[1] ?? Infinity) <= LEAST_BITS);
  if (wide !== undefined)
    return wrong(
      PROXIES,
      `TRUSTED_PROXIES has ${wide}: anyone there can give any address as theirs. Name the proxies.`,
    );
  if (trustedProxies.length > 0) return ok(PROXIES, `trusted: ${trustedProxies.join(', ')}`);
  if (publicUrl.startsWith('https:'))
    return warning(
      PROXIES,
      'PUBLIC_URL is https, so a proxy stands in front, but TRUSTED_PROXIES is empty: all who come through it count as one, and share its limit of sign-ins.',
    );
  return ok(PROXIES, 'none is trusted');
};

export const lookAtAddresses = async (addresses: Addresses): Promise<Finding[]> => [
  await publicFinding(addresses.publicUrl),
  proxiesFinding(addresses),
];
