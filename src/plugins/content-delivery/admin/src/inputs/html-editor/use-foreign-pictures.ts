import { useEffect, useRef, type RefObject } from 'react';
import type { FilePlace } from '../../../../contracts/file-place';
import { useWorkBeforeSaving } from '../../edit-view/use-work-before-saving';
import { useText } from '../../shared/text';
import { useQuestionBeforeLeaving } from '../../shared/use-question-before-leaving';
import { isPicture } from '../pictures/transfer';
import type { LibraryFile } from '../pictures/public-address';
import { useAddressUploads } from '../pictures/use-address-uploads';
import { useFilePlace } from '../pictures/use-file-place';
import { imageOf } from './images';
import type { TextOfPictures } from './text-of-pictures';
import { isOf } from './pasted/pictures';
import { useElsewhere } from './use-elsewhere';
import { replacePicture } from './visual/places';

interface Uses {
  /** Of the form. */
  field: string;
  place: RefObject<TextOfPictures | null>;
  /** The address of a file as it stands in a text. */
  sourceOf(file: LibraryFile, place: FilePlace): string;
  addProblems(problems: readonly string[]): void;
}

/** Pictures that were pasted into a text and stay on other websites, until they are copied into the media library. Saving waits for that. */
export const useForeignPictures = ({ field, place, sourceOf, addProblems }: Uses) => {
  const text = useText();
  const filePlace = useFilePlace();
  const upload = useAddressUploads();
  const [addresses, setAddresses] = useElsewhere(field);
  const { isWorking: isCopying, isSavingHeld, begin } = useWorkBeforeSaving();
  const running = useRef(new AbortController());
  useEffect(() => {
    running.current = new AbortController();
    return () => running.current.abort();
  }, []);

  useQuestionBeforeLeaving(isCopying);

  /** @returns what went wrong */
  const replace = (address: string, file: LibraryFile, files: FilePlace): string | null => {
    if (!place.current) return null;
    const { editor, bringUpToDate, flush } = place.current;
    const { src, width, height } = imageOf(file, sourceOf(file, files), null);
    if (!bringUpToDate()) return text('pictures.copied-not-replaced', { address, src });
    const replaced = replacePicture(editor.state, address, { src, width, height });
    // Taken out of the text meanwhile, it is in the library all the same.
    if (!replaced) return null;
    editor.view.dispatch(replaced);
    flush();
    return null;
  };

  /** @returns whether all are copied: what went wrong is to be read before the form of a new entry gives way to another one */
  const copy = async (): Promise<boolean> => {
    const { signal } = running.current;
    try {
      const files = await filePlace().catch(() => null);
      if (!files) {
        addProblems([text('pictures.not-reached')]);
        return false;
      }
      const problems: string[] = [];
      const done = new Set<string>();
      for (const { address, file, problem } of await upload(addresses, signal)) {
        if (!file) {
          const reason = problem || text('pictures.not-reached');
          problems.push(text('pictures.not-copied', { address, reason }));
          continue;
        }
        done.add(address);
        const wrong = isPicture({ type: file.mime ?? '' })
          ? replace(address, file, files)
          : text('pictures.copied-no-picture', { address, name: file.name });
        if (wrong) problems.push(wrong);
      }
      addProblems(problems);
      setAddresses((now) => now.filter((one) => !done.has(one)));
      return problems.length === 0;
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  };

  return {
    addresses,
    isCopying,
    /** True while a save waits for them. */
    isSavingHeld,
    /** Names those that are not of the media library. */
    add: async (pasted: readonly string[]) => {
      const files = pasted.length > 0 ? await filePlace().catch(() => null) : null;
      const own = files ? [files.filesAt, files.publicUrl, window.location.origin] : [];
      const foreign = pasted.filter((address) => !own.some((base) => isOf(base, address)));
      if (foreign.length > 0) setAddresses((now) => [...new Set([...now, ...foreign])]);
    },
    dismiss: () => setAddresses([]),
    copy: () => begin(copy),
  };
};
