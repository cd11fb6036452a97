import {
  DEFAULT_SHARED_SECONDS,
  KINDS_WITH_ADDRESS,
  MAX_SHARED_SECONDS,
  PURGE_TARGET_KINDS,
  type PurgeTargetKind,
} from '../../../../contracts/purge-targets';
import { fieldError } from '../../platform/field-errors';
import { isBlank } from '../../platform/formats';
import { validateAddress, type IsAllowed } from '../allowed';
import { PROVIDERS } from './providers';

type Data = Record<string, unknown>;

const MAX_CREDENTIALS = 2_000;
const PRINTABLE = /^[\x21-\x7e]+$/;

export interface PurgeSettings {
  isAllowed: IsAllowed;
  /** The header in which answers carry their tags; empty for none. */
  tagHeader: string;
}

/**
 * Validates a purge target as it is going to be, and fills in what was left out.
 * @param hasCredentials whether it has some, given now or before
 * @throws ValidationError at the field
 */
export const validatePurgeTarget = (
  data: Data,
  hasCredentials: boolean,
  { isAllowed, tagHeader }: PurgeSettings,
): void => {
  const kind = validKind(data['kind']);
  const provider = PROVIDERS[kind];
  data['url'] = validUrl(data['url'], KINDS_WITH_ADDRESS.includes(kind), isAllowed);
  data['zone'] = validZone(data['zone'], kind);
  data['sharedSeconds'] = validSeconds(data['sharedSeconds']);
  data['active'] ??= true;
  if (typeof data['active'] !== 'boolean') {
    throw fieldError('active', 'A purge target is switched on or off: true or false.');
  }
  if (provider.needsCredentials && !hasCredentials) {
    throw fieldError('credentials', 'This cache is purged with credentials: enter its API token or key.');
  }
  if (!data['active']) return;
  if (tagHeader === '') {
    throw fieldError(
      'active',
      'Answers carry no tags, so that no cache can forget by them. The operator of this server sets DELIVERY_CACHE_TAGS.',
    );
  }
  const { tagHeader: read } = provider;
  if (read !== null && read.toLowerCase() !== tagHeader.toLowerCase()) {
    throw fieldError(
      'kind',
      `This cache reads tags from ${read}, and answers carry them in ${tagHeader}. The operator of this server can set DELIVERY_CACHE_TAGS=${read}.`,
    );
  }
};

/** @throws ValidationError */
export const validateCredentials = (credentials: unknown): string | null => {
  if (isBlank(credentials)) return null;
  if (typeof credentials === 'string' && credentials.includes('•')) {
    throw fieldError(
      'credentials',
      'This is the mask of credentials, or a part of one. Enter them themselves.',
    );
  }
  if (typeof credentials !== 'string' || !PRINTABLE.test(credentials)) {
    throw fieldError(
      'credentials',
      'Credentials have letters, digits and signs of a usual keyboard, and no spaces.',
    );
  }
  if (credentials.length > MAX_CREDENTIALS) {
    throw fieldError('credentials', `Credentials have at most ${MAX_CREDENTIALS} characters.`);
  }
  return credentials;
};

const validKind = (kind: unknown): PurgeTargetKind => {
  const known = PURGE_TARGET_KINDS.find((one) => one === kind);
  if (!known) throw fieldError('kind', `A purge target is of a kind: ${PURGE_TARGET_KINDS.join(', ')}.`);
  return known;
};

const validUrl = (url: unknown, isNeeded: boolean, isAllowed: IsAllowed): string | null => {
  if (isBlank(url)) {
    if (isNeeded) throw fieldError('url', 'This cache needs an address for purge requests.');
    return null;
  }
  if (typeof url !== 'string') throw fieldError('url', 'An address is a text.');
  validateAddress(url, isAllowed, { instead: 'enter credentials', variable: 'PURGE_ALLOWED_NETWORKS' });
  return url;
};

const validZone = (zone: unknown, kind: PurgeTargetKind): string | null => {
  const wanted = PROVIDERS[kind].zone;
  if (wanted === null) {
    if (isBlank(zone)) return null;
    throw fieldError('zone', 'A cache of this kind has no zones. Leave it empty.');
  }
  if (typeof zone !== 'string' || !wanted.pattern.test(zone)) throw fieldError('zone', wanted.problem);
  return zone;
};

const validSeconds = (seconds: unknown): number => {
  if (seconds === undefined || seconds === null) return DEFAULT_SHARED_SECONDS;
  if (
    typeof seconds !== 'number' ||
    !Number.isInteger(seconds) ||
    seconds < 1 ||
    seconds > MAX_SHARED_SECONDS
  ) {
    throw fieldError(
      'sharedSeconds',
      `Caches keep answers for a whole number of seconds from 1 to ${MAX_SHARED_SECONDS}, which is a year.`,
    );
  }
  return seconds;
};
