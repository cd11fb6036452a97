import { useEffect, useRef, useState } from 'react';
import { useText } from '../../shared/text';
import type { FilePlace } from '../../../../contracts/file-place';
import { publicAddress, type LibraryFile } from '../pictures/public-address';
import { usePictureUploads, type NewPicture, type PictureUpload } from '../pictures/use-picture-uploads';
import { imageOf } from './images';
import type { TextOfPictures } from './text-of-pictures';
import { useForeignPictures } from './use-foreign-pictures';
import type { LeftPictures } from './visual/picture-places';
import { describePicture, putPicture, removePlace } from './visual/places';
import { showUploads } from './visual/show-uploads';

/**
 * Pictures that are pasted into a text or dropped on it: they are uploaded, then put where that was.
 * @param field of the form
 */
export const useTextPictures = (field: string) => {
  const text = useText();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const addProblems = (added: readonly string[]) => setProblems((now) => [...new Set([...now, ...added])]);
  const place = useRef<TextOfPictures | null>(null);

  /** The address of a file as it stands in a text. */
  const sourceOf = (file: LibraryFile, filePlace: FilePlace): string => {
    const { src, isGuess } = publicAddress(file, filePlace);
    if (isGuess) addProblems([text('pictures.guessed-address', { address: filePlace.publicUrl })]);
    return src;
  };
  const foreign = useForeignPictures({ field, place, sourceOf, addProblems });
  /** By the numbers of files. */
  const sources = useRef(new Map<number, string>());

  const onUploaded = (upload: PictureUpload, file: LibraryFile, filePlace: FilePlace) => {
    const src = sourceOf(file, filePlace);
    sources.current.set(file.id, src);
    if (!place.current) return;
    const { editor, bringUpToDate, flush, append } = place.current;
    // As typed by now, though not entered yet.
    const attributes = imageOf(file, src, upload.description ?? (upload.alt.trim() || null));
    const put = bringUpToDate() ? putPicture(editor.state, upload.id, attributes) : null;
    if (put) {
      editor.view.dispatch(put);
      return flush();
    }
    append(imageElement(attributes));
    addProblems([text('pictures.at-the-end')]);
  };

  /** @param alt null for one that is not described */
  const describe = (file: LibraryFile, alt: string | null) => {
    const src = sources.current.get(file.id);
    if (src === undefined || !place.current?.bringUpToDate()) return;
    const { editor, flush } = place.current;
    const described = describePicture(editor.state, src, alt);
    if (!described) return;
    editor.view.dispatch(described);
    flush();
  };

  const pictures = usePictureUploads({
    onUploaded,
    onDescribed: describe,
    onTyped: (file, alt) => describe(file, alt || null),
    onRemoved: (id) => {
      const editor = place.current?.editor;
      editor?.view.dispatch(removePlace(editor.state, id));
    },
  });
  const { uploads } = pictures;

  useEffect(() => {
    const editor = place.current?.editor;
    if (!editor) return;
    showUploads(editor.view.dom, uploads, ({ progress }) =>
      progress.status === 'sending'
        ? text('pictures.percent', { percent: Math.floor(progress.share * 100) })
        : text(`pictures.state.${progress.status}`),
    );
  });

  return {
    /** Set once the editor is there. */
    place,
    pictures,
    foreign,
    /** What went wrong, in sentences; each stays until it is dismissed. */
    problems,
    addProblem: (problem: string) => addProblems([problem]),
    sourceOf,
    dismissProblem: (problem: string) => setProblems((now) => now.filter((one) => one !== problem)),
    onPictures: (added: readonly NewPicture[], { unreadable, elsewhere }: LeftPictures = NONE_LEFT) => {
      void foreign.add(elsewhere);
      const refused = added.length > 0 ? (pictures.refusal ?? pictures.add(added)) : null;
      addProblems([
        ...(unreadable > 0 ? [text('pictures.unreadable', { count: unreadable })] : []),
        ...(refused ? [refused] : []),
      ]);
      if (!refused) return;
      const editor = place.current?.editor;
      const isTaken = (id: string) => pictures.find(id) !== undefined;
      for (const { id } of added)
        if (editor && !isTaken(id)) editor.view.dispatch(removePlace(editor.state, id));
    },
  };
};

const NONE_LEFT: LeftPictures = { unreadable: 0, elsewhere: [] };

const imageElement = (attributes: Record<string, string | null>): string => {
  const element = document.createElement('img');
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) element.setAttribute(name, value);
  return `\n<p>${element.outerHTML}</p>`;
};
