/** Pictures that browsers show. SVG is not among them: it can carry scripts, and the server refuses it. */
export const PICTURE_MIME_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
];

/** Their names, for people. */
export const PICTURE_TYPES = 'JPEG, PNG, GIF, WebP, AVIF';

export const isPicture = ({ type }: { type: string }): boolean => PICTURE_MIME_TYPES.includes(type);

/** Whether a drag brings files; which, browsers say when they are dropped. */
export const bringsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;
