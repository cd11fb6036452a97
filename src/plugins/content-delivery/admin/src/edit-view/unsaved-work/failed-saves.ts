import { adminApi } from '@strapi/strapi/admin';
import { changeEndpoints, type Running, type Save } from '../endpoints';
import { keptFailure, tagsUnlessFailed } from './failure';

interface Cache {
  updateQueryData(name: string, entry: object, change: (known: { data?: object }) => void): unknown;
}

/**
 * Puts the saved entry into the store once it is saved. Strapi does it before, and takes it back on a failure: the
 * form follows the store, so what was typed would be taken back with it.
 */
const showSaved = async ({ data: _typed, ...entry }: Save, { dispatch, queryFulfilled }: Running) => {
  try {
    const saved = (await queryFulfilled).data?.data;
    const cache = adminApi.util as unknown as Cache;
    dispatch(
      cache.updateQueryData('getDocument', entry, (known) => {
        if (known.data) Object.assign(known.data, saved);
      }),
    );
  } catch {
    // The caller of the save learns so.
  }
};

/**
 * Keeps the input when saving fails. Without this, Strapi takes the form back to what is stored, reads the
 * entry again, and when that fails as well (the connection is lost) shows an error page in place of the form.
 */
export const keepFormsAfterFailedSaves = (): void => {
  changeEndpoints(['createDocument', 'updateDocument', 'publishDocument', 'cloneDocument'], (endpoint) => ({
    invalidatesTags: tagsUnlessFailed(endpoint.invalidatesTags),
    transformErrorResponse: keptFailure,
  }));
  changeEndpoints(['updateDocument'], () => ({ onQueryStarted: showSaved }));
};
