import { validateHeaderName } from 'node:http';

/** Characters that the name of a header may have where somebody chooses it. */
export const MAX_HEADER_NAME = 64;

/** Why a header of this name cannot be sent; null where it can. The names and prefixes that are taken are in lower case. */
export const headerNameFault = (
  header: string,
  taken: ReadonlySet<string>,
  takenPrefixes: readonly string[],
): 'invalid' | 'tooLong' | 'taken' | null => {
  try {
    validateHeaderName(header);
  } catch {
    return 'invalid';
  }
  if (header.length > MAX_HEADER_NAME) return 'tooLong';
  const name = header.toLowerCase();
  return taken.has(name) || takenPrefixes.some((prefix) => name.startsWith(prefix)) ? 'taken' : null;
};
