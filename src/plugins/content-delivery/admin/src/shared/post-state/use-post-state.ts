import { adminApi } from '@strapi/strapi/admin';
import { MAX_POST_STATES, type PostState } from '../../../../contracts/calendar';
import { PLUGIN_ID } from '../plugin-id';
import { POST } from '../uids';
import { withQuery } from '../api/queries';
import { inBatches } from './batches';

type Ask = (path: string) => Promise<Map<string, PostState>>;

const askInBatches = inBatches<Ask, PostState>(
  (ids, ask) => ask(withQuery(`/${PLUGIN_ID}/post-states`, { posts: ids.join(',') })),
  MAX_POST_STATES,
);

/** What the store takes for an error is an object of its own. */
class Refused extends Error {
  constructor(readonly answer: object) {
    super();
  }
}

const api = adminApi.enhanceEndpoints({ addTagTypes: ['Document'] }).injectEndpoints({
  endpoints: (builder) => ({
    getPostState: builder.query<PostState | null, string>({
      async queryFn(documentId, _api, _options, ask) {
        try {
          const state = await askInBatches(documentId, async (path) => {
            const { data, error } = await ask(path);
            if (error) throw new Refused(error);
            return new Map((data as { data: PostState[] }).data.map((one) => [one.documentId, one]));
          });
          return { data: state };
        } catch (error) {
          if (error instanceof Refused) return { error: error.answer };
          throw error;
        }
      },
      // Saving, publishing or deleting an entry makes this answer new as well.
      providesTags: (_result, _error, documentId) => [
        { type: 'Document', id: `${POST}_LIST` },
        { type: 'Document', id: `${POST}_${documentId}` },
      ],
    }),
  }),
});

/** How readers see a post of the list. Those of one page are asked about together. */
export const usePostState = (documentId: string): { state: PostState | null; hasFailed: boolean } => {
  const { data, isError } = api.useGetPostStateQuery(documentId, { refetchOnMountOrArgChange: true });
  return { state: data ?? null, hasFailed: isError };
};
