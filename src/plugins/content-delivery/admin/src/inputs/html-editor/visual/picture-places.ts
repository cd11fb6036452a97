import { Extension } from '@tiptap/core';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { NewPicture } from '../../pictures/use-picture-uploads';
import { cleanPasted } from '../pasted/clean';
import { fileOfData, isMarker, type PastedPicture } from '../pasted/pictures';
import { changePlaces, placesIn, placesKey, placesState, type Place } from './places';
import { newId } from '../../../shared/new-id';

/** Pictures of pasted HTML that are not brought along. */
export interface LeftPictures {
  /** How many cannot be had. */
  unreadable: number;
  /** Addresses of those that stay on another website. */
  elsewhere: readonly string[];
}

export interface PictureOptions {
  /** Pictures were pasted or dropped, once for each time; those that can be had have a place in the text, by their ids. */
  onPictures(pictures: readonly NewPicture[], left?: LeftPictures): void;
}

/** What stands at the place of a picture; its upload fills it (see `showUploads`). */
const signOf = (id: string) => (): HTMLElement => {
  const sign = document.createElement('span');
  sign.className = 'html-upload';
  sign.contentEditable = 'false';
  sign.dataset['upload'] = id;
  return sign;
};

/** Files that are to become pictures; null where the clipboard has text, of which programs also give an image. */
const filesOf = (data: DataTransfer | null): File[] | null => {
  const files = [...(data?.files ?? [])];
  if (!data || files.length === 0) return null;
  const html = data.getData('text/html');
  const hasText = html === '' ? false : /[^\s<>]/.test(withoutTags(html));
  return hasText ? null : files;
};

const withoutTags = (html: string): string => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return page.body.textContent ?? '';
};

/** HTML that this editor has copied; it is in order. */
const isOwn = (html: string): boolean => /\sdata-(?:pm-slice|html-copy)=/.test(html);

/** Makes places for files at a position of the text. @returns them as pictures of these places */
export const makePlaces = (view: EditorView, files: readonly File[], position: number): NewPicture[] => {
  const pictures = files.map((file) => ({ id: newId(), file }));
  view.dispatch(changePlaces(view.state.tr, { add: pictures.map(({ id }) => ({ id, position })) }));
  return pictures;
};

/** Takes pictures that are pasted or dropped, and cleans pasted HTML. */
export const PicturePlaces = Extension.create<PictureOptions>({
  name: 'picturePlaces',
  // Behind the clipboard within the panel.
  priority: 1050,
  addOptions: () => ({ onPictures: () => undefined }),
  addProseMirrorPlugins() {
    const { options, editor } = this;
    let pasted = new Map<string, PastedPicture>();
    let unreadable = 0;
    let elsewhere: readonly string[] = [];
    /** What is pasted, in RTF: the HTML is read before anything else hears of it. */
    let rtf = '';

    const take = (view: EditorView, files: readonly File[], position: number) =>
      options.onPictures(makePlaces(view, files, position));

    const taken = new WeakSet<Event>();
    const drop = (view: EditorView, event: DragEvent): boolean => {
      const files = taken.has(event) ? null : filesOf(event.dataTransfer);
      if (!files) return false;
      taken.add(event);
      event.preventDefault();
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      take(view, files, place?.pos ?? view.state.selection.to);
      return true;
    };

    /** Makes places of the markers that pasted HTML has for its pictures. */
    const placeMarkers = (state: EditorState): Transaction | null => {
      const found: { marker: string; position: number }[] = [];
      state.doc.descendants((node, position) => {
        const src: unknown = node.attrs['src'];
        if (node.type.name === 'image' && isMarker(src)) found.push({ marker: src, position });
      });
      let missing = unreadable;
      const staying = elsewhere;
      unreadable = 0;
      elsewhere = [];
      const { tr } = state;
      const pictures: NewPicture[] = [];
      const add: Place[] = [];
      for (const { marker, position } of found) {
        const at = tr.mapping.map(position);
        tr.delete(at, at + 1);
        const picture = pasted.get(marker);
        const file = picture && fileOfData(picture.data, `picture-${pictures.length + 1}`);
        if (picture && file) {
          pictures.push({ id: marker, file, alt: picture.alt });
          add.push({ id: marker, position: at });
        } else missing += 1;
      }
      pasted = new Map();
      // After the state that it is about is in place.
      queueMicrotask(() => {
        if (missing + staying.length + pictures.length > 0)
          options.onPictures(pictures, { unreadable: missing, elsewhere: staying });
      });
      return found.length > 0 ? changePlaces(tr, { add }) : null;
    };

    return [
      new Plugin<readonly Place[]>({
        key: placesKey,
        state: placesState,
        appendTransaction(transactions, _before, state) {
          const isTaken = transactions.some((one) => /^(paste|drop)$/.test(String(one.getMeta('uiEvent'))));
          return isTaken && (pasted.size > 0 || unreadable + elsewhere.length > 0)
            ? placeMarkers(state)
            : null;
        },
        props: {
          decorations: (state) => {
            const places = placesIn(state);
            if (places.length === 0) return DecorationSet.empty;
            return DecorationSet.create(
              state.doc,
              places.map(({ id, position }) =>
                Decoration.widget(position, signOf(id), { key: id, side: -1, ignoreSelection: true }),
              ),
            );
          },
          transformPastedHTML(html) {
            pasted = new Map();
            unreadable = 0;
            elsewhere = [];
            if (isOwn(html)) return html;
            try {
              const clean = cleanPasted(html, rtf);
              pasted = new Map(clean.pictures.map((one) => [one.marker, one]));
              ({ unreadable, elsewhere } = clean);
              return clean.html;
            } catch {
              // Nested too deep. The editor's own reader takes what it knows.
              return html;
            }
          },
          handleDOMEvents: {
            paste: (_view, { clipboardData }) => {
              rtf = clipboardData?.getData('text/rtf') ?? '';
              return false;
            },
            drop: (_view, { dataTransfer }) => {
              rtf = dataTransfer?.getData('text/rtf') ?? '';
              return false;
            },
          },
          handlePaste(view, event) {
            const files = filesOf(event.clipboardData);
            if (!files) return false;
            take(view, files, view.state.selection.to);
            return true;
          },
          handleDrop: (view, event, _slice, isMoved) => !isMoved && drop(view, event),
        },
        // The panel's own drag and drop claims every file, and the editor overlooks events that are claimed.
        view: ({ dom }) => {
          const onDrop = (event: DragEvent) => {
            const { view } = editor;
            if (view.editable && !view.dragging) drop(view, event);
          };
          dom.addEventListener('drop', onDrop);
          return { destroy: () => dom.removeEventListener('drop', onDrop) };
        },
      }),
    ];
  },
});
