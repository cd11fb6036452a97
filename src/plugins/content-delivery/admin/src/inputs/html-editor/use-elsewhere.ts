import { useEffect, useRef, useState } from 'react';
import { useOpenEntry } from '../../edit-view/entry';
import { cloneOf, listenTo } from '../../edit-view/rebase/requests';

/** What forms of new entries have left to those of the stored entries, by entry and field. */
const left = new Map<string, readonly string[]>();

/** Addresses of pictures in a field that stay on other websites. A new entry's form hands them on to the stored entry's. */
export const useElsewhere = (field: string) => {
  const { model, documentId, isClone } = useOpenEntry();
  const form = isClone && documentId ? cloneOf(documentId) : documentId;
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const latest = useRef(addresses);
  latest.current = addresses;

  useEffect(() => {
    const keyOf = (entry: string | undefined): string => `${model} ${entry ?? ''} ${field}`;
    const taken = left.get(keyOf(form));
    left.delete(keyOf(form));
    if (taken) setAddresses(taken);
    return listenTo(model, form, (event) => {
      if (event.type === 'created' && latest.current.length > 0)
        left.set(keyOf(event.documentId), latest.current);
    });
  }, [model, form, field]);
  return [addresses, setAddresses] as const;
};
