import type { Node as EditorNode } from '@tiptap/pm/model';
import { PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { insertPoint } from '@tiptap/pm/transform';

/** Where in the text a picture will be. The place shows, and is no part of the text. */
export interface Place {
  id: string;
  position: number;
}

type Change =
  { add: readonly Place[] } | { remove: string } | { put: string } | { restore: readonly Place[] };

export const placesKey = new PluginKey<readonly Place[]>('picturePlaces');

const changed = (transaction: Transaction, places: readonly Place[]): readonly Place[] => {
  const change = transaction.getMeta(placesKey) as Change | undefined;
  if (change && 'restore' in change) return change.restore;
  const put = change && 'put' in change ? places.findIndex(({ id }) => id === change.put) : -1;
  // What is typed at a place comes after it; of several pictures at one place, those after the one that is put there do.
  const kept = transaction.docChanged
    ? places.map(({ id, position }, index) => ({
        id,
        position: transaction.mapping.map(position, put >= 0 && index > put ? 1 : -1),
      }))
    : places;
  if (!change) return kept;
  if ('add' in change) return [...kept, ...change.add];
  const gone = 'put' in change ? change.put : 'remove' in change ? change.remove : '';
  return kept.filter(({ id }) => id !== gone);
};

/** Keeps the places beside the document, and moves them with it. */
export const placesState = { init: (): readonly Place[] => [], apply: changed };

export const placesIn = (state: EditorState): readonly Place[] => placesKey.getState(state) ?? [];

export const changePlaces = (transaction: Transaction, change: Change): Transaction =>
  transaction.setMeta(placesKey, change);

/** Puts an image where the picture was pasted or dropped. @returns null when that place is gone */
export const putPicture = (state: EditorState, id: string, attributes: object): Transaction | null => {
  const place = placesKey.getState(state)?.find((one) => one.id === id);
  if (!place) return null;
  const { doc, schema } = state;
  const type = schema.nodes['image'];
  const paragraph = schema.nodes['paragraph'];
  if (!type || !paragraph) return null;
  const image = type.create(attributes);
  const position = Math.min(place.position, doc.content.size);
  const $place = doc.resolve(position);
  const tr = state.tr.setMeta(placesKey, { put: id } satisfies Change);
  if ($place.parent.inlineContent && $place.parent.canReplaceWith($place.index(), $place.index(), type))
    return tr.insert(position, image);
  const beside = insertPoint(doc, position, paragraph) ?? ($place.depth > 0 ? $place.after(1) : position);
  return tr.insert(beside, paragraph.create(null, image));
};

export const removePlace = (state: EditorState, id: string): Transaction =>
  state.tr.setMeta(placesKey, { remove: id } satisfies Change);

/** Changes the text of the image with this address. @returns null when there is none */
export const describePicture = (state: EditorState, src: string, alt: string | null): Transaction | null => {
  let found: number | null = null;
  state.doc.descendants((node, position) => {
    if (node.type.name === 'image' && node.attrs['src'] === src) found = position;
    return found === null;
  });
  return found === null ? null : state.tr.setNodeAttribute(found, 'alt', alt);
};

/** Gives all images with this address another one. @returns null when there are none */
export const replacePicture = (
  state: EditorState,
  src: string,
  attributes: Readonly<Record<string, string | null>>,
): Transaction | null => {
  const { tr } = state;
  state.doc.descendants((node, position) => {
    if (node.type.name === 'image' && node.attrs['src'] === src)
      tr.setNodeMarkup(position, null, { ...node.attrs, ...attributes }, node.marks);
  });
  return tr.docChanged ? tr : null;
};

/**
 * The places of a document in another version of it: in the paragraph that reads the same, or else in the one that is
 * there now.
 *
 * @returns a transaction on the new state; null when there are no places
 */
export const carryPlaces = (before: EditorState, after: EditorState): Transaction | null => {
  const places = placesIn(before);
  if (places.length === 0) return null;
  const starts = blockStarts(after.doc);
  const restore = places.map(({ id, position }) => {
    const index = Math.min(before.doc.resolve(position).index(0), before.doc.childCount - 1);
    const block = before.doc.child(index);
    const offset = position - (blockStarts(before.doc)[index] ?? 0);
    const now = sameBlock(after.doc, block, index);
    return { id, position: (starts[now] ?? 0) + Math.min(offset, after.doc.child(now).nodeSize - 1) };
  });
  return after.tr.setMeta(placesKey, { restore } satisfies Change).setMeta('addToHistory', false);
};

const blockStarts = (doc: EditorNode): number[] => {
  const starts: number[] = [];
  doc.forEach((_node, offset) => starts.push(offset));
  return starts;
};

/** The block that reads the same, the nearest to where it was. */
const sameBlock = (doc: EditorNode, block: EditorNode, index: number): number => {
  const text = block.textContent;
  for (let distance = 0; distance < doc.childCount; distance += 1)
    for (const at of [index - distance, index + distance])
      if (doc.maybeChild(at)?.textContent === text && doc.child(at).type === block.type) return at;
  return Math.min(index, doc.childCount - 1);
};
