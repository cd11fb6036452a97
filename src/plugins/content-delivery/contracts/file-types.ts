/** Pictures that browsers show, by their type. SVG is not among them: it can carry scripts. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
};

/** Pictures that are converted as they come in. */
export const CONVERTED_PICTURES: readonly string[] = ['image/tiff'];

/** What is stored as a picture, at every door: the media library, fields, texts, uploads from an address, imports. */
export const PICTURE_TYPES: readonly string[] = Object.keys(PICTURES);

/** The pictures for people; what is converted is said where it is. */
export const PICTURE_NAMES = Object.values(PICTURES).join(', ');

/** Other files that are taken. */
export const OTHER_TYPES: readonly string[] = [
  'video/*',
  'audio/*',
  'application/pdf',
  'text/plain',
  'text/csv',
];
export const OTHER_NAMES = 'videos, audio, PDF, plain text and CSV';

/** What cameras of phones make, and browsers do not show. */
export const isHeic = (type: string): boolean => /^image\/hei[cf]/i.test(type);
