/** Takes an API key out of a text, in whichever way an address may spell it. */
export const redact = (text: string, apiKey: string): string => {
  const spellings = new Set([
    apiKey,
    encodeURIComponent(apiKey),
    encodeURI(apiKey),
    new URLSearchParams({ k: apiKey }).toString().slice('k='.length),
  ]);
  // The longest first: one may be a part of another.
  const longestFirst = [...spellings].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((clean, spelling) => clean.replaceAll(spelling, '[API key]'), text);
};
