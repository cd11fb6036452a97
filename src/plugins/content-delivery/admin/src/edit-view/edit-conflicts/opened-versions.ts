import type { Values } from './merge';
import { savedAtOf } from './saved-at';

/** Versions that are remembered, of all entries: a form that is open rests on one or two. */
const MAX_VERSIONS = 20;

/** By entry and time of saving, the one that was used last at the end. */
const versions = new Map<string, Values>();

const keyOf = (model: string, documentId: string | undefined, savedAt: string): string =>
  [model, documentId ?? '', savedAt].join(' ');

/** What a form was opened with. It is needed once the form has been loaded anew, to tell what another editor has changed. */
export const rememberOpened = (model: string, documentId: string | undefined, values: Values): void => {
  const savedAt = savedAtOf(values);
  if (savedAt === undefined) return;
  const key = keyOf(model, documentId, savedAt);
  versions.delete(key);
  versions.set(key, values);
  for (const oldest of versions.keys()) {
    if (versions.size <= MAX_VERSIONS) break;
    versions.delete(oldest);
  }
};

interface Form {
  values: Values;
  initialValues: Values;
}

/** The values of the version that a form rests on: where it has not taken a newer one yet, the form was loaded with that. */
export const openedBy = (model: string, documentId: string | undefined, form: Form): Values => {
  const savedAt = savedAtOf(form.values);
  const opened = savedAt === undefined ? undefined : versions.get(keyOf(model, documentId, savedAt));
  return opened ?? form.initialValues;
};
