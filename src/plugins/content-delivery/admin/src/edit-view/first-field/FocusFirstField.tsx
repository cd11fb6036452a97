import { useEffect } from 'react';
import { useOpenEntry } from '../entry';
import { firstField } from './first-field';

/** Puts the caret into the first field of a new entry, unless the user is elsewhere already. It shows nothing itself. */
export const FocusFirstField = () => {
  const { documentId } = useOpenEntry();
  const isNew = documentId === undefined;
  useEffect(() => {
    if (!isNew) return;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || activeElement.matches('a[href], main, h1'))
      firstField(document)?.focus();
  }, [isNew]);
  return null;
};
