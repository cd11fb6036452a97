import { cloneOf } from '../rebase/requests';

/** By model, and by what is copied: the name under which the open form of a new entry is saved. */
const creations = new Map<string, string>();

const keyOf = (model: string, source: string | null): string => `${model} ${source ?? ''}`;

/**
 * All tries to save the open form of a new entry have one name, so that one entry comes of them.
 * @param source `cloneOf` what is copied
 * @returns ends it
 */
export const nameCreation = (model: string, source: string | null, name: string): (() => void) => {
  const key = keyOf(model, source);
  creations.set(key, name);
  return () => {
    creations.delete(key);
  };
};

/** undefined where no form is open, as for entries that are made in dialogs. */
export const creationOf = (model: string, source: string | undefined): string | undefined =>
  creations.get(keyOf(model, source === undefined ? null : cloneOf(source)));
