import type { FilePlace } from '../../../../contracts/file-place';

/** A file of the media library, as its dialog and its upload hand it over. */
export interface LibraryFile {
  id: number;
  url: string;
  name: string;
  alternativeText?: string | null;
  width?: number | null;
  height?: number | null;
  mime?: string;
}

/** The address under which front ends find a file, and whether it is one that they may not reach. */
export const publicAddress = (
  { url }: Pick<LibraryFile, 'url'>,
  { publicUrl, isGuess }: Pick<FilePlace, 'publicUrl' | 'isGuess'>,
): { src: string; isGuess: boolean } =>
  /^(https?:)?\/\//i.test(url) ? { src: url, isGuess: false } : { src: `${publicUrl}${url}`, isGuess };
