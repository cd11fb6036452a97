/** A part of an address as people read it: what is not Latin stands there percent-encoded (`%e4%bd%a0`). */
export const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part).trim();
  } catch {
    return part.trim();
  }
};
