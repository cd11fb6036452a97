import { ADDRESS, embedded } from './addresses';
import { attributeValue, escapeAttribute, escapeText } from '../../../platform/html/references';
import { isBlankText, withoutEndSpaces } from '../../html/markup';
import type { Attachment, ContentSources, Notices, Room } from './sources';
import { isOfWordPress, tokenize, type ShortcodeToken, type Token } from '../../html/tokens';

/** A film that is shown in the player of its host. */
const ON_HOST = /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i;
/** Shortcodes in captions in captions … */
const MAX_DEPTH = 4;

/**
 * The shortcodes of WordPress that need no WordPress become what it makes of them, galleries and players in a
 * simpler form. All others stay as text.
 */
export const withoutShortcodes = (
  tokens: readonly Token[],
  sources: ContentSources,
  room: Room,
  notices: Notices,
  depth = 0,
): Token[] =>
  tokens.map((token): Token => {
    if (token.kind !== 'shortcode') return token;
    const isPlayer =
      token.name === 'embed' || (token.name === 'video' && ON_HOST.test(addressIn(token) ?? ''));
    const address = isPlayer && depth < MAX_DEPTH ? addressIn(token) : null;
    if (address !== null) return { kind: 'made', ...embedded(address, sources, notices) };
    const html = depth < MAX_DEPTH ? made(token, sources, room, notices, depth) : null;
    if (html !== null) return { kind: 'made', raw: html, isFigure: true };
    notices.add('shortcode', token.name);
    return { kind: 'text', raw: token.raw };
  });

const made = (
  token: ShortcodeToken,
  sources: ContentSources,
  room: Room,
  notices: Notices,
  depth: number,
): string | null => {
  const inside = (html: string): string =>
    withoutShortcodes(tokenize(html), sources, room, notices, depth + 1)
      .map(({ raw }) => raw)
      .join('');
  switch (token.name) {
    case 'caption':
    case 'wp_caption':
      return token.inner === null ? null : captioned(token.attributes, token.inner, inside);
    case 'gallery':
      return gallery(token.attributes, sources, room, notices);
    case 'embed':
      return null;
    default:
      return player(token);
  }
};

/** From markup into an attribute: entities are entities already. */
const quoted = (markup: string): string =>
  markup.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The image, with its link if it has one, and the text below it. */
const captioned = (
  attributes: Map<string, string>,
  inner: string,
  inside: (html: string) => string,
): string => {
  const { image, rest } = imageAndRest(inner);
  const caption = isBlankText(rest) ? (attributes.get('caption') ?? '') : rest.trim();
  const width = Number.parseInt(attributes.get('width') ?? '', 10);
  if (image === '' || isBlankText(caption) || !(width >= 1)) return inside(inner);
  const id = quoted(attributes.get('id') ?? '');
  const captionId = `caption-${id.replaceAll('_', '-')}`;
  const name = ['wp-caption', attributes.get('align') ?? 'alignnone', attributes.get('class') ?? '']
    .filter((part) => part !== '')
    .join(' ');
  const ids = id === '' ? '' : `id="${id}" aria-describedby="${captionId}" `;
  const text = inside(withBreaks(caption));
  return (
    `<figure ${ids}style="width: ${width}px" class="${quoted(name)}">${inside(image)}` +
    `<figcaption ${id === '' ? '' : `id="${captionId}" `}class="wp-caption-text">${text}</figcaption></figure>`
  );
};

/** A break at every end of a line, in place of the spaces in front of it. */
const withBreaks = (text: string): string => {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return lines.map((line) => `${withoutEndSpaces(line)}<br />\n`).join('') + last;
};

const imageAndRest = (html: string): { image: string; rest: string } => {
  const tokens = tokenize(html);
  let at = 0;
  const isTag = (name: string, isClosing = false): boolean => {
    const token = tokens[at];
    return token?.kind === 'tag' && token.name === name && token.isClosing === isClosing;
  };
  const skipSpaces = (): void => {
    const token = tokens[at];
    if (token?.kind === 'text' && isBlankText(token.raw)) at += 1;
  };
  skipSpaces();
  const from = at;
  const isLinked = isTag('a');
  if (isLinked) at += 1;
  skipSpaces();
  if (!isTag('img')) return { image: '', rest: html };
  at += 1;
  if (isLinked) {
    skipSpaces();
    if (!isTag('a', true)) return { image: '', rest: html };
    at += 1;
  }
  const joined = (part: Token[]): string => part.map(({ raw }) => raw).join('');
  return { image: joined(tokens.slice(from, at)), rest: joined(tokens.slice(at)) };
};

const idsIn = (text: string | undefined): string[] => text?.match(/\d+/g) ?? [];

const gallery = (
  attributes: Map<string, string>,
  sources: ContentSources,
  room: Room,
  notices: Notices,
): string | null => {
  if (room.isFull) return null;
  const wanted = attributes.get('ids') ?? attributes.get('include');
  const excluded = new Set(idsIn(attributes.get('exclude')).map((id) => sources.attachment(id)?.url));
  const images: Attachment[] = [];
  if (wanted === undefined) {
    const uploaded = sources.attachmentsOf(attributes.get('id') ?? sources.postId);
    images.push(...uploaded.filter(({ url }) => !excluded.has(url)));
  }
  for (const id of idsIn(wanted)) {
    const image = sources.attachment(id);
    if (image) images.push(image);
    else notices.add('missing-gallery-image', id);
  }
  if (images.length === 0) return null;
  const items: string[] = [];
  for (const image of images) {
    const item = galleryItem(image);
    if (!room.take(item.length)) return null;
    items.push(item);
  }
  const columns = Number.parseInt(attributes.get('columns') ?? '3', 10) || 3;
  return `<figure class="gallery gallery-columns-${columns}">\n${items.join('\n')}\n</figure>`;
};

