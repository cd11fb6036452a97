import { useEffect, useRef, useState, type RefObject } from 'react';
import type { FilePlace } from '../../../../contracts/file-place';
import { useText } from '../../shared/text';
import { isPicture } from '../pictures/transfer';
import type { LibraryFile } from '../pictures/public-address';
import { useAddressUploads } from '../pictures/use-address-uploads';
import { useFilePlace } from '../pictures/use-file-place';
import { imageOf } from './images';
import type { TextOfPictures } from './text-of-pictures';
import { isOf } from './pasted/pictures';
import { replacePicture } from './visual/places';

interface Uses {
  place: RefObject<TextOfPictures | null>;
  /** The address of a file as it stands in a text. */
  sourceOf(file: LibraryFile, place: FilePlace): string;
  addProblems(problems: readonly string[]): void;
}

/** Pictures that were pasted into a text and stay on other websites, until they are copied into the media library. */
export const useForeignPictures = ({ place, sourceOf, addProblems }: Uses) => {
  const text = useText();
  const filePlace = useFilePlace();
  const upload = useAddressUploads();
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const [isCopying, setCopying] = useState(false);
  const running = useRef(new AbortController());
  useEffect(() => {
    running.current = new AbortController();
    return () => running.current.abort();
  }, []);

  const replace = (address: string, file: LibraryFile, files: FilePlace) => {
    if (!place.current?.bringUpToDate()) return;
    const { editor, flush } = place.current;
    const { src, width, height } = imageOf(file, sourceOf(file, files), null);
    const replaced = replacePicture(editor.state, address, { src, width, height });
    if (!replaced) return;
    editor.view.dispatch(replaced);
    flush();
  };

  return {
    addresses,
    isCopying,
    /** Names those that are not of the media library. */
    add: async (pasted: readonly string[]) => {
      const files = pasted.length > 0 ? await filePlace().catch(() => null) : null;
      const own = files ? [files.filesAt, files.publicUrl, window.location.origin] : [];
      const foreign = pasted.filter((address) => !own.some((base) => isOf(base, address)));
      if (foreign.length > 0) setAddresses((now) => [...new Set([...now, ...foreign])]);
    },
    dismiss: () => setAddresses([]),
    copy: async () => {
      const { signal } = running.current;
      setCopying(true);
      try {
        const files = await filePlace().catch(() => null);
        if (!files) return addProblems([text('pictures.not-reached')]);
        const problems: string[] = [];
        const done = new Set<string>();
        for (const { address, file, problem } of await upload(addresses, signal)) {
          if (!file) {
            const reason = problem || text('pictures.not-reached');
            problems.push(text('pictures.not-copied', { address, reason }));
            continue;
          }
          done.add(address);
          if (!isPicture({ type: file.mime ?? '' }))
            problems.push(text('pictures.copied-no-picture', { address, name: file.name }));
          // Taken out of the text meanwhile, it is in the library all the same.
          else replace(address, file, files);
        }
        addProblems(problems);
        setAddresses((now) => now.filter((one) => !done.has(one)));
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setCopying(false);
      }
    },
  };
};
