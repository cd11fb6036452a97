import { SHOWN } from './linked-files';
import { attributeIn } from './markup';
import type { OldSite } from './old-site';
import { tokenize, type Token } from './tokens';

type Tag = Extract<Token, { kind: 'tag' }>;

/** Attributes that are copied or linked anew, or named for themselves. */
const HANDLED: ReadonlyMap<string, readonly string[]> = new Map([
  ...SHOWN,
  ['img', ['src', 'srcset', 'style']],
  ['source', ['src', 'srcset', 'style']],
  ['a', ['href', 'style']],
  ['area', ['href', 'style']],
]);
/** Attributes whose paths are the website's, too. */
const NAMING = [
  'src',
  'href',
  'xlink:href',
  'action',
  'formaction',
  'data',
  'background',
  'data-src',
  'data-bg',
];
/** Paths of WordPress in styles and drawings. */
const IN_KEPT = /(?:\b(?:xlink:)?href\s*=\s*["']?|\bsrc\s*=\s*["']?|url\(\s*["']?)(\/(?!\/)[^\s"'()<>]+)/gi;
/** What an address ends at; slashes may be written as JSON has them. */
const REST = String.raw`(?:\\?/[^\s"'<>()[\]{}\\|]*)*`;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const patterns = new WeakMap<OldSite, RegExp | null>();
/** Addresses of the old website in any text; null where it has no host. */
const patternOf = (site: OldSite): RegExp | null => {
  const known = patterns.get(site);
  if (known !== undefined) return known;
  const hosts = [...new Set([...site.hosts, ...site.fileHosts])].filter((host) => host !== '').map(escaped);
  const made =
    hosts.length === 0
      ? null
      : new RegExp(String.raw`(?:https?:)?\\?/\\?/(?:${hosts.join('|')})(?![\w.:-])${REST}`, 'gi');
  patterns.set(site, made);
  return made;
};

/**
 * Addresses of the old website in a text of HTML that nothing is done about: not copied, not linked anew. They stand in frames, forms,
 * scripts, styles, drawings, data of plugins, or between words.
 */
export const addressesLeft = (html: string, site: OldSite): URL[] => {
  const pattern = patternOf(site);
  const found: URL[] = [];
  const handled = new Set<string>();
  const read = (text: string): URL | null => {
    const address = text
      .replaceAll('\\/', '/')
      .replaceAll('&amp;', '&')
      .replace(/[.,;:!?]+$/, '');
    return URL.canParse(address, site.base) ? new URL(address, site.base) : null;
  };
  const isOld = ({ host }: URL): boolean => site.hosts.has(host) || site.fileHosts.has(host);
  const addAll = (text: string): void => {
    if (!pattern || !text.includes('/')) return;
    for (const [written] of text.matchAll(pattern)) {
      const url = read(written);
      if (url) found.push(url);
    }
  };
  const addPath = (path: string): void => {
    const url = /^\/(?!\/)/.test(path) ? read(path) : null;
    if (url && isOld(url)) found.push(url);
  };

  const readTag = ({ raw, name }: Tag): void => {
    let rest = raw;
    for (const attribute of HANDLED.get(name) ?? ['style']) {
      const given = attributeIn(rest, attribute);
      if (!given) continue;
      const url = read(given.value.trim());
      if (url) handled.add(url.href);
      rest = rest.slice(0, given.from) + rest.slice(given.from + given.value.length);
    }
    // Plugins note beside a picture which other sizes there are. Nothing shows these.
    if (name === 'img' && rest !== raw) return;
    addAll(rest);
    for (const attribute of NAMING) addPath(attributeIn(rest, attribute)?.value.trim() ?? '');
  };

  for (const token of tokenize(html)) {
    if (token.kind === 'comment') continue;
    if (token.kind === 'tag') {
      if (!token.isClosing) readTag(token);
      continue;
    }
    addAll(token.raw);
    if (token.kind !== 'kept' || token.name === 'pre') continue;
    for (const [, path = ''] of token.raw.matchAll(IN_KEPT)) addPath(path);
  }
  return found.filter(({ href }) => !handled.has(href));
};
