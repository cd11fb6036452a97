export interface ImageType {
  mime: string;
  extension: string;
}

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** Brands of AVIF in the box that such a file begins with. */
const AVIF = new Set(['avif', 'avis']);

/**
 * What an image is by its first bytes: a header and a file's name may claim anything.
 * @returns null for anything but the kinds that all browsers show; SVG is none of them, as it may carry scripts
 */
export const typeOf = (bytes: Buffer): ImageType | null => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return { mime: 'image/png', extension: '.png' };
  if (startsWith(bytes, '\xff\xd8\xff')) return { mime: 'image/jpeg', extension: '.jpg' };
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) {
    return { mime: 'image/gif', extension: '.gif' };
  }
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) {
    return { mime: 'image/webp', extension: '.webp' };
  }
  if (startsWith(bytes, 'ftyp', 4) && AVIF.has(bytes.subarray(8, 12).toString('latin1'))) {
    return { mime: 'image/avif', extension: '.avif' };
  }
  return null;
};

/** Whether a list of types as `config/plugins.ts` has them, `image/*` among them, contains one. */
export const isListed = (mime: string, types: readonly string[]): boolean =>
  types.some((type) => type === mime || (type.endsWith('/*') && mime.startsWith(type.slice(0, -1))));
