import { dropDraftsOf } from './drafts';
import { changeEndpoints } from './endpoints';

/** An entry that was saved leaves no unsaved work behind, whichever way the form goes from there. */
export const dropDraftsOnceSaved = (): void =>
  changeEndpoints(['createDocument', 'updateDocument', 'publishDocument'], ({ onQueryStarted }) => ({
    onQueryStarted: async (save, running) => {
      running.queryFulfilled.then(
        () => dropDraftsOf(sessionStorage, save.model, save.documentId),
        () => undefined,
      );
      await onQueryStarted?.(save, running);
    },
  }));
