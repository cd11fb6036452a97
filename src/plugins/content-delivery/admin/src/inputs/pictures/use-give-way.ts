import { useEffect, useRef } from 'react';
import type { LibraryFile } from './public-address';
import type { PictureUploads } from './use-picture-uploads';

/**
 * For one place for a picture: what is on its way to it gives way to another picture that is chosen there meanwhile.
 * @param uploaded the file that came to the place last by an upload
 */
export const useGiveWay = (
  chosen: LibraryFile['id'] | null,
  uploaded: LibraryFile['id'] | null,
  { uploads, remove }: Pick<PictureUploads, 'uploads' | 'remove'>,
): void => {
  const latest = useRef({ uploaded, uploads, remove });
  latest.current = { uploaded, uploads, remove };
  useEffect(() => {
    const { current } = latest;
    // Who takes the old one away may do so for the new one.
    if (chosen === null || chosen === current.uploaded) return;
    for (const { id } of current.uploads) current.remove(id);
  }, [chosen]);
};
