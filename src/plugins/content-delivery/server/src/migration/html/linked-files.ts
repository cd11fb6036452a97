import { attributeIn } from './markup';
import type { Token } from './tokens';

type Tag = Extract<Token, { kind: 'tag' }>;

const FILE =
  /\/wp-content\/|\.(?:jpe?g|png|gif|webp|avif|svg|pdf|zip|docx?|xlsx?|pptx?|od[ts]|epub|mp3|m4a|ogg|ogv|wav|flac|mp4|webm)$/i;

/** Attributes that show or play a file, by tag. Images are looked at, and copied, when they are stored. */
export const SHOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['video', ['src', 'poster']],
  ['audio', ['src']],
  ['source', ['src']],
  ['track', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
]);

export const isFile = ({ pathname }: URL): boolean => FILE.test(pathname);

/** Addresses that a tag shows or plays files of, links and images aside; as they are written. */
export const shownFiles = ({ raw, name, isClosing }: Tag): string[] => {
  if (isClosing) return [];
  const found = (SHOWN.get(name) ?? []).map((attribute) => attributeIn(raw, attribute)?.value ?? '');
  if (/\sstyle\s*=/i.test(raw) && /url\(/i.test(raw))
    found.push(...inStyle(attributeIn(raw, 'style')?.value ?? ''));
  return found;
};

/** `background-image: url(&quot;…&quot;)` */
const inStyle = (style: string): string[] => {
  const css = style.replaceAll('&quot;', '"').replace(/&#0?39;/g, "'");
  return Array.from(css.matchAll(/url\(["'\s]*([^"')]*)/gi), ([, address = '']) => address);
};
