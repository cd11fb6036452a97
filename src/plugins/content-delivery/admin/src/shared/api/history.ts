import { adminApi } from '@strapi/strapi/admin';
import type { RestoreRequest, RestoreResult } from '../../../../contracts/history';
import { PLUGIN_ID } from '../plugin-id';

export interface Restoring {
  model: string;
  documentId: string;
  number: number;
  savedAt: string;
}

/** In the store of Strapi's content manager: the form of the entry shows what was brought back. */
const api = adminApi.enhanceEndpoints({ addTagTypes: ['Document', 'Relations'] }).injectEndpoints({
  endpoints: (builder) => ({
    restoreVersion: builder.mutation<RestoreResult, Restoring>({
      query: ({ model, documentId, number, savedAt }) => ({
        url: `/${PLUGIN_ID}/entries/${model}/${documentId}/versions/${number}/restore`,
        method: 'POST',
        data: { savedAt } satisfies RestoreRequest,
      }),
      transformResponse: ({ data }: { data: RestoreResult }) => data,
      invalidatesTags: (_result, error, { model, documentId }) =>
        error
          ? []
          : [
              { type: 'Document', id: `${model}_${documentId}` },
              { type: 'Document', id: `${model}_LIST` },
              'Relations',
            ],
    }),
  }),
});

export const { useRestoreVersionMutation } = api;
