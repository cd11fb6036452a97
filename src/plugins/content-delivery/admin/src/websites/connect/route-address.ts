/** The API key as in an address: itself, encoded, or what is shown in its place, as it is. */
export type KeyInAddress = { apiKey: string } | { mask: string };

/**
 * Percent-encodes a value, the apostrophe too: addresses are in single quotes on command lines. Half a character,
 * which cannot be encoded, becomes the replacement character.
 */
const encode = (value: string): string =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(/'/g, '%27');

/**
 * The address of a delivery route; parameters that are empty are left out.
 * @param server the server's address, without a slash at the end
 */
export const routeAddress = (
  server: string,
  path: string,
  key: KeyInAddress,
  parameters: Readonly<Record<string, string>> = {},
): string => {
  const query = [
    `apiKey=${'apiKey' in key ? encode(key.apiKey) : key.mask}`,
    ...Object.entries(parameters)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${encode(value)}`),
  ];
  return `${server.replace(/'/g, '%27')}${path}?${query.join('&')}`;
};
