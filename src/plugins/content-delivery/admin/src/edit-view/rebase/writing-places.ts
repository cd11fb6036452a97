import type { Selection, TypedKey } from './typed-keys';

/** An editor of its own kind, such as one for HTML, as what buffers keys sees it. */
export interface WritingPlace {
  selection(): Selection;
  select(selection: Selection): void;
  /** At once: the next key is to arrive there. */
  focus(): void;
  /** Remembers the text as it is, for when the editor is gone. @returns null while nothing is open */
  snapshot(): TextSnapshot | null;
}

export interface TextSnapshot {
  /** Of the form. */
  field: string;
  value: unknown;
  /** What the field would hold with these keys typed at the selection. */
  withKeys(keys: readonly TypedKey[]): unknown;
}

const places = new WeakMap<Element, WritingPlace>();

/** @param element what has the focus while the user types */
export const registerWritingPlace = (element: Element, place: WritingPlace): void => {
  places.set(element, place);
};

export const writingPlaceOf = (element: Element): WritingPlace | undefined => places.get(element);
