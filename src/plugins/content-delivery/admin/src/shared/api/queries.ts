import { adminApi } from '@strapi/strapi/admin';
import type { PostAddress, TermPage } from '../../../../contracts/editing';
import { PLUGIN_ID } from '../plugin-id';
import type { Pick } from '../relation-value';
import { AUTHOR, CATEGORY, POST, TAG } from '../uids';

/** What a post has of its website beside texts. */
export type TermKind = 'category' | 'tag' | 'author';

export interface PostAddressQuestion {
  website: string;
  slug?: string;
  title?: string;
  /** The post itself, once it is saved: its own slug is not taken. */
  post?: string;
}

export interface TermsQuestion {
  website: string;
  kind: TermKind;
  search: string;
  page: number;
}

export interface RelationQuestion {
  /** The content type that has the relation. */
  model: string;
  documentId: string;
  field: string;
  status: 'draft' | 'published';
}

export const TERM_TYPES = { category: CATEGORY, tag: TAG, author: AUTHOR } as const;
const TERM_PATHS = { category: 'categories', tag: 'tags', author: 'authors' } as const;
/** The most that Strapi hands out at once. */
const RELATIONS_PAGE = 100;

interface RelationPage {
  results: { id: number; documentId: string; name?: string; title?: string }[];
  pagination?: { page: number; pageCount: number };
}

/** Strapi's client puts parameters into addresses unencoded, so they are put there here. */
export const withQuery = (path: string, parameters: Record<string, string | number | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
};

/**
 * What the inputs ask the server, in the store of Strapi's content manager: its own tags are provided here, so
 * that saving, publishing or discarding an entry makes these answers new as well.
 */
const api = adminApi.enhanceEndpoints({ addTagTypes: ['Document', 'Relations'] }).injectEndpoints({
  endpoints: (builder) => ({
    getPostAddress: builder.query<PostAddress, PostAddressQuestion>({
      query: ({ website, slug, title, post }) =>
        withQuery(`/${PLUGIN_ID}/websites/${website}/post-address`, { slug, title, post }),
      transformResponse: ({ data }: { data: PostAddress }) => data,
      providesTags: (_result, _error, { post }) => [
        { type: 'Document', id: `${POST}_LIST` },
        ...(post ? [{ type: 'Document' as const, id: `${POST}_${post}` }] : []),
      ],
    }),
    getTerms: builder.query<TermPage, TermsQuestion>({
      query: ({ website, kind, search, page }) =>
        withQuery(`/${PLUGIN_ID}/websites/${website}/${TERM_PATHS[kind]}`, { search, page }),
      transformResponse: ({ data }: { data: TermPage }) => data,
      // One list for all pages of a search.
      serializeQueryArgs: ({ queryArgs: { website, kind, search } }) => ({ website, kind, search }),
      forceRefetch: ({ currentArg, previousArg }) => currentArg?.page !== previousArg?.page,
      merge: (known, next, { arg }) => {
        const listed = arg.page === 1 ? [] : known.terms;
        const fresh = next.terms.filter((term) => !listed.some((one) => one.documentId === term.documentId));
        return { terms: [...listed, ...fresh], hasMore: next.hasMore };
      },
      providesTags: (_result, _error, { kind }) => [{ type: 'Document', id: `${TERM_TYPES[kind]}_LIST` }],
    }),
    createTerm: builder.mutation<Pick, { website: string; kind: TermKind; name: string }>({
      query: ({ website, kind, name }) => ({
        url: `/content-manager/collection-types/${TERM_TYPES[kind]}`,
        method: 'POST',
        data: { name, website: { connect: [{ documentId: website }] } },
      }),
      transformResponse: ({ data }: { data: Pick }) => data,
      invalidatesTags: (_result, error, { kind }) =>
        error ? [] : [{ type: 'Document', id: `${TERM_TYPES[kind]}_LIST` }],
    }),
    getSavedRelation: builder.query<Pick[], RelationQuestion>({
      async queryFn({ model, documentId, field, status }, _api, _options, ask) {
        const picks: Pick[] = [];
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const { data, error } = await ask(
            withQuery(`/content-manager/relations/${model}/${documentId}/${field}`, {
              status,
              page,
              pageSize: RELATIONS_PAGE,
            }),
          );
          if (error) return { error };
          const answer = data as RelationPage;
          pages = answer.pagination?.pageCount ?? 1;
          picks.push(
            ...answer.results.map(({ id, documentId, name }) => ({
              id,
              documentId,
              name: name ?? documentId,
            })),
          );
        }
        // Strapi gives the last one first.
        return { data: picks.reverse() };
      },
      providesTags: ['Relations'],
    }),
  }),
});

export const {
  useGetPostAddressQuery,
  useGetTermsQuery,
  useLazyGetTermsQuery,
  useCreateTermMutation,
  useGetSavedRelationQuery,
} = api;
