import { useEffect } from 'react';
import { useOpenEntry } from '../../../edit-view/entry';
import { listenTo } from '../../../edit-view/rebase/requests';

/** The fields that the user chose to see as source, by entry, until the page is left. */
const chosen = new Set<string>();

/** Whether the editor chose to see a field as source. A new entry's form takes that along to the stored entry's. */
export const useChosenSource = (field: string) => {
  const { model, documentId } = useOpenEntry();
  const keyOf = (entry: string | undefined): string => `${model} ${entry ?? ''} ${field}`;
  const key = keyOf(documentId);

  useEffect(
    () =>
      listenTo(model, documentId, (event) => {
        if (event.type !== 'created' || !chosen.delete(key)) return;
        chosen.add(keyOf(event.documentId));
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  return {
    isSourceChosen: chosen.has(key),
    chooseSource: (isSource: boolean) => void (isSource ? chosen.add(key) : chosen.delete(key)),
  };
};
