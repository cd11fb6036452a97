import { attributeIn } from './markup';
import type { Tag } from './tokens';

/** Files that are copied with --linked-files, by their names: their content says later what they are. */
const TAKEN =
  /\.(?:jpe?g|png|gif|webp|avif|pdf|zip|docx|xlsx|pptx|od[ts]|epub|mp3|m4a|og[gv]|wav|flac|mp4|m4v|mov|webm|csv|txt)$/i;
/** Others that are no pages. */
const NO_PAGE =
  /\/wp-content\/|\.(?:svg|docx?|xlsx?|pptx?|rtf|gz|rar|7z|tar|css|js|ico|bmp|tiff?|avi|wmv|mkv)$/i;

/** Attributes that show or play a file, by tag. Images are looked at, and copied, when they are stored. */
export const SHOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['video', ['src', 'poster']],
  ['audio', ['src']],
  ['source', ['src']],
  ['track', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
]);

export const isTaken = ({ pathname }: URL): boolean => TAKEN.test(pathname);

export const isFile = (address: URL): boolean => isTaken(address) || NO_PAGE.test(address.pathname);

/** Addresses that a tag shows or plays files of, links and images aside, as they are written; those of its style apart. */
export const shownFiles = ({ raw, name, isClosing }: Tag): { played: string[]; inStyle: string[] } => {
  if (isClosing) return { played: [], inStyle: [] };
  const hasStyle = /\sstyle\s*=/i.test(raw) && /url\(/i.test(raw);
  return {
    played: (SHOWN.get(name) ?? []).map((attribute) => attributeIn(raw, attribute)?.value ?? ''),
    inStyle: hasStyle ? inStyle(attributeIn(raw, 'style')?.value ?? '') : [],
  };
};

/** `background-image: url(&quot;…&quot;)` */
const inStyle = (style: string): string[] => {
  const css = style.replaceAll('&quot;', '"').replace(/&#0?39;/g, "'");
  return Array.from(css.matchAll(/url\(["'\s]*([^"')]*)/gi), ([, address = '']) => address);
};
