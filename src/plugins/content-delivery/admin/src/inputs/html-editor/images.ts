import type { LibraryFile } from '../pictures/public-address';

/** What to offer as the text of an image: its own, unless that is the name of the file, which says nothing. */
export const suggestedText = ({ alternativeText, name }: LibraryFile): string =>
  alternativeText && alternativeText !== name ? alternativeText : '';

/** The attributes of a file's image in the text. */
export const imageOf = (file: LibraryFile, src: string, alt: string | null) => ({
  src,
  alt,
  width: file.width ? String(file.width) : null,
  height: file.height ? String(file.height) : null,
});
