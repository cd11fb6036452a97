import type { Settings } from '../options.js';

/** Parameters of a route beside the key; undefined ones are left out. */
export type Parameters = Record<string, string | undefined>;

const queryOf = (parameters: Parameters): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query.toString();
};

export const addressOf = ({ baseUrl, apiKey }: Settings, path: string, parameters: Parameters): string =>
  `${baseUrl}${path}?${queryOf({ apiKey, ...parameters })}`;

/** Names an answer in a cache, without the API key: caches are looked into, and may be shared. */
export const cacheKeyOf = ({ baseUrl, apiKey }: Settings, path: string, parameters: Parameters): string =>
  `${fingerprint(apiKey)} ${baseUrl}${path}?${queryOf(parameters)}`;

/**
 * Tells websites apart, and cannot be turned back into a key (FNV-1a, 32 bits). Two keys with one fingerprint
 * would share a place, not content: a kept answer is used only when the server says that it is this one's.
 */
const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
};
