/** An address that is read; null where it is none. `URL.canParse` is missing in Safari before 17 and in jsdom. */
export const parseAddress = (address: string, base?: string): URL | null => {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};

/** A path without slashes at its end, in a time that grows with its length, unlike that of `/\/+$/`. */
export const withoutEndSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};
