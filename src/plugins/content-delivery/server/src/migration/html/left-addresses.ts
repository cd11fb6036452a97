import { percentDecoded } from '../../platform/formats';
import { SHOWN } from './linked-files';
import { attributeIn } from './markup';
import type { OldSite } from './old-site';
import { tokenize, type Tag } from './tokens';
import { attributeValue } from '../../platform/html/references';

/** Attributes that are copied or linked anew, or named for themselves. */
const HANDLED: ReadonlyMap<string, readonly string[]> = new Map([
  ...Array.from(SHOWN, ([tag, attributes]): [string, string[]] => [tag, [...attributes, 'style']]),
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
/** What an address begins with: slashes may be written as JSON has them, or encoded as in the query of another address. */
const BEFORE = String.raw`(?:https?:)?\\?/\\?/|https?%3A%2F%2F|(?<![\w.@/:%-])(?=[\w.-]+/\w)`;
/** The network that shows smaller copies has the host of the original in its path. */
const COPIES = String.raw`(?:i\d\.wp\.com/)?`;
/** What it ends at. */
const REST = String.raw`(?:(?:\\?/|%2F)(?:[^\s"'<>()[\]{}\\|&]|&(?!(?:quot|lt|gt|#0?3[49]);))*)*`;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Patterns {
  /** A host, by which most texts are left alone soon. */
  host: RegExp;
  address: RegExp;
}

const patterns = new WeakMap<OldSite, Patterns | null>();
/** Addresses of the old website in any text; null where it has no host. */
const patternsOf = (site: OldSite): Patterns | null => {
  const known = patterns.get(site);
  if (known !== undefined) return known;
  const hosts = [...new Set([...site.hosts, ...site.fileHosts])].filter((host) => host !== '').map(escaped);
  const any = hosts.join('|');
  const made =
    hosts.length === 0
      ? null
      : {
          host: new RegExp(any, 'i'),
          address: new RegExp(String.raw`(?:${BEFORE})${COPIES}(?:${any})(?![\w.:-])${REST}`, 'gi'),
        };
  patterns.set(site, made);
  return made;
};

interface AddressesLeft {
  /** They stand in frames, forms, scripts, styles, drawings, data of plugins, in addresses of other websites, or between words. */
  left: URL[];
  /** Of other sizes of a picture, in attributes beside its address, and in comments. Nothing shows these. */
  beside: URL[];
}

/** Addresses of the old website in a text of HTML that nothing is done about: not copied, not linked anew. */
export const addressesLeft = (html: string, site: OldSite): AddressesLeft => {
  const pattern = patternsOf(site);
  const left: URL[] = [];
  const beside: URL[] = [];
  const handled = new Set<string>();
  const read = (text: string): URL | null => {
    const written = /^https?%3A/i.test(text) ? percentDecoded(text.replace(/&.*$/s, '')) : text;
    const address = attributeValue(written)
      .replaceAll('\\/', '/')
      .replace(/^(?!https?:|\/)/i, '//')
      .replace(/[.,;:!?]+$/, '');
    return URL.parse(address, site.base);
  };
  const isOld = ({ host }: URL): boolean => site.hosts.has(host) || site.fileHosts.has(host);
  const oldOnesIn = (text: string): URL[] =>
    pattern?.host.test(text)
      ? Array.from(text.matchAll(pattern.address), ([one]) => read(one) ?? []).flat()
      : [];
  const addPath = (path: string): void => {
    const url = /^\/(?!\/)/.test(path) ? read(path) : null;
    if (url && isOld(url)) left.push(url);
  };

  const readTag = ({ raw, name }: Tag): void => {
    let rest = raw;
    for (const attribute of HANDLED.get(name) ?? ['style']) {
      const given = attributeIn(rest, attribute);
      if (!given) continue;
      const url = read(given.value.trim());
      if (url && isOld(url)) handled.add(url.href);
      else if (url && attribute === 'href') left.push(...oldOnesIn(ofOthers(url)));
      rest = rest.slice(0, given.from) + rest.slice(given.from + given.value.length);
    }
    if (name === 'img' && rest !== raw) {
      beside.push(...oldOnesIn(rest));
      return;
    }
    left.push(...oldOnesIn(rest));
    if (!/=\s*["']?\s*\/(?!\/)/.test(rest)) return;
    for (const attribute of NAMING) addPath(attributeIn(rest, attribute)?.value.trim() ?? '');
  };

  for (const token of tokenize(html)) {
    if (token.kind === 'comment') {
      beside.push(...oldOnesIn(token.raw));
      continue;
    }
    if (token.kind === 'tag') {
      if (!token.isClosing) readTag(token);
      continue;
    }
    left.push(...oldOnesIn(token.raw));
    if (token.kind !== 'kept' || token.name === 'pre') continue;
    for (const [, path = ''] of token.raw.matchAll(IN_KEPT)) addPath(path);
  }
  const isNew = ({ href }: URL): boolean => !handled.has(href);
  return { left: left.filter(isNew), beside: beside.filter(isNew) };
};

/** Where in the address of another website one of the old website is of use: what is to be shared there, or shown smaller. */
const ofOthers = ({ host, href, search, hash }: URL): string =>
  /^i\d\.wp\.com$/.test(host) ? href : `${search}${hash}`;
