export interface FileType {
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
export const typeOf = (bytes: Buffer): FileType | null => {
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

/** Archives by what they are called: their first bytes are alike. */
const ARCHIVES: Readonly<Record<string, string>> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.epub': 'application/epub+zip',
  '.zip': 'application/zip',
};

const TEXTS: Readonly<Record<string, string>> = { '.csv': 'text/csv', '.txt': 'text/plain' };

/** UTF-8 without what no text has. */
const isText = (bytes: Buffer): boolean => {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
};

/** Brands of MP4; pictures have the same box at their beginning. */
const FILMS = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso8',
  'iso9',
  'mp4v',
  'MSNV',
  '3gp6',
  'M4B ',
  'f4v ',
  'mp41',
  'mp42',
  'avc1',
  'dash',
  'M4A ',
  'M4V ',
  'M4VH',
  'qt  ',
  '3gp4',
  '3gp5',
]);

const isMpeg = (bytes: Buffer): boolean =>
  startsWith(bytes, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

/**
 * The same for files that posts link to or play: documents, audio, video, archives. Null for all else, pages and scripts among it.
 * @param extension with its dot, of the file's name
 */
export const linkedTypeOf = (bytes: Buffer, extension: string): FileType | null => {
  const name = extension.toLowerCase();
  if (startsWith(bytes, '%PDF-')) return { mime: 'application/pdf', extension: '.pdf' };
  if (isMpeg(bytes)) return { mime: 'audio/mpeg', extension: '.mp3' };
  if (startsWith(bytes, 'fLaC')) return { mime: 'audio/flac', extension: '.flac' };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8))
    return { mime: 'audio/wav', extension: '.wav' };
  if (startsWith(bytes, 'OggS')) {
    return name === '.ogv'
      ? { mime: 'video/ogg', extension: '.ogv' }
      : { mime: 'audio/ogg', extension: '.ogg' };
  }
  if (startsWith(bytes, '\x1aE\xdf\xa3')) return { mime: 'video/webm', extension: '.webm' };
  if (startsWith(bytes, 'ftyp', 4) && FILMS.has(bytes.subarray(8, 12).toString('latin1'))) {
    return name === '.m4a'
      ? { mime: 'audio/mp4', extension: '.m4a' }
      : { mime: 'video/mp4', extension: '.mp4' };
  }
  const text = TEXTS[name];
  if (text !== undefined && isText(bytes)) return { mime: text, extension: name };
  const archive = startsWith(bytes, 'PK\x03\x04') ? ARCHIVES[name] : undefined;
  return archive === undefined ? null : { mime: archive, extension: name };
};

/** Whether a list of types as `config/plugins.ts` has them, `image/*` among them, contains one. */
export const isListed = (mime: string, types: readonly string[]): boolean =>
  types.some((type) => type === mime || (type.endsWith('/*') && mime.startsWith(type.slice(0, -1))));
