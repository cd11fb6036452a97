import type { Token } from '../../html/tokens';

/** Where plugins put the address until the picture comes near, by the attribute that has it in the end. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  src: [
    ...['data-lazy-src', 'data-src', 'data-original', 'data-orig-src', 'data-cfsrc', 'data-opt-src'],
    ...['data-wpfc-original-src', 'data-pagespeed-lazy-src', 'data-litespeed-src', 'data-ezsrc'],
    ...['nitro-lazy-src', 'data-lazyload', 'data-breeze', 'data-lazy', 'data-echo'],
  ],
  srcset: ['data-lazy-srcset', 'data-srcset', 'data-orig-srcset', 'nitro-lazy-srcset'],
  sizes: ['data-lazy-sizes', 'data-sizes'],
};
/** Attributes of a tag that say, in two ways, what is shown. */
const ATTRIBUTE = new RegExp(
  `\\s(${[...Object.keys(LATER), ...Object.values(LATER).flat()].join('|')})\\s*=\\s*("[^"]*"|'[^']*'|[^\\s"'>]+)`,
  'gi',
);
/** A picture's address in an attribute of any other name. */
const OTHER =
  /\s((?:data|nitro)-(?!orig-file|large|medium|full|link|permalink)[\w-]*)\s*=\s*("(?:https?:)?\/[^"\s]+\.(?:jpe?g|png|gif|webp|avif)(?:\?[^"\s]*)?"|'(?:https?:)?\/[^'\s]+\.(?:jpe?g|png|gif|webp|avif)(?:\?[^'\s]*)?')/i;
const LAZY: ReadonlySet<string> = new Set(['img', 'iframe', 'source', 'video']);

/** Pictures and frames that a plugin loads later, by a script that front ends do not have: with their address in its place. */
export const withEagerImages = (tokens: readonly Token[]): Token[] =>
  tokens.map((token) =>
    token.kind === 'tag' && !token.isClosing && LAZY.has(token.name) && /\s(?:data|nitro)-/i.test(token.raw)
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
  const src = given.get('src');
  const [, , other] = OTHER.exec(raw) ?? [];
  // Nothing is shown by itself, so that the address is where the script of some plugin looks for it.
  if (/^<img\b/i.test(raw) && settled.size === 0 && other !== undefined && !given.has('srcset')) {
    if (src === undefined || !isAddress(src)) settled.set('src', other);
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
  return value !== '' && !/^(?:data|javascript|about):/i.test(value);
};
