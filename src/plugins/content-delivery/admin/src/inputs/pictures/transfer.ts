/** Pictures that browsers show. SVG is not among them: it can carry scripts, and the server refuses it. */
const TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

/** Their names, for people. */
export const PICTURE_TYPES = 'JPEG, PNG, GIF, WebP, AVIF';

export const isPicture = ({ type }: { type: string }): boolean => TYPES.has(type);

/** Whether a drag brings files; which, browsers tell when they are dropped. */
export const bringsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;