const galleryItem = ({ url, alternativeText, caption }: Attachment): string => {
  const image = `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alternativeText)}" />`;
  const text =
    caption.trim() === '' ? '' : `<figcaption class="gallery-caption">${caption.trim()}</figcaption>`;
  return `<figure class="gallery-item">${image}${text}</figure>`;
};

const addressIn = ({ attributes, inner }: ShortcodeToken): string | null => {
  const address = (inner ?? attributes.get('src') ?? attributes.get('url') ?? '').trim();
  return ADDRESS.test(address) ? address : null;
};

const FORMATS = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac', 'mp4', 'm4v', 'webm', 'ogv', 'flv'];

/** `[audio src="…"]`, `[video mp4="…" webm="…"]` */
const player = ({ name, attributes, inner }: ShortcodeToken): string | null => {
  const addresses = FORMATS.map((format) => attributes.get(format) ?? '').filter((url) => url !== '');
  const inside = inner?.trim() ?? '';
  if (addresses.length === 0 && ADDRESS.test(inside)) addresses.push(inside);
  const [first] = addresses;
  if (first === undefined) return null;
  const sources = addresses.map((url) => `<source src="${quoted(url)}" />`).join('');
  const size = ['width', 'height', 'poster'].map((key) => {
    const value = name === 'video' ? (attributes.get(key) ?? '') : '';
    return value === '' ? '' : ` ${key}="${quoted(value)}"`;
  });
  return `<${name}${size.join('')} controls="controls" preload="metadata">${sources}<a href="${quoted(first)}">${escapeText(attributeValue(first))}</a></${name}>`;
};

const ANY = /\[(\/?)([a-zA-Z][\w-]*)(?![\w-])([^\][<>]*)\]/g;
/** Shortcodes for all that they may stand within a line, and have no value with a name. */
const KNOWN =
  /^(?:youtube|vimeo|soundcloud|tweet|instagram|gist|videopress|wpvideo|googlemaps|toc|slideshare|scribd)$/i;
/** In the address of a link or a picture; `?a[b]=1` is none. */
const IN_ADDRESS =
  /\s(?:href|src|srcset|action|poster)\s*=\s*(?:"[^"]*?|'[^']*?)(?<![\w%\]])\[([a-z][\w-]*)(?:\s[^\]["']{0,200})?\]/gi;
/** As WordPress.com writes formulas, which a plugin draws. */
const FORMULA = /\$latex[\s{\\&;]/;

/**
 * Names the shortcodes of plugins and themes, which stay as text. "[sic]" and "[1]" are no shortcodes: one has a
 * value, a closing tag, a name of several words, or a separate line.
 */
export const nameShortcodes = (tokens: readonly Token[], notices: Notices): void => {
  const found: { name: string; isCertain: boolean }[] = [];
  const closed = new Set<string>();
  const kept = notices.names('kept-inside');
  for (const token of tokens) {
    if (token.kind === 'tag') {
      for (const [, name = ''] of token.raw.matchAll(IN_ADDRESS)) notices.add('shortcode-in-address', name);
    }
    if (token.kind === 'text' && FORMULA.test(token.raw)) notices.add('formula', '$latex');
    if (token.kind !== 'text' || !token.raw.includes('[')) continue;
    for (const match of token.raw.matchAll(ANY)) {
      const [all, slash, name = '', rest = ''] = match;
      if (slash === '/') {
        closed.add(name);
        continue;
      }
      const isAlone = isLineOfItsOwn(token.raw, match.index, match.index + all.length);
      const hasValue = rest.includes('=') || KNOWN.test(name);
      const isCertain = hasValue || /[-_]/.test(name) || (isAlone && /^[a-z]/.test(name));
      // Of an older plugin: `[audio:https://…]`.
      if (isOfWordPress(name) && /^:https?:/.test(rest)) notices.add('shortcode', name);
      found.push({ name, isCertain });
    }
  }
  // What begins it may have signs in it that are HTML, as in [box title="<b>"].
  const begun = new Set(found.map(({ name }) => name));
  for (const name of closed) if (!begun.has(name)) found.push({ name, isCertain: false });
  for (const { name, isCertain } of found) {
    // WordPress's own are tokens where they are meant, and text where they are only named.
    if ((!isCertain && !closed.has(name)) || isOfWordPress(name) || kept.has(name)) continue;
    notices.add(closed.has(name) ? 'enclosing-shortcode' : 'shortcode', name);
  }
};

const isLineOfItsOwn = (text: string, from: number, to: number): boolean => {
  let start = from;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  let end = to;
  while (end < text.length && (text[end] === ' ' || text[end] === '\t')) end += 1;
  return (start === 0 || text[start - 1] === '\n') && (end === text.length || text[end] === '\n');
};
