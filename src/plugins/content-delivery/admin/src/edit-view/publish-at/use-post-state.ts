import { adminApi } from '@strapi/strapi/admin';
import type { PostState } from '../../../../contracts/calendar';
import { withQuery } from '../../shared/api/queries';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { POST } from '../../shared/uids';

const api = adminApi.enhanceEndpoints({ addTagTypes: ['Document'] }).injectEndpoints({
  endpoints: (builder) => ({
    getPostState: builder.query<PostState | null, string>({
      query: (documentId) => withQuery(`/${PLUGIN_ID}/post-states`, { posts: documentId }),
      transformResponse: ({ data }: { data: PostState[] }) => data[0] ?? null,
      // Saving, publishing or deleting an entry makes this answer new as well.
      providesTags: (_result, _error, documentId) => [
        { type: 'Document', id: `${POST}_LIST` },
        { type: 'Document', id: `${POST}_${documentId}` },
      ],
    }),
  }),
});

/** How readers see a post; null until it is known. */
export const usePostState = (documentId: string): PostState | null =>
  api.useGetPostStateQuery(documentId, { refetchOnMountOrArgChange: true }).data ?? null;
