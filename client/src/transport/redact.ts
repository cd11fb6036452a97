/** What no message may hold. */
export interface Secrets {
  apiKey: string;
  /** The token of a preview link. */
  preview?: string | undefined;
}

/** Takes an API key and a preview token out of a text, in whichever way an address may spell them. */
export const redact = (text: string, { apiKey, preview }: Secrets): string => {
  const spellings = new Map([
    ...spellingsOf(apiKey).map((spelling) => [spelling, '[API key]'] as const),
    ...(preview ? spellingsOf(preview).map((spelling) => [spelling, '[preview token]'] as const) : []),
  ]);
  // The longest first: one may be a part of another.
  const longestFirst = [...spellings].sort(([one], [other]) => other.length - one.length);
  return longestFirst.reduce((clean, [spelling, name]) => clean.replaceAll(spelling, name), text);
};

const spellingsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURI(secret),
  new URLSearchParams({ k: secret }).toString().slice('k='.length),
];
