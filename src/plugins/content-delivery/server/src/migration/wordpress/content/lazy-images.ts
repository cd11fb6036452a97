import type { Token } from '../../html/tokens';

/** Attributes of a tag that say, in two ways, what is shown. */
const ATTRIBUTE =
  /\s(data-(?:lazy-)?src|data-original|data-(?:lazy-)?srcset|data-(?:lazy-)?sizes|src|srcset|sizes)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi;
/** Where plugins put the address until the picture comes near, by the attribute that has it in the end. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  src: ['data-lazy-src', 'data-src', 'data-original'],
  srcset: ['data-lazy-srcset', 'data-srcset'],
  sizes: ['data-lazy-sizes', 'data-sizes'],
};
const LAZY: ReadonlySet<string> = new Set(['img', 'iframe', 'source', 'video']);

/** Pictures and frames that a plugin loads later, by a script that front ends do not have: with their address in its place. */
export const withEagerImages = (tokens: readonly Token[]): Token[] =>
  tokens.map((token) =>
    token.kind === 'tag' && !token.isClosing && LAZY.has(token.name) && /\sdata-/i.test(token.raw)
      ? { ...token, raw: eager(token.raw) }
      : token,
  );

const eager = (raw: string): string => {
  const given = new Map<string, string>();
  for (const [, name = '', value = ''] of raw.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!given.has(key)) given.set(key, value);
  }
  const settled = new Map<string, string>();
  for (const [name, later] of Object.entries(LATER)) {
    const value = later.map((one) => given.get(one)).find((one) => one !== undefined && isAddress(one));
    if (value !== undefined) settled.set(name, value);
  }
  // `data-src` of anything else than an address is not about pictures.
  if (!settled.has('src') && !settled.has('srcset')) return raw;
  const rest = raw.replace(ATTRIBUTE, (written: string, name: string) => {
    const key = name.toLowerCase();
    const target = Object.keys(LATER).find((one) => one === key || LATER[one]?.includes(key));
    return target !== undefined && settled.has(target) ? '' : written;
  });
  const made = [...settled].map(([name, value]) => ` ${name}=${value}`).join('');
  return rest.replace(/^<[^\s/>]+/, (opening) => `${opening}${made}`);
};

const isAddress = (quoted: string): boolean => {
  const value = quoted.replace(/^["']|["']$/g, '').trim();
  return value !== '' && !/^(?:data|javascript):/i.test(value);
};
